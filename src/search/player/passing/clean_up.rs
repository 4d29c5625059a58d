//! Takes dead stones where the players do not agree on them.

use super::READ_VISITS;
use crate::game::Game;
use crate::search::limits::stricter;
use crate::search::{Guidance, Judgement, Limits, Player, Request, Restriction, Status};
use crate::types::{Color, Move, Point, PointSet};

/// A chain with so few liberties may have to be saved before the dead stones beside it are taken.
const FEW_LIBERTIES: usize = 3;

impl Player {
    /// Has the search look for a way to capture what is dead, if anything is, where nothing else is left to play for. It may
    /// find that every such move loses more than it takes. Where nothing is dead it only looks as much as a report needs: the pass
    /// is certain.
    pub(in crate::search::player) fn restrict_to_clean_up(
        &mut self,
        game: &Game,
        request: &Request,
        limits: &mut Limits,
        guidance: &mut Guidance,
    ) {
        let Some(judgement) = self.judged_in_time(game, limits) else {
            return;
        };
        if !judgement.is_settled(game) {
            return;
        }
        if dead_enemies(game, request.color, &judgement).is_empty() && request.allows(Move::Pass) {
            limits.playouts = stricter(limits.playouts, Some(READ_VISITS));
            return;
        }
        let mut moves = moves_that_clean_up(game, request.color, &judgement);
        moves.retain(|&mv| request.allows(mv));
        if !moves.is_empty() {
            moves.extend(Some(Move::Pass).filter(|&pass| request.allows(pass)));
            let only = Restriction::only(request.color, moves);
            guidance.restrictions.add(only);
        }
    }
}

/// The dead stones of the player's opponent.
pub(super) fn dead_enemies(game: &Game, color: Color, judgement: &Judgement) -> Vec<Point> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::search::player::tests::{choice, guided_player, player};
    use crate::search::{Choice, DeadStones};
    use std::time::{Duration, Instant};

    /// A dead stone elsewhere is no reason to let a group die that a move can save.
    #[test]
    fn cleaning_up_waits_until_nothing_else_is_left() {
        let mut game = Game::from_diagram(
            "
            .X.XO....
            XXXXO....
            ..XO....O
            O.XO.O...
            XXXO..O..
            OOOO.....
            .....OOOO
            ....OXXXX
            ....OX...",
        )
        .unwrap();
        // The group below decides the game.
        game.set_komi(-36.5).unwrap();
        let saves = Move::Place(game.dims().point(7, 0).unwrap());
        let request = Request {
            playouts: Some(500),
            dead_stones: DeadStones::Captured,
            ..Request::new(Color::Black)
        };
        assert_eq!(choice(&game, &request), Choice::Move(saves));
        game.play(Color::Black, saves).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let beside_the_dead = [(0, 6), (1, 5)].map(|(x, y)| game.dims().point(x, y).unwrap());
        let found = choice(&game, &request);
        let is_found = |point| found == Choice::Move(Move::Place(point));
        assert!(beside_the_dead.into_iter().any(is_found), "{found:?}");
    }

    /// Nothing is dead, and nothing left to play for.
    fn settled_game() -> Game {
        let mut game = Game::from_diagram(
            "
            ..XO...
            X.XO.O.
            ..XOO..
            .XXO..O
            ..XO.O.
            XXXO...
            ..XO...",
        )
        .unwrap();
        game.set_rules(Rules::preset("chinese").unwrap());
        game
    }

    /// If all that would take something is forbidden, others may be played, but not what is forbidden too.
    #[test]
    fn cleaning_up_does_not_do_what_is_forbidden() {
        let mut game = settled_game();
        let dead = game.dims().point(0, 6).unwrap();
        game.set_up(&[(dead, Some(Color::White))], Color::Black)
            .unwrap();
        let judgement = player().judge(&game, Default::default());
        let mut forbidden = moves_that_clean_up(&game, Color::Black, &judgement);
        assert!(judgement.is_settled(&game) && !forbidden.is_empty());
        forbidden.push(Move::Pass);
        let request = Request {
            playouts: Some(500),
            dead_stones: DeadStones::Captured,
            guidance: Restriction::not(Color::Black, forbidden).into(),
            ..Request::new(Color::Black)
        };
        let found = choice(&game, &request);
        assert!(
            matches!(found, Choice::Move(mv) if request.allows(mv)),
            "{found:?}"
        );
    }

    #[test]
    fn cleaning_up_ends_at_once_where_nothing_is_dead() {
        let mut game = settled_game();
        for _ in 0..2 {
            let request = Request {
                playouts: Some(2000),
                dead_stones: DeadStones::Captured,
                ..Request::new(game.to_move())
            };
            let (choice, report) = player().genmove(&game, &request);
            assert_eq!(choice, Choice::Move(Move::Pass));
            assert!(report.playouts < 100, "{}", report.playouts);
            game.set_to_move(Color::White);
        }
    }

    /// With a slow network the move would come too late.
    #[test]
    fn without_time_for_a_judgement_nothing_is_cleaned_up() {
        let game = connect_before_taking();
        let request = Request {
            dead_stones: DeadStones::Captured,
            ..Request::new(Color::White)
        };
        let is_judged = |visit_time| {
            let mut player = guided_player();
            player.visit_time = visit_time;
            let mut limits = Limits {
                deadline: Some(Instant::now() + Duration::from_secs(60)),
                ..Limits::default()
            };
            player.restrict_to_clean_up(&game, &request, &mut limits, &mut Guidance::default());
            player.last_judgement.holds(&game)
        };
        assert!(is_judged(Duration::from_millis(1)));
        assert!(!is_judged(Duration::from_secs(30)));
    }

    /// All black stones are dead, but two chains of White's have to be connected before they are taken.
    fn connect_before_taking() -> Game {
        Game::from_diagram(
            "
            OO.O.O.
            OOOXOOX
            .OXXOXX
            OOOXOX.
            .XXXXXX",
        )
        .unwrap()
    }

    #[test]
    fn cleaning_up_may_save_a_chain_that_the_dead_stones_would_take() {
        let game = connect_before_taking();
        let judgement = Judgement::from_ownership(&game, &[-1.0; 35]);
        let moves = moves_that_clean_up(&game, Color::White, &judgement);
        // It is no liberty of a dead stone, but connects one that two of them are about to take.
        let connects = game.dims().point(2, 4).unwrap();
        assert!(moves.contains(&Move::Place(connects)), "{moves:?}");
    }

    /// Taking a liberty of dead stones before the own chain beside them is connected lost 42 points, and the game.
    #[test]
    fn cleaning_up_does_not_give_up_what_is_alive() {
        let mut game = connect_before_taking();
        game.set_rules(Rules::preset("chinese").unwrap());
        game.set_komi(-7.5).unwrap();
        game.set_to_move(Color::White);
        let request = Request {
            playouts: Some(1000),
            dead_stones: DeadStones::Captured,
            ..Request::new(Color::White)
        };
        let loses = Move::Place(game.dims().point(6, 4).unwrap());
        assert_ne!(choice(&game, &request), Choice::Move(loses));
    }
}
