//! One window's engine: carries out its orders, one after the other, on a thread of its own.

use super::order::{LONGEST_MOVE_BY_CLOCK, Order, Task};
use super::pool::Pool;
use super::{tell, waited};
use crate::game::sgf::Info;
use crate::game::{Game, Territory};
use crate::page::{self, move_text, point_text};
use crate::review::{Effort, Progress, Review};
use crate::search::{Choice, Level, Limits, Request, Search, Settings, Status};
use crate::session::{Config, Session};
use crate::types::{Dims, Point};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first report of an analysis comes after this time at the latest.
const FIRST_REPORT: Duration = Duration::from_millis(100);
/// How often a running analysis is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// An analysis ends after this time: whoever is still there can start another.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(900);
/// When others wait for a seat, an analysis ends after this time.
const FAIR_SHARE: Duration = Duration::from_secs(3);
/// Two reviews of a game say the same, as far as threads let them.
const REVIEW_SEED: u64 = 1;

/// Where the answers go.
pub trait Listener {
    /// Takes an answer. One that `may_be_lost` is followed by others that say more.
    fn tell(&self, answer: Value, may_be_lost: bool);
}

/// A session, and the seat that it needs to think.
pub struct Table<L> {
    guest: u64,
    pool: Arc<Pool>,
    config: Config,
    session: Session,
    listener: L,
}

/// Why an analysis has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Stopped,
    Finished,
    /// Others need the seat.
    Others,
    /// Nobody has asked for anything for long.
    Idle,
}

impl End {
    fn word(self) -> &'static str {
        match self {
            End::Stopped => "stopped",
            End::Finished => "finished",
            End::Others => "others",
            End::Idle => "idle",
        }
    }
}

impl<L: Listener> Table<L> {
    /// A table for `guest`, a number of its own.
    pub fn new(guest: u64, pool: Arc<Pool>, config: Config, listener: L) -> Table<L> {
        Table {
            guest,
            pool,
            session: Session::new(config.clone()),
            config,
            listener,
        }
    }

    /// Carries out an order, until it is done or `stop` is set. Always answers, in the end with
    /// something else than a report. `ask_to_leave` is called later when another table needs the seat.
    pub fn carry_out(
        &mut self,
        order: Order,
        stop: &Arc<AtomicBool>,
        ask_to_leave: impl Fn() + Send + 'static,
    ) {
        let id = order.id;
        let done = catch_unwind(AssertUnwindSafe(|| self.answer(order, stop)));
        // What went wrong stands on standard error, as every panic does.
        let mut answer = done.unwrap_or_else(|_| {
            self.session = Session::new(self.config.clone());
            json!({ "error": "Tengen made a mistake of its own; please try again" })
        });
        answer["id"] = json!(id);
        self.listener.tell(answer, false);
        self.pool.rest(self.guest, ask_to_leave);
    }

    /// Gives the seat back and with it the memory of the tree.
    pub fn leave(&mut self) {
        self.session.forget();
        self.pool.leave(self.guest);
    }

    fn answer(&mut self, order: Order, stop: &Arc<AtomicBool>) -> Value {
        let Order { id, read, task } = order;
        let task = match task {
            Task::Stop => return stopped(),
            Task::Handicap { dims, stones } => return json!({ "points": handicap(dims, stones) }),
            task => task,
        };
        let wait = || {
            self.listener
                .tell(json!({ "id": id, "waiting": true }), true)
        };
        if !self.pool.sit(self.guest, stop, wait) {
            return stopped();
        }
        match task {
            Task::Think {
                game,
                level,
                time,
                clock,
                cleanup,
            } => {
                let time_per_move = time.unwrap_or(self.config.time_per_move);
                self.session.reconfigure(|config| {
                    config.level = level;
                    config.time_per_move = time_per_move;
                    config.max_time = clock.map(|_| LONGEST_MOVE_BY_CLOCK);
                });
                self.session.start_game(*game);
                let color = self.session.game().to_move();
                let (system, left) = clock.unwrap_or_default();
                self.session.set_time_system(system);
                if let Some(left) = left {
                    // The player's clock did not wait for a seat.
                    let left = waited::left_after(system, left, read.elapsed());
                    self.session.set_clock(color, left);
                }
                self.think(Request {
                    stop: Arc::clone(stop),
                    cleanup,
                    ..Request::new(color)
                })
            }
            Task::Analyse {
                game,
                playouts,
                time,
                interval,
            } => {
                self.session.start_game(*game);
                let limits = Limits {
                    playouts,
                    deadline: time.map(|time| Instant::now() + time),
                    stop: Arc::clone(stop),
                    ..Limits::default()
                };
                self.analyse(id, limits, interval)
            }
            Task::Review { game } => self.review(id, &game, stop),
            Task::Count { game, agreed } => {
                self.session.start_game(*game);
                self.count(agreed)
            }
            Task::Handicap { .. } | Task::Stop => unreachable!("they need no seat"),
        }
    }

    fn think(&mut self, request: Request) -> Value {
        let color = request.color;
        let Ok(answer) = self.session.genmove(request, None) else {
            return json!({ "error": "the record of this game is full" });
        };
        let dims = self.session.game().dims();
        let report = answer.report.map(|report| tell::report(dims, &report));
        match answer.choice {
            Choice::Resign => json!({ "report": report, "resign": true }),
            Choice::Move(mv) => {
                let mv = format!("{}{}", color.letter(), move_text(dims, mv));
                json!({ "report": report, "move": mv })
            }
        }
    }

    fn analyse(&mut self, id: u64, limits: Limits, interval: Duration) -> Value {
        let game = self.session.game();
        let (dims, color) = (game.dims(), game.to_move());
        let (pool, listener) = (&self.pool, &self.listener);
        let stop = Arc::clone(&limits.stop);
        let mut last = (End::Finished, None);
        self.session.analyze(color, limits, |search| {
            let end = follow(search, &stop, pool, interval, |search| {
                if let Some(report) = search.report() {
                    let report = tell::report(dims, &report);
                    listener.tell(json!({ "id": id, "report": report }), true);
                }
            });
            search.stop();
            let report = search.report().filter(|report| report.playouts > 0);
            last = (end, report.map(|report| tell::report(dims, &report)));
        });
        let (end, report) = last;
        json!({ "report": report, "end": end.word() })
    }

    /// Reviews a game. Between two searches others may have the seat.
    fn review(&mut self, id: u64, game: &Game, stop: &Arc<AtomicBool>) -> Value {
        // There is memory for one tree.
        self.session.forget();
        let settings = Settings {
            level: Level::FULL,
            ..self.config.search_settings(REVIEW_SEED)
        };
        let effort = Effort::usual(settings.method.has_sound_network(game.dims()));
        let tell = |mut answer: Value| {
            answer["id"] = json!(id);
            self.listener.tell(answer, false);
        };
        let watch = &mut |progress: Progress<'_>| {
            match progress {
                Progress::Position(number, found) => {
                    let evaluation = tell::evaluation(game.dims(), found);
                    tell(json!({ "position": number, "evaluation": evaluation }));
                }
                Progress::Compared(done, all) => tell(json!({ "compared": [done, all] })),
            }
            if !self.pool.is_wanted() {
                return ControlFlow::Continue(());
            }
            self.pool.leave(self.guest);
            match self
                .pool
                .sit(self.guest, stop, || tell(json!({ "waiting": true })))
            {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        match Review::new(game, Info::default(), &settings, effort, stop, watch) {
            Some(review) => {
                json!({ "review": page::review::findings(&review), "end": End::Finished.word() })
            }
            None => stopped(),
        }
    }

    fn count(&mut self, agreed: Option<[Vec<Point>; 2]>) -> Value {
        let (dead, seki, is_settled) = match agreed {
            Some([dead, seki]) => (dead, seki, true),
            None => {
                let judgement = self.session.judge();
                (
                    judgement.stones(Status::Dead),
                    judgement.stones(Status::Seki),
                    judgement.is_settled(self.session.game(), false),
                )
            }
        };
        let game = self.session.game();
        let territory = Territory::with_seki(game.board(), &dead, &seki);
        json!({ "count": tell::count(game, &territory, &dead, &seki, is_settled) })
    }
}

fn stopped() -> Value {
    json!({ "end": End::Stopped.word() })
}

/// Looks at a running search until it ends or must end, and has it reported every `interval`.
fn follow(
    search: &Search,
    stop: &AtomicBool,
    pool: &Pool,
    interval: Duration,
    mut report: impl FnMut(&Search),
) -> End {
    let began = Instant::now();
    let mut next = FIRST_REPORT.min(interval);
    loop {
        let elapsed = began.elapsed();
        if stop.load(Ordering::SeqCst) {
            return End::Stopped;
        }
        if !search.is_running() {
            return End::Finished;
        }
        if elapsed >= FAIR_SHARE && pool.is_wanted() {
            return End::Others;
        }
        if elapsed >= LONGEST_ANALYSIS {
            return End::Idle;
        }
        let has_begun = |search: &Search| {
            let standing = search.standing();
            standing.is_some_and(|standing| standing.playouts > 0)
        };
        if elapsed >= next && has_begun(search) {
            next = elapsed + interval;
            report(search);
        }
        std::thread::sleep(LOOK);
    }
}

/// Where handicap stones go.
fn handicap(dims: Dims, stones: usize) -> String {
    let game = Game::new(dims, Default::default(), 0.0);
    let points = game.free_handicap_points(stones);
    let texts: Vec<String> = points
        .iter()
        .map(|&point| point_text(dims, point))
        .collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Left;
    use crate::types::Color;
    use std::cell::RefCell;

    #[derive(Default)]
    struct Heard(RefCell<Vec<Value>>);

    impl Listener for &Heard {
        fn tell(&self, answer: Value, _: bool) {
            self.0.borrow_mut().push(answer);
        }
    }

    fn table(heard: &Heard) -> Table<&Heard> {
        let config = Config {
            memory_mb: 16,
            time_per_move: Duration::from_millis(200),
            ..Config::default()
        };
        Table::new(1, Arc::new(Pool::new(1)), config, heard)
    }

    fn order(text: &str) -> Order {
        Order::parse(text).unwrap_or_else(|_| panic!("{text}"))
    }

    fn answers(orders: &[&str]) -> Vec<Value> {
        let heard = Heard::default();
        let mut table = table(&heard);
        for text in orders {
            table.carry_out(order(text), &Arc::default(), || ());
        }
        heard.0.take()
    }

    const GAME: &str = r#""game": {"size": [5, 5], "rules": "chinese", "komi": 0, "setup": "Bba Bbb Bbc Bbd Bbe Bda Wca Wcb Wcc Wcd Wce", "first": "W"}"#;

    #[test]
    fn it_answers_with_a_move() {
        let answers = answers(&[&format!(
            r#"{{"id": 5, "do": "think", "level": 1, {GAME}}}"#
        )]);
        let [answer] = &answers[..] else {
            panic!("{answers:?}")
        };
        assert_eq!(answer["id"], 5);
        assert!(
            answer["move"].as_str().unwrap().starts_with('W'),
            "{answer}"
        );
    }

    #[test]
    fn the_clock_runs_while_an_order_waits() {
        let heard = Heard::default();
        let mut table = table(&heard);
        let mut order = order(&format!(
            r#"{{"id": 5, "do": "think", "level": 1, {GAME},
                "clock": {{"system": "byoyomi 0 60 5", "time": 6, "stones": 4}}}}"#
        ));
        // The rest of one period, another one, and some of a third.
        order.read -= Duration::from_secs(6 + 60 + 1);
        table.carry_out(order, &Arc::default(), || ());
        assert!(heard.0.take()[0]["move"].is_string());
        let left = table.session.clocks()[Color::White.index()].left();
        let time = Duration::from_secs(60);
        assert_eq!(left, Left::Period { time, count: 2 });
    }

    #[test]
    fn an_analysis_reports_and_ends() {
        let answers = answers(&[&format!(
            r#"{{"id": 6, "do": "analyse", "playouts": 300, {GAME}}}"#
        )]);
        let last = answers.last().unwrap();
        assert_eq!(last["end"], "finished");
        assert_eq!(last["report"]["playouts"], 300);
        assert_eq!(last["report"]["turn"], "W");
        assert_eq!(last["report"]["ownership"].as_str().unwrap().len(), 25);
        let best = &last["report"]["moves"][0];
        assert!(
            best["line"]
                .as_str()
                .unwrap()
                .starts_with(best["move"].as_str().unwrap())
        );
    }

    #[test]
    fn a_review_tells_of_each_position_and_of_each_move() {
        let game = GAME.replace(r#""first": "W""#, r#""first": "W", "moves": "W-- Bdb""#);
        let answers = answers(&[&format!(r#"{{"id": 9, "do": "review", {game}}}"#)]);
        let positions = answers
            .iter()
            .filter_map(|answer| answer["position"].as_u64());
        assert!(positions.eq([2, 1, 0]));
        assert!(answers.iter().all(|answer| answer["id"] == 9));
        let first = &answers[0]["evaluation"];
        assert_eq!(first["ownership"].as_str().unwrap().len(), 25);
        let last = answers.last().unwrap();
        assert_eq!(last["end"], "finished");
        assert_eq!(last["review"]["losses"].as_array().unwrap().len(), 2);
        assert_eq!(last["review"]["players"][1]["color"], "W");
    }

    #[test]
    fn a_count_can_be_disputed() {
        let answers = answers(&[
            &format!(r#"{{"id": 1, "do": "count", {GAME}}}"#),
            &format!(r#"{{"id": 2, "do": "count", "dead": "", "seki": "", {GAME}}}"#),
        ]);
        let counts: Vec<&Value> = answers.iter().map(|answer| &answer["count"]).collect();
        assert_eq!(counts[0]["dead"], "da");
        assert_eq!(counts[0]["score"], "W+5");
        assert_eq!(counts[0]["owners"], "YYAAA".repeat(5));
        // The stone lives now, and what it touches is nobody's.
        assert_eq!(counts[1]["dead"], "");
        assert_eq!(counts[1]["score"], "B+6");
    }

    #[test]
    fn handicap_stones_have_their_places() {
        let answers = answers(&[r#"{"id": 1, "do": "handicap", "size": [9, 9], "stones": 2}"#]);
        assert_eq!(answers[0]["points"], "cg gc");
    }
}
