//! One game between two engines, watched by Tengen's own rules and clocks.
//!
//! The referee plays every move on a [`Game`] of its own and believes no
//! engine. What an engine may not do loses the game and is recorded as an
//! [`Offence`].

use super::clock::{Clock, TimeControl};
use super::count::{self, Count};
use crate::game::{Game, Rules};
use crate::tools::engine::{Engine, Trouble};
use crate::types::{Color, Dims, Move, VertexError, format_move, parse_move};
use std::fmt;
use std::time::{Duration, Instant};

/// What is agreed before the game.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The board.
    pub dims: Dims,
    /// The rules the referee applies.
    pub rules: Rules,
    /// What to send as `kata-set-rules`, to engines that list it.
    pub rules_command: Option<String>,
    /// Komi.
    pub komi: f32,
    /// Clocks, if there are any.
    pub time: Option<TimeControl>,
    /// The game is counted as it stands after this many moves.
    pub max_moves: usize,
    /// An engine that takes longer over a command, beside what its clock allows, hangs.
    pub patience: Duration,
}

/// A time limit is judged by the clock, not by the wait: an engine that is late answers still, if only a little.
const GRACE: Duration = Duration::from_secs(2);

/// What an engine may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offence {
    /// A move that the rules in force forbid.
    IllegalMove,
    /// An error reply to a command that must work, a legal `play` of the opponent among them.
    ErrorReply,
    /// A reply that is no GTP or no move.
    Nonsense,
    /// The process ended.
    Crash,
    /// No reply for too long.
    Hang,
    /// The clock ran out.
    Time,
}

impl Offence {
    /// All kinds, in the order of reports.
    pub const ALL: [Offence; 6] = [
        Offence::IllegalMove,
        Offence::ErrorReply,
        Offence::Nonsense,
        Offence::Crash,
        Offence::Hang,
        Offence::Time,
    ];
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Offence::IllegalMove => "illegal move",
            Offence::ErrorReply => "error reply",
            Offence::Nonsense => "nonsense",
            Offence::Crash => "crash",
            Offence::Hang => "hang",
            Offence::Time => "loss on time",
        })
    }
}

impl From<&Trouble> for Offence {
    fn from(trouble: &Trouble) -> Offence {
        match trouble {
            Trouble::Refusal(_) => Offence::ErrorReply,
            Trouble::Death(_) => Offence::Crash,
            Trouble::Hang(_) => Offence::Hang,
            Trouble::Nonsense(_) => Offence::Nonsense,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// Counted, after two passes or at the limit of moves.
    Counted(Count),
    /// This player gave up.
    Resigned(Color),
    /// This player did what it may not.
    Forfeit {
        /// The loser.
        loser: Color,
        /// The kind.
        offence: Offence,
        /// What happened, in words.
        detail: String,
    },
    /// The same position again and again under rules that allow it.
    NoResult,
}

impl Ending {
    /// The winner; `None` if there is none.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Counted(count) => count.score.winner(),
            Ending::Resigned(loser) | Ending::Forfeit { loser, .. } => Some(loser.opponent()),
            Ending::NoResult => None,
        }
    }

    /// The result as SGF's `RE` has it.
    pub fn result(&self) -> String {
        let reason = match self {
            Ending::Counted(count) => return count.score.to_string(),
            Ending::NoResult => return "Void".to_owned(),
            Ending::Resigned(_) => "R",
            Ending::Forfeit {
                offence: Offence::Time,
                ..
            } => "T",
            Ending::Forfeit { .. } => "F",
        };
        let winner = match self.winner() {
            Some(Color::White) => 'W',
            _ => 'B',
        };
        format!("{winner}+{reason}")
    }
}

/// The time that an engine spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Moves asked for.
    pub moves: u32,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Thinking {
    fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// Time per move; zero without moves.
    pub fn average(&self) -> Duration {
        self.total.checked_div(self.moves).unwrap_or_default()
    }
}

impl std::ops::AddAssign for Thinking {
    fn add_assign(&mut self, other: Thinking) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// A game that is over.
pub struct Finished {
    /// The record.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
    /// Whether it was stopped at the limit of moves.
    pub capped: bool,
    /// Black's and White's time.
    pub thinking: [Thinking; 2],
}

/// Plays one game: `players` are Black and White.
pub fn play(conditions: &Conditions, players: [Box<dyn Engine>; 2]) -> Finished {
    let mut table = Table {
        conditions,
        game: Game::new(conditions.dims, conditions.rules, conditions.komi),
        seats: players.map(|engine| Seat::new(engine, conditions.time)),
        capped: false,
    };
    let ending = match table.play() {
        Ok(ending) | Err(ending) => ending,
    };
    for seat in &mut table.seats {
        // Dropping the engine ends it anyway; an error here is no longer part of the game.
        let _ = seat.engine.ask("quit", GRACE);
    }
    Finished {
        game: table.game,
        ending,
        capped: table.capped,
        thinking: table.seats.map(|seat| seat.thinking),
    }
}

/// A player's side of the table.
pub(super) struct Seat {
    pub(super) engine: Box<dyn Engine>,
    commands: Vec<String>,
    clock: Option<Clock>,
    thinking: Thinking,
}

impl Seat {
    fn new(engine: Box<dyn Engine>, time: Option<TimeControl>) -> Seat {
        Seat {
            engine,
            commands: Vec::new(),
            clock: time.map(Clock::new),
            thinking: Thinking::default(),
        }
    }

    fn lists(&self, command: &str) -> bool {
        self.commands.iter().any(|listed| listed == command)
    }
}

struct Table<'a> {
    conditions: &'a Conditions,
    game: Game,
    seats: [Seat; 2],
    capped: bool,
}

/// `Err` is an ending that came early.
type Step<T> = Result<T, Ending>;

impl Table<'_> {
    fn play(&mut self) -> Step<Ending> {
        for color in Color::BOTH {
            self.set_up(color)?;
        }
        let mut color = Color::Black;
        while !self.game.is_over() {
            if self.game.moves().len() >= self.conditions.max_moves {
                self.capped = true;
                break;
            }
            self.turn(color)?;
            if self.game.no_result() {
                return Ok(Ending::NoResult);
            }
            color = color.opponent();
        }
        let patience = self.conditions.patience;
        let engines = &mut self.seats;
        Ok(Ending::Counted(count::count(&self.game, engines, patience)))
    }

    fn set_up(&mut self, color: Color) -> Step<()> {
        let conditions = self.conditions;
        let commands = self.tell(color, "list_commands")?;
        let seat = &mut self.seats[color.index()];
        seat.commands = commands.split_whitespace().map(str::to_owned).collect();
        let dims = conditions.dims;
        if dims.is_square() {
            self.tell(color, &format!("boardsize {}", dims.width()))?;
        } else {
            let sides = format!("{} {}", dims.width(), dims.height());
            self.tell(color, &format!("rectangular_boardsize {sides}"))?;
        }
        self.tell(color, "clear_board")?;
        if let Some(rules) = &conditions.rules_command
            && self.seats[color.index()].lists("kata-set-rules")
        {
            self.tell(color, &format!("kata-set-rules {rules}"))?;
        }
        self.tell(color, &format!("komi {}", conditions.komi))?;
        if let Some(time) = conditions.time {
            let kgs = self.seats[color.index()].lists("kgs-time_settings");
            let command = time.command(kgs);
            let name = command.split(' ').next().unwrap_or_default();
            if self.seats[color.index()].lists(name) {
                self.tell(color, &command)?;
            }
        }
        Ok(())
    }

    fn turn(&mut self, color: Color) -> Step<()> {
        self.send_time_left(color)?;
        let reply = self.genmove(color)?;
        if reply.eq_ignore_ascii_case("resign") {
            return Err(Ending::Resigned(color));
        }
        let mv = self.read_move(color, &reply)?;
        if let Err(illegal) = self.game.play(color, mv) {
            let detail = format!("{reply}: {illegal}");
            return Err(forfeit(color, Offence::IllegalMove, detail));
        }
        let text = format_move(self.conditions.dims, mv);
        self.tell(color.opponent(), &format!("play {color} {text}"))?;
        Ok(())
    }

    fn send_time_left(&mut self, color: Color) -> Step<()> {
        let seat = &self.seats[color.index()];
        let Some(clock) = seat.clock.filter(|_| seat.lists("time_left")) else {
            return Ok(());
        };
        let (seconds, stones) = clock.time_left(seat.lists("kgs-time_settings"));
        self.tell(color, &format!("time_left {color} {seconds} {stones}"))?;
        Ok(())
    }

    fn genmove(&mut self, color: Color) -> Step<String> {
        let command = format!("genmove {color}");
        let seat = &mut self.seats[color.index()];
        let limit = match seat.clock {
            Some(clock) => clock.longest_move() + GRACE,
            None => self.conditions.patience,
        };
        let started = Instant::now();
        let reply = seat.engine.ask(&command, limit);
        let spent = started.elapsed();
        seat.thinking.add(spent);
        if let Some(clock) = &mut seat.clock {
            let left = clock.longest_move();
            if !clock.charge(spent) {
                let detail = format!(
                    "{:.3} s spent, {:.3} s left",
                    spent.as_secs_f64(),
                    left.as_secs_f64()
                );
                return Err(forfeit(color, Offence::Time, detail));
            }
        }
        reply.map_err(|trouble| broken(color, &command, &trouble))
    }

    fn read_move(&self, color: Color, reply: &str) -> Step<Move> {
        parse_move(self.conditions.dims, reply).map_err(|error| {
            let offence = match error {
                VertexError::Syntax(_) => Offence::Nonsense,
                VertexError::OffBoard(..) => Offence::IllegalMove,
            };
            forfeit(color, offence, format!("genmove answered: {error}"))
        })
    }

    /// Sends a command that must work.
    fn tell(&mut self, color: Color, command: &str) -> Step<String> {
        let patience = self.conditions.patience;
        let reply = self.seats[color.index()].engine.ask(command, patience);
        reply.map_err(|trouble| broken(color, command, &trouble))
    }
}

fn forfeit(loser: Color, offence: Offence, detail: String) -> Ending {
    Ending::Forfeit {
        loser,
        offence,
        detail,
    }
}

fn broken(loser: Color, command: &str, trouble: &Trouble) -> Ending {
    forfeit(
        loser,
        Offence::from(trouble),
        format!("'{command}': {trouble}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KoRule;
    use crate::tools::engine::fake::Fake;
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex};

    /// Answers `genmove` with these replies, one after the other, and most other commands with nothing.
    struct Script {
        moves: VecDeque<Result<String, Trouble>>,
        score: &'static str,
        commands: &'static str,
        pause: Duration,
        seen: Arc<Mutex<Vec<String>>>,
    }

    fn script(moves: &str) -> Script {
        Script {
            moves: moves.split_whitespace().map(|m| Ok(m.to_owned())).collect(),
            score: "0",
            commands: "play genmove",
            pause: Duration::ZERO,
            seen: Arc::default(),
        }
    }

    impl Script {
        fn then(mut self, trouble: Trouble) -> Script {
            self.moves.push_back(Err(trouble));
            self
        }

        fn engine(mut self) -> Box<dyn Engine> {
            Box::new(Fake(move |command: &str| {
                self.seen.lock().unwrap().push(command.to_owned());
                match command.split(' ').next() {
                    Some("genmove") => {
                        std::thread::sleep(self.pause);
                        self.moves.pop_front().unwrap_or(Ok("pass".to_owned()))
                    }
                    Some("final_score") => Ok(self.score.to_owned()),
                    Some("list_commands") => Ok(self.commands.to_owned()),
                    Some("play") if command.contains("A9") => {
                        Err(Trouble::Refusal("illegal move".to_owned()))
                    }
                    _ => Ok(String::new()),
                }
            }))
        }
    }

    fn conditions(width: usize, height: usize) -> Conditions {
        Conditions {
            dims: Dims::new(width, height).unwrap(),
            rules: Rules::default(),
            rules_command: None,
            komi: 0.5,
            time: None,
            max_moves: 50,
            patience: Duration::from_secs(1),
        }
    }

    fn result_of(conditions: &Conditions, black: Script, white: Script) -> String {
        let finished = play(conditions, [black.engine(), white.engine()]);
        let kind = match &finished.ending {
            Ending::Forfeit { offence, .. } => format!(" {offence}"),
            _ => String::new(),
        };
        format!("{}{kind}", finished.ending.result())
    }

    #[test]
    fn every_offence_loses_by_its_kind() {
        let refusal = || Trouble::Refusal("cannot".to_owned());
        let death = || Trouble::Death("exit status 1".to_owned());
        let hang = || Trouble::Hang(Duration::from_secs(1));
        let garbage = || Trouble::Nonsense("hello".to_owned());
        let cases = [
            (script("E5 E5"), script("C3"), "W+F illegal move"),
            (script("E5"), script("e5"), "B+F illegal move"),
            (script("K1"), script(""), "W+F illegal move"),
            (script("A2 B1"), script("E5 A1"), "B+F illegal move"),
            (script("hello"), script(""), "W+F nonsense"),
            (script("E5"), script("").then(garbage()), "B+F nonsense"),
            (
                script("E5").then(refusal()),
                script("C3"),
                "W+F error reply",
            ),
            (script("E5").then(death()), script("C3"), "W+F crash"),
            (script("E5").then(hang()), script("C3"), "W+F hang"),
            // White refuses a legal move of Black's.
            (script("A9"), script("C3"), "B+F error reply"),
            (script("E5"), script("resign"), "B+R"),
            (script("RESIGN"), script(""), "W+R"),
        ];
        for (index, (black, white, expected)) in cases.into_iter().enumerate() {
            let result = result_of(&conditions(9, 9), black, white);
            assert_eq!(result, expected, "case {index}");
        }
    }

    /// Two stones taken, retaken, and the old position back: not the simple ko.
    const CYCLE: [&str; 2] = ["A1 B1 A1", "C1 C1"];

    #[test]
    fn the_ko_rule_in_force_decides() {
        let [black, white] = CYCLE;
        let mut conditions = conditions(3, 1);
        let finished = play(
            &conditions,
            [script(black).engine(), script(white).engine()],
        );
        match finished.ending {
            Ending::Forfeit { loser, detail, .. } => {
                assert_eq!(loser, Color::Black);
                assert_eq!(detail, "A1: illegal move: superko, repeats move 2");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(
            finished.game.moves().len(),
            4,
            "the illegal move is not recorded"
        );
        conditions.rules.ko = KoRule::Simple;
        let result = result_of(&conditions, script(black), script(white));
        assert!(!result.contains("illegal"), "{result}");
    }

    #[test]
    fn agreement_about_the_score_stands() {
        let claims = |black, white| {
            let [mut first, mut second] = [script("C2"), script("")];
            (first.score, second.score) = (black, white);
            play(&conditions(3, 3), [first.engine(), second.engine()]).ending
        };
        let Ending::Counted(agreed) = claims("B+3.5", "b+3.5") else {
            panic!("counted");
        };
        assert_eq!(agreed.score.to_string(), "B+3.5");
        assert_eq!(agreed.dispute, None);
        let Ending::Counted(disputed) = claims("B+3.5", "who knows") else {
            panic!("counted");
        };
        assert_eq!(
            disputed.score.to_string(),
            "B+8.5",
            "the referee counts the board"
        );
        let says = ["B+3.5".to_owned(), "'who knows'".to_owned()];
        assert_eq!(disputed.dispute, Some(says));
    }

    #[test]
    fn the_referee_knows_dead_stones_itself() {
        let [mut black, mut white] = [script("B2 C2 D2 B4 D4"), script("A5")];
        (black.score, white.score) = ("B+24.5", "B+1.5");
        let ending = play(&conditions(5, 5), [black.engine(), white.engine()]).ending;
        assert_eq!(ending.result(), "B+24.5");
    }

    #[test]
    fn dead_stones_stay_where_the_rules_want_them_captured() {
        let mut conditions = conditions(5, 5);
        conditions.rules.friendly_pass_ok = false;
        let [mut black, mut white] = [script("C3 D3"), script("A1")];
        (black.score, white.score) = ("B+24.5", "B+24.5");
        let ending = play(&conditions, [black.engine(), white.engine()]).ending;
        assert_eq!(ending.result(), "B+0.5");
    }

    #[test]
    fn under_territory_rules_dead_stones_are_always_agreed_on() {
        let mut conditions = conditions(5, 5);
        conditions.rules = Rules::preset("japanese").unwrap();
        let [mut black, mut white] = [script("C3 D3"), script("A1")];
        (black.score, white.score) = ("B+23.5", "B+23.5");
        let ending = play(&conditions, [black.engine(), white.engine()]).ending;
        assert_eq!(ending.result(), "B+23.5");
    }

    #[test]
    fn a_game_without_end_is_counted() {
        let mut conditions = conditions(9, 9);
        conditions.max_moves = 4;
        let [black, white] = [script("A1 A2 A3 A4"), script("J1 J2 J3 J4")];
        let finished = play(&conditions, [black.engine(), white.engine()]);
        assert!(finished.capped);
        assert_eq!(finished.game.moves().len(), 4);
        assert!(matches!(finished.ending, Ending::Counted(_)));
    }

    #[test]
    fn engines_are_told_what_they_list() {
        let mut conditions = conditions(9, 9);
        conditions.rules_command = Some("chinese".to_owned());
        conditions.time = Some(TimeControl::parse("byoyomi 60 5 3").unwrap());
        let [mut black, white] = [script("E5"), script("")];
        black.commands = "kata-set-rules kgs-time_settings time_settings time_left";
        let [black_saw, white_saw] = [&black, &white].map(|s| Arc::clone(&s.seen));
        play(&conditions, [black.engine(), white.engine()]);
        let beginning = [
            "list_commands",
            "boardsize 9",
            "clear_board",
            "kata-set-rules chinese",
            "komi 0.5",
            "kgs-time_settings byoyomi 60 5 3",
            "time_left black 60 0",
            "genmove black",
            "play white pass",
        ];
        assert_eq!(black_saw.lock().unwrap()[..9], beginning);
        assert_eq!(black_saw.lock().unwrap().last().unwrap(), "quit");
        let beginning = [
            "list_commands",
            "boardsize 9",
            "clear_board",
            "komi 0.5",
            "play black E5",
            "genmove white",
        ];
        assert_eq!(white_saw.lock().unwrap()[..6], beginning);
    }

    #[test]
    fn oblong_boards_have_their_own_command() {
        let black = script("");
        let seen = Arc::clone(&black.seen);
        play(&conditions(3, 5), [black.engine(), script("").engine()]);
        assert!(
            seen.lock()
                .unwrap()
                .contains(&"rectangular_boardsize 3 5".to_owned())
        );
    }

    #[test]
    fn the_clock_is_kept_from_outside() {
        let mut conditions = conditions(9, 9);
        conditions.time = Some(TimeControl::parse("absolute 0.1").unwrap());
        let [black, mut white] = [script("E5"), script("C3")];
        white.pause = Duration::from_millis(150);
        let finished = play(&conditions, [black.engine(), white.engine()]);
        assert_eq!(finished.ending.result(), "B+T");
        assert!(finished.thinking[1].longest >= Duration::from_millis(150));
        assert_eq!(finished.thinking[1].moves, 1);
    }
}
