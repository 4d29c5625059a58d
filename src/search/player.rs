//! A player: thinks within a budget, passes when the game is settled,
//! resigns when it is hopeless.

use super::dynamic_komi::virtual_komi;
use super::judge::Judgement;
use super::root::Stance;
use super::{Limits, MoveReport, Report, Restriction, Search, Settings};
use crate::game::{Game, Rules};
use crate::time::Budget;
use crate::types::{Color, Dims, Move};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often a running search is looked at.
const POLL: Duration = Duration::from_millis(5);
/// An opponent who has not moved by then has left.
const LONGEST_PONDERING: Duration = Duration::from_secs(600);

/// A move is a blunder when its winning rate is this much lower.
const BLUNDER: f32 = 0.1;

/// What a player is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who moves.
    pub color: Color,
    /// The most playouts.
    pub playouts: Option<u64>,
    /// The time to think.
    pub budget: Option<Budget>,
    /// Ends the thinking when set.
    pub stop: Arc<AtomicBool>,
    /// Whether dead enemy stones must be captured before passing.
    pub cleanup: bool,
    /// A move is hopeless when its winning rate is below this; at 0 none is, and Tengen never resigns.
    pub resign_below: f32,
    /// The only moves to consider; all if empty.
    pub only: Vec<Move>,
    /// Moves not to consider in the search. The tree is not kept for them: see [`Limits::restrictions`].
    pub restrictions: Vec<Restriction>,
    /// See [`Limits::ownership_by_move`].
    pub ownership_by_move: bool,
}

impl Request {
    /// A move for `color`, with nothing else asked for.
    pub fn new(color: Color) -> Request {
        Request {
            color,
            playouts: None,
            budget: None,
            stop: Arc::default(),
            cleanup: false,
            resign_below: 0.0,
            only: Vec::new(),
            restrictions: Vec::new(),
            ownership_by_move: false,
        }
    }

    fn allows(&self, mv: Move) -> bool {
        let forbids = |restriction: &Restriction| restriction.forbids(0, self.color, mv);
        let is_asked_for = self.only.is_empty() || self.only.contains(&mv);
        is_asked_for && !self.restrictions.iter().any(forbids)
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Plays or passes; legal under the rules in force.
    Move(Move),
    /// Gives up.
    Resign,
}

/// What a judgement depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matter {
    dims: Dims,
    stones: u64,
    rules: Rules,
}

impl Matter {
    fn of(game: &Game) -> Matter {
        Matter {
            dims: game.dims(),
            stones: game.position().hash(),
            rules: *game.rules(),
        }
    }
}

/// Hopeless moves of one player in a row, in one and the same game.
#[derive(Clone, Copy, Debug, Default)]
struct Despair {
    moves: u32,
    /// How many moves had been played before the last of them.
    played: usize,
}

impl Despair {
    /// Another hopeless move, before which `played` moves had been played. The
    /// same question twice counts once; a gap means another game or another line.
    fn count(&mut self, played: usize) {
        self.moves = match self.moves {
            0 => 1,
            moves if self.played == played => moves,
            moves if self.played + 2 == played => moves + 1,
            _ => 1,
        };
        self.played = played;
    }
}

/// A player with a search and a judgement of its own.
pub struct Player {
    pub(super) search: Search,
    judged: Option<(Matter, Judgement)>,
    /// By colour.
    despair: [Despair; 2],
}

impl Player {
    /// A player with an empty tree.
    pub fn new(settings: Settings) -> Player {
        Player {
            search: Search::new(settings),
            judged: None,
            despair: Default::default(),
        }
    }

    /// The search, to look at or to step from outside.
    pub fn search(&mut self) -> &mut Search {
        &mut self.search
    }

    /// Forgets tree, judgement and mood: the next game starts as in a fresh process.
    pub fn clear(&mut self) {
        self.search.clear();
        self.judged = None;
        self.despair = Default::default();
    }

    /// Thinks on in the background about the position of `game`, until
    /// [`Player::stop_pondering`] or anything else that is asked of the player.
    /// The next search goes on with what was found.
    pub fn ponder(&mut self, game: &Game) {
        self.take_position(game, game.to_move(), !game.rules().dead_stones_are_agreed());
        self.search.start(Limits {
            deadline: Some(Instant::now() + LONGEST_PONDERING),
            ..Limits::default()
        });
    }

    /// Ends the thinking of [`Player::ponder`], if it goes on.
    pub fn stop_pondering(&mut self) {
        self.search.stop();
    }

    /// Has the search look at a position as somebody who is to move there does.
    fn take_position(&mut self, game: &Game, color: Color, must_capture: bool) {
        let points_per_stone = self.search.settings().params.handicap_komi;
        let stance = Stance {
            to_move: color,
            must_capture,
            virtual_komi: virtual_komi(game, points_per_stone),
        };
        self.search.set_game_as(game, stance);
    }

    /// Chooses a move and tells what the search saw.
    pub fn genmove(&mut self, game: &Game, request: &Request) -> (Choice, Report) {
        self.genmove_watched(game, request, None)
    }

    /// As [`Player::genmove`]; `watch` looks at the running search every few milliseconds.
    pub fn genmove_watched(
        &mut self,
        game: &Game,
        request: &Request,
        watch: Option<&mut dyn FnMut(&Search)>,
    ) -> (Choice, Report) {
        let began = Instant::now();
        let level = self.search.settings().level;
        if !level.is_full() {
            // What an earlier search has read would make this one stronger.
            self.search.clear();
        }
        let request = &level.limit(game, request);
        let report = self.think(game, request, began, watch);
        let deadline = request.budget.as_ref().map(|budget| began + budget.hard);
        let choice = self.choose(game, request, &report, deadline);
        (choice, report)
    }

    fn think(
        &mut self,
        game: &Game,
        request: &Request,
        began: Instant,
        mut watch: Option<&mut dyn FnMut(&Search)>,
    ) -> Report {
        let must_capture = request.cleanup || !game.rules().dead_stones_are_agreed();
        self.take_position(game, request.color, must_capture);
        self.search.start(Limits {
            playouts: request.playouts,
            deadline: request.budget.as_ref().map(|budget| began + budget.hard),
            stop: Arc::clone(&request.stop),
            only: request.only.clone(),
            restrictions: request.restrictions.clone(),
            ownership_by_move: request.ownership_by_move,
        });
        if let Some(budget) = &request.budget {
            // The judgement before a pass needs time too, and there is little to prepare for.
            let is_ending = game.position().last_move() == Some(Move::Pass);
            let budget = &Budget {
                carries_over: budget.carries_over || is_ending,
                ..*budget
            };
            let mut settlement_asked = false;
            while self.search.is_running() && !self.may_stop(budget, began.elapsed()) {
                if !settlement_asked && began.elapsed() >= budget.soft / 2 {
                    settlement_asked = true;
                    // Thinking on would gain nothing.
                    if self.seems_settled(game) {
                        break;
                    }
                }
                if let Some(watch) = &mut watch {
                    watch(&self.search);
                }
                std::thread::sleep(POLL);
            }
            self.search.stop();
        } else {
            if let Some(watch) = watch {
                while self.search.is_running() {
                    watch(&self.search);
                    std::thread::sleep(POLL);
                }
            }
            self.search.wait();
        }
        self.search.report().expect("the search has a position")
    }

    /// Whether more thinking would not change the choice or is not worth its time.
    fn may_stop(&self, budget: &Budget, elapsed: Duration) -> bool {
        if elapsed >= budget.hard {
            return true;
        }
        if elapsed < budget.soft / 8 {
            return false;
        }
        let Some(standing) = self.search.standing() else {
            return true;
        };
        let [first, second] = match standing.leaders() {
            [None, _] => return false,
            [Some(_), None] => return true,
            [Some(first), Some(second)] => [first, second],
        };
        if !budget.carries_over && !standing.would_pass && elapsed < budget.soft {
            return false;
        }
        let limit = if elapsed >= budget.soft {
            budget.hard
        } else {
            budget.soft
        };
        let rate = standing.playouts as f32 / elapsed.as_secs_f32().max(1e-6);
        let to_come = rate * limit.saturating_sub(elapsed).as_secs_f32();
        if (first.visits - second.visits) as f32 > to_come {
            return true;
        }
        elapsed >= budget.soft && standing.is_clear()
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        report: &Report,
        deadline: Option<Instant>,
    ) -> Choice {
        let is_allowed = |mv: Move| request.allows(mv) && game.check(request.color, mv).is_ok();
        let best = report.moves.iter().find(|found| is_allowed(found.mv));
        let Some(best) = best else {
            // The search leaves out moves that fill an eye; they may have been asked for.
            let asked_for = request.only.iter().copied().find(|&mv| is_allowed(mv));
            return Choice::Move(asked_for.unwrap_or(Move::Pass));
        };
        let may_pass = request.only.is_empty() && request.allows(Move::Pass);
        if may_pass && self.should_pass(game, request, report, deadline) {
            return Choice::Move(Move::Pass);
        }
        if self.is_hopeless(game, request, best.won) {
            return Choice::Resign;
        }
        if !request.only.is_empty() {
            return Choice::Move(best.mv);
        }
        if best.mv != Move::Pass {
            let Settings { level, seed, .. } = *self.search.settings();
            return Choice::Move(level.choose(game, report, best, seed, is_allowed));
        }
        // The search would pass, and the judgement says that it does harm. A
        // move that the search thinks a blunder would do more.
        let is_worth_it = |found: &&MoveReport| found.winrate + BLUNDER >= best.winrate;
        let other = report
            .moves
            .iter()
            .find(|found| found.mv != Move::Pass && is_allowed(found.mv))
            .filter(is_worth_it);
        Choice::Move(other.map_or(Move::Pass, |found| found.mv))
    }

    /// Whether several moves of this colour in a row, this one included, had no hope.
    fn is_hopeless(&mut self, game: &Game, request: &Request, won: f32) -> bool {
        let despair = &mut self.despair[request.color.index()];
        let played = game.moves().len();
        if won >= request.resign_below {
            *despair = Despair::default();
            return false;
        }
        despair.count(played);
        let enough = self.search.settings().params.resign_after;
        let handicap = game.handicap() > 0;
        let earliest = game.dims().area() / if handicap { 2 } else { 4 };
        despair.moves as f32 >= enough && played >= earliest
    }

    /// The judgement of the current position.
    pub fn judge(&mut self, game: &Game) -> Judgement {
        if game.counts_as_it_stands() {
            return Judgement::as_it_stands(game);
        }
        let judgement = self.judge_within(game, &Limits::default());
        // Without limits it is never cut short.
        judgement.unwrap_or_else(|| Judgement::new(game, self.search.settings(), None))
    }

    /// The judgement, unless `limits` cut it short. It is kept as long as the
    /// stones are the same, so it survives passes and their undoing.
    pub(super) fn judge_within(&mut self, game: &Game, limits: &Limits) -> Option<Judgement> {
        let matter = Matter::of(game);
        if let Some((judged, judgement)) = &self.judged
            && *judged == matter
        {
            return Some(judgement.clone());
        }
        let judgement = Judgement::within(game, self.search.settings(), limits)?;
        self.judged = Some((matter, judgement.clone()));
        Some(judgement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    fn player() -> Player {
        Player::new(Settings {
            memory_mb: 16,
            ..Settings::default()
        })
    }

    fn choice(game: &Game, request: &Request) -> Choice {
        player().genmove(game, request).0
    }

    #[test]
    fn without_time_it_plays_rather_than_passes() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5);
        let in_no_time = Request {
            budget: Some(Budget::fixed(Duration::ZERO)),
            ..Request::new(Color::Black)
        };
        let interrupted = Request {
            playouts: Some(1000),
            ..Request::new(Color::Black)
        };
        interrupted.stop.store(true, Relaxed);
        for request in [in_no_time, interrupted] {
            for _ in 0..20 {
                assert_ne!(choice(&game, &request), Choice::Move(Move::Pass));
            }
        }
    }

    #[test]
    fn a_choice_among_moves_is_one_of_them() {
        // A1 fills an eye: the search would not look at it.
        let game = Game::from_diagram(
            ".....
             .....
             .....
             XXX..
             .X...",
        )
        .unwrap();
        let eye = Move::Place(game.dims().point(0, 0).unwrap());
        for playouts in [1, 100] {
            let request = Request {
                playouts: Some(playouts),
                only: vec![eye],
                ..Request::new(Color::Black)
            };
            assert_eq!(choice(&game, &request), Choice::Move(eye));
        }
    }

    #[test]
    fn what_was_found_while_pondering_is_used() {
        let mut game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5);
        let mut player = player();
        player.ponder(&game);
        let seen = |player: &mut Player| player.search().report().unwrap();
        while seen(&mut player).playouts < 500 {
            std::thread::yield_now();
        }
        player.stop_pondering();
        assert!(!player.search().is_running());
        let expected = seen(&mut player).best().unwrap().mv;
        game.play(Color::Black, expected).unwrap();
        let request = Request {
            playouts: Some(20),
            ..Request::new(Color::White)
        };
        let (_, report) = player.genmove(&game, &request);
        assert_eq!(report.playouts, 20);
        assert!(report.visits > 50, "{}", report.visits);
    }

    #[test]
    fn each_color_gives_up_for_itself() {
        let mut game = Game::new(Dims::square(3).unwrap(), Rules::default(), 7.5);
        for _ in 0..2 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        let mut player = player();
        let mut gives_up = |game: &mut Game, won| {
            let request = Request {
                resign_below: 0.2,
                ..Request::new(game.to_move())
            };
            let hopeless = player.is_hopeless(game, &request, won);
            game.play(game.to_move(), Move::Pass).unwrap();
            hopeless
        };
        for _ in 0..2 {
            assert!(!gives_up(&mut game, 0.1));
            assert!(!gives_up(&mut game, 0.9));
        }
        assert!(gives_up(&mut game, 0.1));
        assert!(!gives_up(&mut game, 0.9));
        assert!(!gives_up(&mut game, 0.3));
        assert!(!gives_up(&mut game, 0.9));
        assert!(!gives_up(&mut game, 0.1));
    }

    #[test]
    fn dynamic_komi_does_not_make_a_won_game_look_lost() {
        let mut game = Game::new(Dims::square(13).unwrap(), Rules::default(), 0.5);
        game.place_fixed_handicap(5).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let mut player = player();
        let request = Request {
            playouts: Some(300),
            ..Request::new(Color::Black)
        };
        let (_, report) = player.genmove(&game, &request);
        assert!(report.is_komi_virtual);
        let best = report.best().unwrap();
        assert!(
            best.won > best.winrate + 0.1,
            "{} {}",
            best.won,
            best.winrate
        );
        assert!(report.won > report.winrate + 0.1 && report.black_lead > 20.0);
        player.search().set_game(&game, Color::Black, false);
        assert!(!player.search().report().unwrap().is_komi_virtual);
    }

    #[test]
    fn despair_is_of_one_game() {
        let mut despair = Despair::default();
        let mut after = |played| {
            despair.count(played);
            despair.moves
        };
        assert_eq!([after(10), after(12), after(12), after(14)], [1, 2, 2, 3]);
        // An undo, and another game.
        assert_eq!([after(12), after(14), after(40)], [1, 2, 1]);
    }
}
