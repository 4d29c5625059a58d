//! One window's engine: carries out its orders, one after the other, on a thread of its own.

use super::analyse::End;
use super::order::{Agreement, Clock, Count, LONGEST_MOVE_BY_CLOCK, Order, Task, Think};
use super::pool::Pool;
use super::tell;
use crate::game::{Game, Territory};
use crate::page::move_text;
use crate::search::{Choice, DeadStones, Request, Status};
use crate::session::{Config, Session};
use serde_json::{Value, json};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Where the answers go.
pub trait Listener {
    /// Takes an answer.
    fn tell(&self, answer: Value);

    /// Takes an answer that may be lost when the window reads slowly: others follow that say more.
    fn mention(&self, answer: Value);
}

/// A session, and the seat that it needs to think.
pub struct Table<L> {
    pub(super) guest: u64,
    pub(super) pool: Arc<Pool>,
    pub(super) config: Config,
    pub(super) session: Session,
    pub(super) listener: L,
}

impl<L: Listener> Table<L> {
    /// A table for `guest`, a number of its own.
    pub fn new(guest: u64, pool: Arc<Pool>, config: Config, listener: L) -> Table<L> {
        Table {
            guest,
            pool,
            session: Session::new(config.clone(), Game::default()),
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
            self.session = Session::new(self.config.clone(), Game::default());
            failed()
        });
        answer["id"] = json!(id);
        // The window may give its next order at once: others would not come before it.
        if self.pool.is_wanted() {
            self.leave();
        }
        self.listener.tell(answer);
        self.pool.rest(self.guest, ask_to_leave);
    }

    /// Gives the seat back and with it the memory of the tree.
    pub fn leave(&mut self) {
        self.session.forget();
        self.pool.leave(self.guest);
    }

    fn answer(&mut self, order: Order, stop: &Arc<AtomicBool>) -> Value {
        let Order { id, read, task } = order;
        let sit = |wait: &dyn Fn()| self.pool.sit(self.guest, stop, wait);
        if task.needs_seat() && !self.take_seat(id, sit) {
            return stopped();
        }
        match task {
            Task::Stop => stopped(),
            Task::Think(think) => self.think(think, read, stop),
            Task::Analyse(analyse) => self.analyse(id, analyse, stop),
            Task::Review(game) => self.review(id, &game, stop),
            Task::Count(count) => self.count(count, stop),
        }
    }

    /// Takes a seat by `take`, which calls what it is given once if it has to wait; false if the order is stopped first. The window
    /// hears when it begins to wait, and when it has a seat: much of what it asks for says nothing on the way.
    pub(super) fn take_seat(&self, id: u64, take: impl FnOnce(&dyn Fn()) -> bool) -> bool {
        let mention = |is_waiting: bool| {
            self.listener
                .mention(json!({ "id": id, "waiting": is_waiting }))
        };
        let has_waited = Cell::new(false);
        let is_seated = take(&|| {
            has_waited.set(true);
            mention(true);
        });
        if is_seated && has_waited.get() {
            mention(false);
        }
        is_seated
    }

    /// Chooses a move. The order was read at `read`.
    fn think(&mut self, think: Think, read: Instant, stop: &Arc<AtomicBool>) -> Value {
        let time_per_move = think.time.unwrap_or(self.config.time_per_move);
        self.session.reconfigure(|config| {
            config.level = think.level;
            config.time_per_move = time_per_move;
            config.resigns = think.may_resign;
            config.max_time = think.clock.map(|_| LONGEST_MOVE_BY_CLOCK);
        });
        self.session.start_game(*think.game);
        self.set_clock(think.clock.unwrap_or_default(), read);
        let game = self.session.game();
        let (dims, color) = (game.dims(), game.to_move());
        let request = Request {
            stop: Arc::clone(stop),
            dead_stones: DeadStones::captured_if(think.cleanup),
            ..Request::new(color)
        };
        let Ok(answer) = self.session.genmove(request, None) else {
            return json!({ "error": "the record of this game is full" });
        };
        match answer.choice {
            Choice::Resign => json!({ "resign": true }),
            Choice::Move(mv) => {
                json!({ "move": format!("{}{}", color.letter(), move_text(dims, mv)) })
            }
        }
    }

    /// Sets the clock of the player to move, which has run on since `read`, here as it does in the page (`game/clock.js`).
    fn set_clock(&mut self, clock: Clock, read: Instant) {
        let Clock { system, left } = clock;
        self.session.set_time_system(system);
        if let Some(left) = left {
            let color = self.session.game().to_move();
            self.session
                .set_clock(color, left.after(system, read.elapsed()));
        }
    }

    fn count(&mut self, count: Count, stop: &Arc<AtomicBool>) -> Value {
        self.session.start_game(*count.game);
        let (agreement, is_settled) = match count.agreed {
            Some(agreement) => (agreement, true),
            None => self.judge(stop),
        };
        let game = self.session.game();
        let Agreement { dead, seki } = agreement;
        let territory = Territory::with_seki(game.board(), &dead, &seki);
        json!({ "count": tell::count(game, &territory, &seki, is_settled) })
    }

    /// What the players should agree on, and whether nothing is left to play for.
    fn judge(&mut self, stop: &Arc<AtomicBool>) -> (Agreement, bool) {
        let judgement = self.session.judge(Arc::clone(stop));
        let agreement = Agreement {
            dead: judgement.stones(Status::Dead),
            seki: judgement.stones(Status::Seki),
        };
        (agreement, judgement.has_only_dame_left(self.session.game()))
    }
}

/// The answer to an order that was stopped.
pub(super) fn stopped() -> Value {
    json!({ "end": End::Stopped.word() })
}

/// The answer to an order in which Tengen failed.
pub(super) fn failed() -> Value {
    json!({ "error": "Tengen made a mistake of its own; please try again" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Left;
    use crate::types::Color;
    use crate::web::order::Said;
    use std::cell::RefCell;
    use std::thread;
    use std::time::Duration;

    #[derive(Default)]
    struct Heard(RefCell<Vec<Value>>);

    impl Listener for &Heard {
        fn tell(&self, answer: Value) {
            self.0.borrow_mut().push(answer);
        }

        fn mention(&self, answer: Value) {
            self.tell(answer);
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
        match Said::parse(text) {
            Ok(Said::Order(order)) => order,
            _ => panic!("{text}"),
        }
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
    fn it_resigns_unless_it_may_not() {
        let heard = Heard::default();
        let mut table = table(&heard);
        for (said, may_resign) in [(r#""resign": false, "#, false), ("", true)] {
            let text = format!(r#"{{"id": 5, "do": "think", "level": 1, {said}{GAME}}}"#);
            table.carry_out(order(&text), &Arc::default(), || ());
            assert_eq!(table.session.config().resigns, may_resign);
        }
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
        assert_eq!(last["report"]["visits"], 300);
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
    fn who_has_finished_stands_behind_those_who_wait() {
        let heard = Heard::default();
        let mut table = table(&heard);
        assert!(table.pool.sit(1, &AtomicBool::new(false), || ()));
        let (pool, stop) = (Arc::clone(&table.pool), Arc::new(AtomicBool::new(false)));
        let second = thread::spawn({
            let (pool, stop) = (Arc::clone(&pool), Arc::clone(&stop));
            move || pool.sit(2, &stop, || ())
        });
        while !pool.is_wanted() {
            thread::yield_now();
        }
        let text = format!(r#"{{"id": 6, "do": "analyse", "playouts": 300, {GAME}}}"#);
        table.carry_out(order(&text), &Arc::default(), || ());
        assert!(!pool.sit(1, &AtomicBool::new(true), || ()));
        assert!(second.join().unwrap());
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
    fn a_review_tells_of_a_position_in_the_form_of_a_report() {
        let answers = answers(&[
            &format!(r#"{{"id": 6, "do": "analyse", "playouts": 300, {GAME}}}"#),
            &format!(r#"{{"id": 9, "do": "review", {GAME}}}"#),
        ]);
        let [report, evaluation] = ["report", "evaluation"].map(|name| {
            let mut told = answers.iter().map(|answer| &answer[name]);
            told.find(|value| value.is_object()).unwrap()
        });
        let names =
            |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(names(report), names(evaluation));
        assert_eq!(names(&report["moves"][0]), names(&evaluation["moves"][0]));
    }

    #[test]
    fn a_count_that_is_agreed_on_waits_for_no_seat() {
        let heard = Heard::default();
        let mut table = table(&heard);
        assert!(table.pool.sit(2, &AtomicBool::new(false), || ()));
        // Whoever has to wait for a seat is stopped at once.
        let stop = Arc::new(AtomicBool::new(true));
        for agreed in ["", r#""dead": "", "seki": "", "#] {
            let text = format!(r#"{{"id": 1, "do": "count", {agreed}{GAME}}}"#);
            table.carry_out(order(&text), &stop, || ());
        }
        let answers = heard.0.take();
        let is_counted = |answer: &&Value| answer["count"].is_object();
        let counted: Vec<bool> = answers.iter().map(|answer| is_counted(&answer)).collect();
        assert_eq!(counted, [false, true], "{answers:?}");
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
}
