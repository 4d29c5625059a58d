//! Whether to pass: when the game is settled, and a pass does no harm under
//! the rules in force.

use super::Request;
use super::after_pass::{Prospects, best_lead};
use crate::game::{Game, Score, Scoring};
use crate::search::{Judgement, MoveReport, Report, Search, Status};
use crate::types::{Color, Move, Point, PointSet};

/// By how many points a move must seem better than a pass that ends the game, where moves for nothing cost points: half of the
/// least gain that there is.
const NO_GAIN_POINTS: f32 = 0.5;
/// The same in winning rate, 0..=1.
const NO_GAIN: f32 = 0.01;
/// After fewer playouts than this, any board looks settled: chance alone makes the owners agree. A network's
/// owners are no matter of chance.
const TELLING_PLAYOUTS: u64 = 50;
const TELLING_VISITS: u64 = 4;
/// A chain with so few liberties may have to be saved before the dead stones beside it are taken.
const FEW_LIBERTIES: usize = 3;
/// With a winning rate above this a lost count is not the last word.
const HOPE: f32 = 0.15;

/// A position in which passing is thought about, and what the search has found there.
pub(super) struct PassDecision<'a> {
    game: &'a Game,
    request: &'a Request,
    report: &'a Report,
    has_network: bool,
    /// What the search itself, by its network or its playouts, says of every point.
    from_search: Option<Judgement>,
    /// Whether a pass would end the game.
    opponent_passed: bool,
    /// Whether a pass ends the game, a move for nothing costs a point, and a network judges. Playouts cannot tell such moves
    /// from others.
    pass_saves_points: bool,
    /// Whether the search would rather pass than play, or sees nothing to gain where a move for nothing costs a point.
    pass_is_best: bool,
}

impl<'a> PassDecision<'a> {
    /// What is known without asking further.
    pub fn new(
        game: &'a Game,
        request: &'a Request,
        report: &'a Report,
        has_network: bool,
    ) -> PassDecision<'a> {
        let is_best = report.best().is_some_and(|best| best.mv == Move::Pass);
        let pass_saves_points = has_network && pass_would_save_points(game);
        PassDecision {
            game,
            request,
            report,
            has_network,
            from_search: search_judgement(game, report, has_network),
            opponent_passed: game.follows_pass(),
            pass_saves_points,
            pass_is_best: is_best || pass_saves_points && no_move_gains(report),
        }
    }

    /// Whether a pass is worth a judgement of all stones.
    pub fn is_worth_a_judgement(&self) -> bool {
        self.opponent_passed || self.pass_is_best || self.seems_settled()
    }

    fn seems_settled(&self) -> bool {
        let judgement = self.from_search.as_ref();
        judgement.is_some_and(|judgement| judgement.is_settled(self.game))
    }

    /// Whether to pass. `judgement` is of all stones, with either side to move, if there was time for one;
    /// `after_pass` finds out what a pass would leave, if there is time.
    pub fn should_pass(
        self,
        judgement: Option<Judgement>,
        after_pass: impl FnOnce() -> Option<Prospects>,
    ) -> bool {
        if self.would_win_at_once() {
            return true;
        }
        let Some(judgement) = judgement else {
            // What the search says of the stones holds if the next move is the player's, and a pass gives it away.
            let is_harmless = || self.seems_settled() && self.is_harmless(after_pass);
            return !self.request.cleanup && (self.pass_is_best || is_harmless());
        };
        if self.request.cleanup {
            let is_settled = self.pass_is_best || judgement.is_settled(self.game);
            return is_settled && !self.has_dead_enemies(&judgement);
        }
        let lead = self.lead(&judgement);
        let has_hope = self.best_winrate() > enough_hope(lead);
        if !self.pass_is_best && has_hope && !self.is_futile(&judgement) {
            // The search sees a way to win that the judgement does not.
            return false;
        }
        if self.opponent_passed && !has_hope && self.search_counts_a_loss() {
            // Playouts may leave points open that nobody plays for.
            return true;
        }
        if !judgement.is_settled(self.game) {
            // Passing is best, and whatever becomes of the open points, the game is won.
            let open = judgement.open_points(self.game) as f32;
            let is_won = || lead > 2.0 * open || self.wins_by_agreement(lead, after_pass);
            return self.pass_is_best && is_won();
        }
        if lead <= 0.0 && !self.stones_are_agreed() {
            // Nothing is given away by taking what is dead, and the count needs it, unless the game is lost all the same.
            let dead = dead_enemies(self.game, self.request.color, &judgement);
            let lead_after_taking = self.for_player(self.game.score(&dead));
            return lead_after_taking < 0.0 || dead.is_empty();
        }
        // After the second pass nothing is left to find out.
        self.opponent_passed || self.pass_is_best || self.is_harmless(after_pass)
    }

    /// Whether a pass gives nothing away. Owners are clear too when one move decides everything and the search has found it.
    fn is_harmless(&self, after_pass: impl FnOnce() -> Option<Prospects>) -> bool {
        let now = Prospects {
            winrate: self.best_winrate(),
            lead: best_lead(self.report),
        };
        after_pass().is_some_and(|left| left.is_as_good_as(now))
    }

    /// Whether a pass ends the game as a win, and if the opponent does not agree and plays on, no move would have been better.
    fn wins_by_agreement(&self, lead: f32, after_pass: impl FnOnce() -> Option<Prospects>) -> bool {
        if lead <= 0.0 || !self.pass_saves_points {
            return false;
        }
        let is_move = |found: &&MoveReport| found.mv != Move::Pass && found.playouts > 0;
        let best = self.report.moves.iter().find(is_move);
        let prospects = |best: &MoveReport| Prospects {
            winrate: best.winrate,
            lead: best.lead,
        };
        best.is_none_or(|best| after_pass().is_some_and(|left| left.is_as_good_as(prospects(best))))
    }

    /// Whether a pass ends the game with a count that needs no agreement, and wins it.
    fn would_win_at_once(&self) -> bool {
        let is_certain = self.opponent_passed && !self.game.rules().dead_stones_are_agreed();
        is_certain && !self.request.cleanup && self.for_player(self.game.score(&[])) > 0.0
    }

    /// Whether the game is lost by the points that the search itself sees, whatever it hopes for: a network that guesses who has
    /// won is often wrong by the half point that decides it. Playouts are not.
    fn is_futile(&self, judgement: &Judgement) -> bool {
        let is_no_win = |[in_the_end, now]: [f32; 2]| in_the_end.max(now) <= 0.0;
        self.search_counts_a_loss()
            || self.counts_by_search().is_some_and(is_no_win)
                && self.best_fills_own_territory(judgement)
    }

    /// Whether the search itself sees every point decided, the game lost by them, and no point to be gained.
    fn search_counts_a_loss(&self) -> bool {
        let is_lost = |[in_the_end, now]: [f32; 2]| now < 0.0 && in_the_end <= now;
        self.seems_settled() && self.counts_by_search().is_some_and(is_lost)
    }

    /// By how many points the player would win if all points went to whom a network's search gives them, and if both passed
    /// now, with dead stones off or not, whichever is more.
    fn counts_by_search(&self) -> Option<[f32; 2]> {
        let seen = self.from_search.as_ref().filter(|_| self.has_network)?;
        let points = self.game.dims().points();
        let owners: f32 = points.map(|point| seen.owner(point).round()).sum();
        let in_the_end = self.request.color.sign() * (owners - self.game.area_komi());
        Some([in_the_end, self.lead(seen).max(self.agreed_lead(seen))])
    }

    /// Whether the search would play where the judgement counts the point for the player already, and beside which nothing has
    /// to be taken: that wins no game which is lost by the count.
    fn best_fills_own_territory(&self, judgement: &Judgement) -> bool {
        let Some(point) = self.report.best().and_then(|best| best.mv.point()) else {
            return false;
        };
        let color = self.request.color;
        let counts_as_enemy = |near: Point| {
            let is_dead = judgement.status(near) == Some(Status::Dead);
            let stays = !is_dead || !self.stones_are_agreed();
            self.game.board().color_at(near) == Some(!color) && stays
        };
        let mut near = self.game.dims().neighbors(point);
        judgement.gives(point, color) && !near.any(counts_as_enemy)
    }

    fn best_winrate(&self) -> f32 {
        self.report.best().map_or(0.0, |best| best.winrate)
    }

    fn has_dead_enemies(&self, judgement: &Judgement) -> bool {
        !dead_enemies(self.game, self.request.color, judgement).is_empty()
    }

    /// Whether dead stones will be taken off without being captured.
    fn stones_are_agreed(&self) -> bool {
        self.game.rules().dead_stones_are_agreed()
    }

    /// By how many points the player would win if both passed now.
    fn lead(&self, judgement: &Judgement) -> f32 {
        match self.stones_are_agreed() {
            true => self.agreed_lead(judgement),
            false => self.for_player(self.game.score(&[])),
        }
    }

    /// The same once dead stones are off the board.
    fn agreed_lead(&self, judgement: &Judgement) -> f32 {
        self.for_player(self.game.score_of(&judgement.territory(self.game)))
    }

    fn for_player(&self, score: Score) -> f32 {
        self.request.color.sign() * score.black_lead()
    }
}

/// Whether a pass ends the game, and moves within settled territory would cost points.
pub(super) fn pass_would_save_points(game: &Game) -> bool {
    game.follows_pass() && game.rules().scoring == Scoring::Territory
}

/// Whether the search has looked at the pass, and sees no more in any move.
fn no_move_gains(report: &Report) -> bool {
    let looked_at = |found: &&MoveReport| found.playouts > 0;
    let pass = report.find(Move::Pass).filter(looked_at);
    let best = report.best().filter(looked_at);
    pass.zip(best).is_some_and(|(pass, best)| {
        pass.winrate + NO_GAIN >= best.winrate && pass.lead + NO_GAIN_POINTS >= best.lead
    })
}

/// The winning rate above which a player who would lead by so many points after both passed plays on. A game that would be
/// drawn is half won.
fn enough_hope(lead: f32) -> f32 {
    match lead {
        lead if lead < 0.0 => HOPE,
        0.0 => 0.5 + HOPE,
        _ => f32::INFINITY,
    }
}

/// The dead stones of the player's opponent.
fn dead_enemies(game: &Game, color: Color, judgement: &Judgement) -> Vec<Point> {
    let is_enemy = |stone: &Point| game.board().color_at(*stone) == Some(!color);
    let mut dead = judgement.stones(Status::Dead);
    dead.retain(is_enemy);
    dead
}

/// The legal moves with which dead stones of the player's opponent are taken, each once: those that take a liberty from them,
/// and the liberties, other than eyes, of the player's own chains of few liberties beside them, which may have to be saved first.
pub(super) fn moves_that_clean_up(game: &Game, color: Color, judgement: &Judgement) -> Vec<Move> {
    let board = game.board();
    let dead = dead_enemies(game, color, judgement);
    let liberties = |stone: Point| board.liberty_points(stone);
    let beside = dead.iter().flat_map(|&stone| game.dims().neighbors(stone));
    let own_beside = beside.filter(|&point| {
        board.color_at(point) == Some(color) && board.liberties(point) <= FEW_LIBERTIES
    });
    let saving = own_beside.flat_map(liberties);
    let saving = saving.filter(|&point| !board.is_eye(color, point));
    let taking = dead.iter().copied().flat_map(liberties);
    let points: PointSet = saving.chain(taking).collect();
    let moves = points.iter().map(Move::Place);
    moves.filter(|&mv| game.check(color, mv).is_ok()).collect()
}

/// Whether the running search sees every point decided.
pub(super) fn seems_settled(game: &Game, search: &Search) -> bool {
    let has_network = search.settings().method.has_sound_network(game.dims());
    search
        .report()
        .and_then(|report| search_judgement(game, &report, has_network))
        .is_some_and(|judgement| judgement.is_settled(game))
}

/// What a search that has seen enough playouts says of every point.
fn search_judgement(game: &Game, report: &Report, has_network: bool) -> Option<Judgement> {
    let telling = if has_network {
        TELLING_VISITS
    } else {
        TELLING_PLAYOUTS
    };
    (report.playouts >= telling).then(|| Judgement::from_ownership(game, &report.ownership))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    /// As it stands Black has 16 points and White 5; without the stone at E3 it is 15 to 10.
    const SPLIT: &str = "
        ..XO.
        X.XO.
        .XXOX
        .XXO.
        .XXO.";

    /// Column and row of corners: Black owns the one, White the other.
    const OWN_CORNER: (usize, usize) = (0, 4);
    const OTHER_CORNER: (usize, usize) = (4, 4);

    /// A position in which Black thinks of passing.
    #[derive(Clone, Copy)]
    struct Case {
        friendly_pass_ok: bool,
        has_white_passed: bool,
        komi: f32,
        /// Where the search would rather play, and its chance to win there.
        tried: (usize, usize),
        winrate: f32,
        /// Whether the search itself sees that corner decided, and whether a network does.
        is_sure: bool,
        has_network: bool,
    }

    const CASE: Case = Case {
        friendly_pass_ok: true,
        has_white_passed: true,
        komi: 0.5,
        tried: OTHER_CORNER,
        winrate: 0.5,
        is_sure: true,
        has_network: true,
    };

    impl Case {
        /// Whether Black passes. `judgement` is that with either side to move, made of one in which nothing is open.
        fn passes(self, judgement: impl FnOnce(&Game, Judgement) -> Option<Judgement>) -> bool {
            let mut game = Game::from_diagram(SPLIT).unwrap();
            game.set_rules(Rules {
                friendly_pass_ok: self.friendly_pass_ok,
                ..Rules::default()
            });
            game.set_komi(self.komi).unwrap();
            if self.has_white_passed {
                game.play(Color::White, Move::Pass).unwrap();
            }
            let (x, y) = self.tried;
            let tried = game.dims().point(x, y).unwrap();
            let mut ownership = owners(&game);
            if !self.is_sure {
                ownership[game.dims().index(tried)] = 0.0;
            }
            let report = Report {
                playouts: 100,
                ownership,
                moves: vec![MoveReport {
                    winrate: self.winrate,
                    ..MoveReport::of(Move::Place(tried))
                }],
                ..Report::nothing(Color::Black)
            };
            let request = Request::new(Color::Black);
            let decision = PassDecision::new(&game, &request, &report, self.has_network);
            assert!(decision.is_worth_a_judgement());
            let judged = Judgement::from_ownership(&game, &owners(&game));
            decision.should_pass(judgement(&game, judged), || None)
        }

        /// The same where the judgement is that nothing is open.
        fn passes_if_settled(self) -> bool {
            self.passes(|_, judged| Some(judged))
        }
    }

    /// Black has the three columns on the left.
    fn owners(game: &Game) -> Vec<f32> {
        let owner = |point| match game.dims().xy(point).0 {
            0..=2 => 1.0,
            _ => -1.0,
        };
        game.dims().points().map(owner).collect()
    }

    #[test]
    fn what_the_search_sees_with_the_own_move_to_come_is_no_reason_to_pass() {
        for has_white_passed in [false, true] {
            let case = Case {
                has_white_passed,
                ..CASE
            };
            assert!(!case.passes(|_, _| None));
        }
        assert!(CASE.passes_if_settled());
    }

    #[test]
    fn a_certain_win_is_taken() {
        for has_judged in [true, false] {
            let lost =
                |game: &Game, _| has_judged.then(|| Judgement::from_ownership(game, &[-1.0; 25]));
            let at = |komi| Case {
                friendly_pass_ok: false,
                komi,
                winrate: 0.9,
                is_sure: !has_judged,
                ..CASE
            };
            assert!(at(0.5).passes(lost));
            assert!(!at(12.5).passes(lost));
        }
    }

    #[test]
    fn a_drawn_game_is_played_on_by_who_may_still_win() {
        let at = |komi, winrate, is_sure| {
            let case = Case {
                komi,
                winrate,
                is_sure,
                ..CASE
            };
            case.passes_if_settled()
        };
        for is_sure in [true, false] {
            assert!(at(4.0, 0.99, is_sure));
            assert!(!at(5.0, 0.99, is_sure));
            assert!(at(5.0, 0.5, is_sure));
            assert!(at(6.0, 0.1, is_sure));
        }
        assert!(!at(6.0, 0.3, false), "the search sees a way");
        assert!(at(6.0, 0.3, true), "it sees none, and guesses");
        let by_playouts = Case {
            komi: 6.0,
            winrate: 0.3,
            has_network: false,
            ..CASE
        };
        assert!(!by_playouts.passes_if_settled());
    }

    #[test]
    fn own_territory_is_not_filled_in_a_lost_game() {
        let passes = |tried, komi| {
            let case = Case {
                komi,
                tried,
                winrate: 0.3,
                is_sure: false,
                ..CASE
            };
            case.passes_if_settled()
        };
        assert!(passes(OWN_CORNER, 6.0));
        assert!(!passes(OTHER_CORNER, 6.0));
    }

    /// White has passed, and a point between both is left, which the search gives to Black.
    #[test]
    fn a_dame_is_played() {
        let passes = |komi| {
            let mut game = Game::from_diagram(
                "
                .XO..
                XXO..
                .X.O.
                XXOO.
                .XO..",
            )
            .unwrap();
            game.set_komi(komi).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
            let dame = game.dims().point(2, 2).unwrap();
            let owner = |point| match game.dims().xy(point).0 {
                0..=1 => 1.0,
                _ if point == dame => 1.0,
                _ => -1.0,
            };
            let report = Report {
                playouts: 100,
                ownership: game.dims().points().map(owner).collect(),
                moves: vec![MoveReport {
                    winrate: 0.99,
                    ..MoveReport::of(Move::Place(dame))
                }],
                ..Report::nothing(Color::Black)
            };
            let request = Request::new(Color::Black);
            let decision = PassDecision::new(&game, &request, &report, true);
            let judged = Judgement::from_ownership(&game, &report.ownership);
            decision.should_pass(Some(judged), || None)
        };
        assert!(!passes(-3.5), "won with the point");
        assert!(!passes(-2.5), "lost by less with it");
        assert!(passes(-4.5), "won without it");
    }

    #[test]
    fn who_loses_passes_although_own_stones_are_dead() {
        let case = Case {
            friendly_pass_ok: false,
            komi: 20.0,
            winrate: 0.0,
            ..CASE
        };
        assert!(case.passes_if_settled());
    }

    /// Under Tromp-Taylor rules White, to move, has a dead stone of Black's to take.
    #[test]
    fn dead_stones_are_taken_if_that_wins_and_left_if_the_game_is_lost_all_the_same() {
        let passes = |komi| {
            let mut game = Game::from_diagram(SPLIT).unwrap();
            game.set_komi(komi).unwrap();
            game.set_rules(Rules {
                friendly_pass_ok: false,
                ..Rules::default()
            });
            game.play(Color::Black, Move::Pass).unwrap();
            let report = Report {
                playouts: 100,
                ownership: owners(&game),
                ..Report::nothing(Color::White)
            };
            let request = Request::new(Color::White);
            let decision = PassDecision::new(&game, &request, &report, true);
            let judged = Judgement::from_ownership(&game, &owners(&game));
            decision.should_pass(Some(judged), || None)
        };
        assert!(passes(12.0), "won as it stands");
        assert!(!passes(6.0), "won with the stone");
        assert!(passes(4.0), "lost");
    }

    /// Under territory rules White has passed, a point is open, and the search thinks of the corner.
    #[test]
    fn a_move_that_gains_nothing_is_not_made_where_it_costs_a_point() {
        let mut game = Game::from_diagram(SPLIT).unwrap();
        game.set_rules(Rules {
            scoring: Scoring::Territory,
            ..Rules::default()
        });
        game.set_komi(-1.5).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let (x, y) = OWN_CORNER;
        let corner = Move::Place(game.dims().point(x, y).unwrap());
        let choice = |has_network, (winrate, lead), left: Option<Prospects>| {
            let found = |mv, winrate, lead| MoveReport {
                playouts: 25,
                winrate,
                lead,
                ..MoveReport::of(mv)
            };
            let report = Report {
                playouts: 100,
                moves: vec![found(corner, winrate, lead), found(Move::Pass, 1.0, 3.5)],
                ..Report::nothing(Color::Black)
            };
            let mut owners = owners(&game);
            owners[0] = 0.5;
            let judgement = Judgement::from_ownership(&game, &owners);
            assert!(!judgement.is_settled(&game));
            let request = Request::new(Color::Black);
            let decision = PassDecision::new(&game, &request, &report, has_network);
            decision.should_pass(Some(judgement), || left)
        };
        let passes = |found, left| choice(true, found, left);
        let left = |winrate, lead| Some(Prospects { winrate, lead });
        assert!(
            !choice(false, (0.9, 3.7), left(0.9, 3.5)),
            "playouts cannot tell"
        );
        assert!(passes((0.9, 3.7), left(0.9, 3.5)));
        assert!(!passes((0.9, 5.0), left(0.9, 3.5)), "the corner gains");
        assert!(
            !passes((0.9, 3.7), left(0.1, -2.0)),
            "the pass leaves too much"
        );
        assert!(!passes((0.9, 3.7), None), "nobody knows what it leaves");
    }

    #[test]
    fn cleaning_up_takes_liberties_of_dead_stones() {
        let game = Game::from_diagram(SPLIT).unwrap();
        let judgement = Judgement::from_ownership(&game, &owners(&game));
        let moves = |color| moves_that_clean_up(&game, color, &judgement);
        assert_eq!(moves(Color::Black), []);
        let place = |x, y| Move::Place(game.dims().point(x, y).unwrap());
        assert_eq!(moves(Color::White), [place(4, 1), place(4, 3)]);
    }
}
