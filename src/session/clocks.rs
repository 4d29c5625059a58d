//! Both players' clocks, and when the turn began that they measure.

use crate::time::{Clock, ClockReport, Left, TimeSystem};
use crate::types::Color;
use std::time::{Duration, Instant};

/// A client that wants an answer to a move asks within this time.
const PROMPT: Duration = Duration::from_secs(1);

/// See the [module](self).
#[derive(Clone, Default)]
pub(super) struct Clocks {
    by_color: [Clock; 2],
    /// When the turn that may begin now was asked for: the time of the present command, less what those just before it waited.
    /// `None` once the turn has begun.
    turn_asked: Option<Instant>,
    /// When a command was taken up or answered last.
    last_activity: Option<Instant>,
    /// How long this command, and those it followed at once, waited before they were read, since a move was asked for.
    waited: Duration,
    /// Whether the client has let a while pass since a turn began.
    has_paused: bool,
}

impl Clocks {
    /// Black's clock and White's.
    pub fn both(&self) -> &[Clock; 2] {
        &self.by_color
    }

    /// The clock of one player.
    pub fn of(&self, color: Color) -> &Clock {
        &self.by_color[color.index()]
    }

    /// The time system of both: that of the clock of which reports have told more than how it was set.
    pub fn system(&self) -> TimeSystem {
        let [black, white] = &self.by_color;
        match black.is_as_set() {
            true => white.system(),
            false => black.system(),
        }
    }

    /// Gives both players the same time and winds up their clocks.
    pub fn set_system(&mut self, system: TimeSystem) {
        self.by_color = [Clock::new(system), Clock::new(system)];
    }

    /// Sets the clock of one player to the time that is left. If it runs, it runs from now on: what has passed of the turn is
    /// known.
    pub fn report(&mut self, color: Color, left: ClockReport) {
        let asked = self.turn_asked.unwrap_or_else(Instant::now);
        let clock = &mut self.by_color[color.index()];
        clock.report(left);
        clock.restart_thinking(asked);
    }

    /// Winds up both for a new game.
    pub fn reset(&mut self) {
        self.by_color.iter_mut().for_each(Clock::reset);
    }

    /// A command that was received at `asked` begins now; in between the player was busy with pondering. If it begins a turn, the
    /// turn began at `asked`. If another command had to wait just before it, such as a report of the time left or the first one of
    /// a client that plays the whole game anew, that wait counts as well.
    pub fn take_up(&mut self, asked: Instant) {
        let now = Instant::now();
        let is_prompt = |before| asked.saturating_duration_since(before) <= PROMPT;
        if !self.last_activity.is_some_and(is_prompt) {
            self.waited = Duration::ZERO;
            self.has_paused = true;
        }
        self.turn_asked = asked.checked_sub(self.waited);
        self.waited += now.saturating_duration_since(asked);
        self.last_activity = Some(now);
    }

    /// What was taken up has been answered: from now on it is the client that takes its time.
    pub fn answered(&mut self) {
        self.last_activity = Some(Instant::now());
    }

    /// Somebody looks at the position for as long as it takes: no turn goes on after that.
    pub fn leave_turn(&mut self) {
        self.has_paused = true;
    }

    /// The player's clock runs from now on.
    pub fn start(&mut self, color: Color) {
        let start = self.turn_began();
        self.by_color[color.index()].start_thinking(start);
    }

    /// The player's clock alone runs, since the opponent's move came in. It runs from now on where there is no time to run out,
    /// or where the client has let a while pass between two commands since: then somebody was setting up a position.
    pub fn resume(&mut self, color: Color) {
        let has_paused = self.has_paused;
        let start = self.turn_began();
        self.waited = Duration::ZERO;
        self.by_color[color.opponent().index()].abandon_thinking();
        let clock = &mut self.by_color[color.index()];
        if has_paused || clock.left() == Left::Unlimited {
            clock.abandon_thinking();
        }
        clock.start_thinking(start);
    }

    /// The player has moved: charges the time that it took.
    pub fn stop(&mut self, color: Color) {
        self.by_color[color.index()].stop_thinking(Instant::now());
    }

    /// Charges the player for a move that took so long. Its clock stops.
    pub fn charge(&mut self, color: Color, spent: Duration) {
        let clock = &mut self.by_color[color.index()];
        clock.abandon_thinking();
        clock.charge(spent);
    }

    /// Stops both without charging anything.
    pub fn abandon(&mut self) {
        self.by_color.iter_mut().for_each(Clock::abandon_thinking);
    }

    /// Sets everything to what it was before a move was asked for that is not played.
    pub fn restore(&mut self, before: Clocks) {
        *self = Clocks {
            turn_asked: None,
            ..before
        };
    }

    /// When the turn began that is answered or asked for now.
    fn turn_began(&mut self) -> Instant {
        self.has_paused = false;
        self.turn_asked.take().unwrap_or_else(Instant::now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a player's turn has taken so far, at least, for what was asked for so many milliseconds ago, one after the other.
    fn thought(asked_ago: &[u64]) -> Duration {
        let mut clocks = Clocks::default();
        let now = Instant::now();
        for &ago in asked_ago {
            clocks.take_up(now - Duration::from_millis(ago));
        }
        clocks.resume(Color::Black);
        clocks.of(Color::Black).thinking_time(now)
    }

    #[test]
    fn a_turn_begins_when_it_is_asked_for() {
        assert_eq!(thought(&[400]), Duration::from_millis(400));
        assert_eq!(thought(&[]), Duration::ZERO);
    }

    #[test]
    fn a_turn_goes_on_where_the_move_is_asked_for_at_once() {
        let millis = Duration::from_millis;
        let thought = |paused: Duration| {
            let mut clocks = Clocks::default();
            let now = Instant::now();
            // The opponent's move had to wait.
            clocks.take_up(now - millis(1500));
            clocks.start(Color::White);
            clocks.take_up(now + paused);
            clocks.resume(Color::White);
            clocks.of(Color::White).thinking_time(now + paused)
        };
        assert!(thought(Duration::ZERO) >= millis(1500));
        assert_eq!(
            thought(millis(1500)),
            Duration::ZERO,
            "somebody set up a position"
        );
    }

    /// How long Black has thought who is asked for a move right after a command that began five seconds ago, when the turn did.
    fn thought_after_a_long_command(system: TimeSystem, looks: bool) -> Duration {
        let long_ago = Instant::now() - Duration::from_secs(5);
        let mut clocks = Clocks::default();
        clocks.set_system(system);
        clocks.take_up(Instant::now());
        clocks.start(Color::Black);
        clocks.by_color[0].abandon_thinking();
        clocks.by_color[0].start_thinking(long_ago);
        clocks.last_activity = Some(long_ago);
        if looks {
            clocks.leave_turn();
        }
        clocks.answered();
        clocks.take_up(Instant::now());
        clocks.resume(Color::Black);
        clocks.of(Color::Black).thinking_time(Instant::now())
    }

    #[test]
    fn a_command_that_takes_long_is_no_pause_of_the_client_and_an_analysis_is_one() {
        let main = Duration::from_secs(60);
        let thought = |looks| thought_after_a_long_command(TimeSystem::Absolute { main }, looks);
        assert!(thought(false) >= Duration::from_secs(5));
        assert!(thought(true) < Duration::from_secs(5));
    }

    #[test]
    fn without_a_clock_no_time_runs_before_a_move_is_asked_for() {
        let thought = thought_after_a_long_command(TimeSystem::None, false);
        assert!(thought < Duration::from_secs(5), "{thought:?}");
    }

    #[test]
    fn what_a_report_has_counted_already_is_not_counted_again() {
        let mut clocks = Clocks::default();
        clocks.set_system(TimeSystem::Absolute {
            main: Duration::from_secs(100),
        });
        clocks.by_color[0].start_thinking(Instant::now() - Duration::from_secs(5));
        clocks.answered();
        clocks.take_up(Instant::now());
        let time = Duration::from_secs(95);
        clocks.report(Color::Black, ClockReport { time, stones: 0 });
        clocks.answered();
        clocks.take_up(Instant::now());
        clocks.resume(Color::Black);
        let thought = clocks.of(Color::Black).thinking_time(Instant::now());
        assert!(thought < Duration::from_secs(5), "{thought:?}");
    }

    #[test]
    fn who_is_not_asked_for_a_move_has_no_turn() {
        let mut clocks = Clocks::default();
        clocks.set_system(TimeSystem::Absolute {
            main: Duration::from_secs(60),
        });
        clocks.start(Color::Black);
        clocks.resume(Color::White);
        assert_eq!(
            clocks.of(Color::Black).thinking_time(Instant::now()),
            Duration::ZERO
        );
    }

    #[test]
    fn a_move_that_is_not_played_begins_no_turn() {
        let mut clocks = Clocks::default();
        clocks.take_up(Instant::now());
        let before = clocks.clone();
        clocks.resume(Color::White);
        clocks.restore(before);
        assert!(clocks.has_paused);
    }

    #[test]
    fn periods_that_one_clock_has_told_of_are_those_of_both() {
        for color in Color::BOTH {
            let mut clocks = Clocks::default();
            clocks.set_system(TimeSystem::Canadian {
                main: Duration::from_secs(600),
                period: Duration::from_secs(30),
                stones: 1,
            });
            let time = Duration::from_secs(30);
            clocks.report(color, ClockReport { time, stones: 5 });
            assert_eq!(clocks.system().overtime(), "5x30 byo-yomi");
        }
    }

    #[test]
    fn what_a_report_had_to_wait_before_the_turn_counts_too() {
        let millis = Duration::from_millis;
        let both = thought(&[700, 0]);
        assert!(both >= millis(700) && both < millis(5000), "{both:?}");
        // Another turn begins from its own time.
        let mut clocks = Clocks::default();
        clocks.take_up(Instant::now() - millis(700));
        clocks.resume(Color::White);
        let now = Instant::now();
        clocks.take_up(now);
        clocks.resume(Color::Black);
        assert_eq!(clocks.of(Color::Black).thinking_time(now), Duration::ZERO);
    }

    /// Some clients play the whole game anew before each move, and the first of their commands has to wait.
    #[test]
    fn what_a_client_that_plays_the_game_anew_had_to_wait_counts_too() {
        let mut clocks = Clocks::default();
        let wait = Duration::from_millis(700);
        clocks.take_up(Instant::now() - wait);
        for to_move in [Color::White, Color::Black] {
            clocks.take_up(Instant::now());
            clocks.abandon();
            clocks.start(to_move);
        }
        clocks.take_up(Instant::now());
        clocks.resume(Color::Black);
        let thought = clocks.of(Color::Black).thinking_time(Instant::now());
        assert!(thought >= wait && thought < 7 * wait, "{thought:?}");
    }
}
