//! A thread that reads requests while the engine thinks.

use super::request::{Line, LineReader};
use crate::monitor::Monitor;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The reader waits while this many lines are queued.
const MAX_QUEUED: usize = 256;
/// The reader waits while this many bytes are queued.
const MAX_QUEUED_BYTES: usize = 1 << 20;

/// Which input stops the work in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopOn {
    /// Only `# interrupt`: for `genmove`, which pipelined commands must not cut short.
    Interrupt,
    /// Any line, a blank one and the end of the input included: for analyses and cancellable searches.
    AnyInput,
}

/// Requests, read on a thread of their own into a bounded queue, so that input
/// is seen while the engine thinks.
///
/// ```
/// use tengen::wire::{Input, Line};
/// let input = Input::spawn(&b"name\n# interrupt\n"[..])?;
/// assert!(matches!(input.recv().0, Line::Request(request) if request.name == "name"));
/// assert_eq!(input.recv().0, Line::Interrupt);
/// assert_eq!(input.recv().0, Line::End);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// When the queue is full, reading pauses until [`recv`](Input::recv) makes room; the
/// sender then waits, and an interrupt behind 256 pending lines is seen late.
///
/// The thread leaves at the end of its input, or at the first line after the
/// `Input` is dropped.
#[derive(Debug)]
pub struct Input {
    shared: Arc<Monitor<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Requests, too long lines, interrupts, and one blank line for all that follow one another; each with the time when it was
    /// read.
    queue: VecDeque<(Line, Instant)>,
    bytes: usize,
    ended: bool,
    /// Why nothing more can be read, if that was not the end of the input.
    failure: Option<io::Error>,
    closed: bool,
    armed: Option<(StopOn, Arc<AtomicBool>)>,
    /// When input ended work that any input ends.
    stopped: Option<Instant>,
}

impl State {
    fn is_full(&self) -> bool {
        self.queue.len() >= MAX_QUEUED || self.bytes >= MAX_QUEUED_BYTES
    }

    fn arrive(&mut self, line: Line, at: Instant) {
        if let Some((stop_on, flag)) = &self.armed
            && (*stop_on == StopOn::AnyInput || line == Line::Interrupt)
        {
            flag.store(true, Ordering::SeqCst);
            if *stop_on == StopOn::AnyInput {
                self.stopped.get_or_insert(at);
            }
        }
        let last = self.queue.back().map(|(line, _)| line);
        match line {
            // It ends an analysis that it follows at once: to see that, it has to wait for its turn.
            Line::Blank if last == Some(&Line::Blank) => {}
            Line::End => self.ended = true,
            line => {
                self.bytes += bytes(&line);
                self.queue.push_back((line, at));
            }
        }
    }

    /// Whether what has already arrived stops work of this kind.
    ///
    /// An interrupt counts wherever it stands in the queue: it was sent after
    /// the command in hand. Those of earlier commands have left with them.
    fn stops(&self, stop_on: StopOn) -> bool {
        match stop_on {
            StopOn::Interrupt => self.queue.iter().any(|(line, _)| *line == Line::Interrupt),
            StopOn::AnyInput => self.ended || !self.queue.is_empty(),
        }
    }
}

fn bytes(line: &Line) -> usize {
    match line {
        Line::Request(request) => request.raw.len(),
        _ => 0,
    }
}

/// Reads to the end of the input.
fn read(shared: &Monitor<State>, mut lines: LineReader<impl BufRead>) {
    loop {
        let line = lines.next_line().unwrap_or_else(|error| {
            shared.lock().failure = Some(error);
            Line::End
        });
        let at = Instant::now();
        let last = line == Line::End;
        let mut state = shared.wait_while(|state| state.is_full() && !state.closed);
        let closed = state.closed;
        state.arrive(line, at);
        shared.release(state);
        if last || closed {
            return;
        }
    }
}

impl Input {
    /// Starts a thread that reads `reader`, which should be buffered: for standard
    /// input, `BufReader::new(std::io::stdin())`.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn spawn(reader: impl BufRead + Send + 'static) -> io::Result<Input> {
        let shared = Arc::<Monitor<State>>::default();
        let theirs = Arc::clone(&shared);
        thread::Builder::new()
            .name("input".into())
            .spawn(move || read(&theirs, LineReader::new(reader)))?;
        Ok(Input { shared })
    }

    /// Whether no request waits to be taken, and more may come.
    pub fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        let asks_nothing = |(line, _): &(Line, _)| matches!(line, Line::Blank | Line::Interrupt);
        state.queue.iter().all(asks_nothing) && !state.ended
    }

    /// Waits for the next line, one blank one for many, and answers it with the time when it was read; [`Line::End`] for ever
    /// after the last.
    pub fn recv(&self) -> (Line, Instant) {
        let is_idle = |state: &mut State| state.queue.is_empty() && !state.ended;
        let mut state = self.shared.wait_while(is_idle);
        let Some((line, at)) = state.queue.pop_front() else {
            return (Line::End, Instant::now());
        };
        state.bytes -= bytes(&line);
        self.shared.release(state);
        (line, at)
    }

    /// What [`Line::End`] meant: whether all has been read.
    ///
    /// # Errors
    /// In words, if the input could not be read on; they are told once.
    pub fn take_failure(&self) -> io::Result<()> {
        self.shared.lock().failure.take().map_or(Ok(()), Err)
    }

    /// When input ended work that any input ends, if it has done so since this was asked last.
    pub fn take_stopped(&self) -> Option<Instant> {
        self.shared.lock().stopped.take()
    }

    /// Has `flag` set as soon as input of the kind arrives, or at once if it
    /// already has, until the returned guard is dropped. One guard at a time:
    /// a later one takes over.
    ///
    /// ```
    /// # use std::sync::{Arc, atomic::AtomicBool};
    /// # use std::time::Duration;
    /// # use tengen::wire::{Input, StopOn};
    /// # let input = Input::spawn(&b"quit\n"[..])?;
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let armed = input.arm(StopOn::AnyInput, Arc::clone(&stop));
    /// // start the search with `stop`, then, until input ends the analysis:
    /// while !armed.wait(Duration::from_millis(500)) {
    ///     // report
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn arm(&self, stop_on: StopOn, flag: Arc<AtomicBool>) -> Armed<'_> {
        let mut state = self.shared.lock();
        if state.stops(stop_on) {
            flag.store(true, Ordering::SeqCst);
        }
        state.armed = Some((stop_on, Arc::clone(&flag)));
        Armed { input: self, flag }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.shared.change(|state| state.closed = true);
    }
}

/// Input stops the work in hand while this lives: see [`Input::arm`].
#[derive(Debug)]
pub struct Armed<'a> {
    input: &'a Input,
    flag: Arc<AtomicBool>,
}

impl Armed<'_> {
    /// Waits until input sets the flag or the time is up; whether the flag is set.
    pub fn wait(&self, timeout: Duration) -> bool {
        let is_set = || self.flag.load(Ordering::SeqCst);
        let shared = &self.input.shared;
        drop(shared.wait_at_most(timeout, |_| !is_set()));
        is_set()
    }
}

impl Drop for Armed<'_> {
    fn drop(&mut self) {
        let mut state = self.input.shared.lock();
        if let Some((_, flag)) = &state.armed
            && Arc::ptr_eq(flag, &self.flag)
        {
            state.armed = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, PipeWriter, Write, pipe};

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(20);

    fn piped() -> (Input, PipeWriter) {
        let (reader, writer) = pipe().unwrap();
        (Input::spawn(BufReader::new(reader)).unwrap(), writer)
    }

    /// Whether [`recv`](Input::recv) would answer at once.
    fn has_pending(input: &Input) -> bool {
        input.shared.lock().stops(StopOn::AnyInput)
    }

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    fn name(line: Line) -> String {
        match line {
            Line::Request(request) => request.name,
            other => panic!("{other:?}"),
        }
    }

    fn wait_for_input(input: &Input) {
        let start = Instant::now();
        while !has_pending(input) {
            assert!(start.elapsed() < LONG);
            thread::yield_now();
        }
    }

    #[test]
    fn lines_come_in_order_and_the_end_stays() {
        let input = Input::spawn(&b"\nname\n # x\n1 version\n"[..]).unwrap();
        let next = || loop {
            match input.recv().0 {
                Line::Blank => {}
                line => break line,
            }
        };
        assert_eq!(name(next()), "name");
        assert_eq!(name(next()), "version");
        for _ in 0..3 {
            assert_eq!(input.recv().0, Line::End);
            assert!(has_pending(&input));
        }
    }

    #[test]
    fn blank_lines_in_a_row_wait_as_one() {
        let mut state = State::default();
        (0..1000).for_each(|_| state.arrive(Line::Blank, Instant::now()));
        let waiting: Vec<&Line> = state.queue.iter().map(|(line, _)| line).collect();
        assert_eq!(waiting, [&Line::Blank]);
    }

    #[test]
    fn any_input_stops_an_analysis() {
        for text in ["name\n", "\n", "# interrupt\n", ""] {
            let (input, mut writer) = piped();
            let stop = flag();
            let armed = input.arm(StopOn::AnyInput, Arc::clone(&stop));
            assert!(!armed.wait(SHORT));
            assert!(!has_pending(&input));
            writer.write_all(text.as_bytes()).unwrap();
            // The end comes alone: behind a line it would end the work a second time, at any moment.
            let _open = (!text.is_empty()).then_some(writer);
            assert!(armed.wait(LONG), "{text:?}");
            assert!(stop.load(Ordering::SeqCst));
            assert!(input.take_stopped().is_some() && input.take_stopped().is_none());
        }
    }

    #[test]
    fn only_an_interrupt_stops_a_genmove() {
        let (input, mut writer) = piped();
        let armed = input.arm(StopOn::Interrupt, flag());
        writer.write_all(b"name\n\n# other\n").unwrap();
        wait_for_input(&input);
        assert!(!armed.wait(SHORT));
        writer.write_all(b"# interrupt\n").unwrap();
        assert!(armed.wait(LONG));
        drop(armed);
        assert_eq!(name(input.recv().0), "name");
        assert_eq!(input.recv().0, Line::Blank);
        assert_eq!(input.recv().0, Line::Interrupt);
    }

    #[test]
    fn a_blank_line_that_came_with_the_command_ends_its_analysis() {
        let (input, mut writer) = piped();
        writer.write_all(b"kata-analyze\n\n").unwrap();
        wait_for_input(&input);
        assert_eq!(name(input.recv().0), "kata-analyze");
        assert!(input.arm(StopOn::AnyInput, flag()).wait(LONG));
        // It has done its work: the next analysis goes on.
        assert_eq!(input.recv().0, Line::Blank);
        assert!(!input.arm(StopOn::AnyInput, flag()).wait(Duration::ZERO));
    }

    #[test]
    fn what_came_before_arming_counts_and_what_left_does_not() {
        let (input, mut writer) = piped();
        writer.write_all(b"# interrupt\n").unwrap();
        wait_for_input(&input);
        assert!(input.arm(StopOn::Interrupt, flag()).wait(Duration::ZERO));
        assert_eq!(input.recv().0, Line::Interrupt);
        assert!(!input.arm(StopOn::Interrupt, flag()).wait(Duration::ZERO));
        assert!(!input.arm(StopOn::AnyInput, flag()).wait(Duration::ZERO));
    }

    #[test]
    fn a_dropped_guard_leaves_the_flag_alone() {
        let (input, mut writer) = piped();
        let stop = flag();
        drop(input.arm(StopOn::AnyInput, Arc::clone(&stop)));
        writer.write_all(b"name\n").unwrap();
        wait_for_input(&input);
        assert!(!stop.load(Ordering::SeqCst));
    }

    #[test]
    fn the_queue_is_bounded_and_nothing_is_lost() {
        let text: String = (0..5 * MAX_QUEUED).map(|n| format!("{n} c\n")).collect();
        let input = Input::spawn(std::io::Cursor::new(text)).unwrap();
        for n in 0..5 * MAX_QUEUED {
            if n == 0 {
                thread::sleep(SHORT);
                assert!(input.shared.lock().queue.len() <= MAX_QUEUED);
            }
            let Line::Request(request) = input.recv().0 else {
                panic!()
            };
            assert_eq!(request.id, Some(n.to_string()));
        }
        assert_eq!(input.recv().0, Line::End);
        assert_eq!(input.shared.lock().bytes, 0);
    }

    #[test]
    fn a_dropped_input_lets_its_thread_go() {
        let input = Input::spawn(BufReader::new(std::io::repeat(b'\n'))).unwrap();
        let shared = Arc::downgrade(&input.shared);
        drop(input);
        let start = Instant::now();
        while shared.upgrade().is_some() {
            assert!(start.elapsed() < LONG);
            thread::yield_now();
        }
    }
}
