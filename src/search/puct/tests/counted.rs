//! Where counting tells who wins, whatever a network says.

use super::*;
use crate::net::Manner;
use crate::net::features::Situation;
use crate::search::DeadStones::{ByAgreement, Captured};
use crate::search::Search;

/// Whatever a network says of komi that it was never taught.
#[test]
fn who_cannot_lose_by_the_komi_wins() {
    let winrate = |komi, color| {
        let mut game = empty(5);
        game.set_komi(komi).unwrap();
        let mut search = Search::new(settings(1));
        search.set_game(&game, color);
        search.run(Limits::of_playouts(50)).unwrap().winrate
    };
    assert_eq!(winrate(25.5, Color::White), 1.0);
    assert_eq!(winrate(25.5, Color::Black), 0.0);
    assert_eq!(winrate(-400.0, Color::Black), 1.0);
    let open = winrate(24.5, Color::Black);
    assert!(0.0 < open && open < 1.0, "{open}");
}

/// A network that is sure of the owners, the left two of five columns Black's, and of nothing else.
struct Sure;

impl Oracle for Sure {
    type Asker<const N: usize, const W: usize> = ();

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) {}

    fn ask<const N: usize, const W: usize>(
        _asker: &mut (),
        situation: &Situation<'_, N, W>,
        _manner: &Manner,
    ) -> Arc<Evaluation> {
        let owner = |index: usize| if index % 5 < 2 { 0.9 } else { -0.9 };
        let sign = situation.to_move.sign();
        Arc::new(Evaluation {
            win: 0.5,
            loss: 0.5,
            pass: 0.5,
            policy: vec![0.02; 25],
            ownership: (0..25).map(|index| sign * owner(index)).collect(),
            ..Evaluation::default()
        })
    }
}

#[test]
fn where_nothing_is_left_to_play_for_the_count_has_a_share_in_the_value() {
    let judged = |komi: f32, dead_stones, rule: (&str, &str)| {
        Color::BOTH.map(|to_move| {
            let mut game = Game::from_diagram(WALLS).unwrap();
            game.set_rules(Rules::default().with_rule(rule.0, rule.1).unwrap());
            game.set_komi(komi).unwrap();
            game.play(!to_move, Move::Pass).unwrap();
            let stance = Stance {
                dead_stones,
                ..Stance::plain(to_move)
            };
            let puct = Puct::new(Arc::new(Sure), Params::default(), 1_000_000);
            let mut search = SizedSearch::<_, 128, 2>::new(puct, &game, stance, &settings(1));
            search.start(Limits::of_playouts(1));
            search.join();
            let root = search
                .shared
                .method
                .tree()
                .root()
                .evaluation()
                .unwrap()
                .value;
            (root.win_loss, root.lead)
        })
    };
    let near = |found: [(f32, f32); 2], win: f32, lead: f32| {
        let is_near = |(a, b): (f32, f32)| (a - win).abs() < 1e-3 && (b - lead).abs() < 1e-3;
        found.into_iter().all(is_near)
    };
    let area = ("scoring", "AREA");
    assert!(near(judged(-5.5, ByAgreement, area), 0.9, 0.45));
    assert!(near(judged(-4.5, ByAgreement, area), -0.9, -0.45));
    assert!(near(judged(-5.0, ByAgreement, area), 0.0, 0.0));
    for (dead_stones, rule) in [
        (Captured, area),
        (ByAgreement, ("tax", "ALL")),
        (ByAgreement, ("scoring", "TERRITORY")),
    ] {
        assert!(near(judged(-5.5, dead_stones, rule), 0.0, 0.0));
    }
}

#[test]
fn a_draw_is_worth_what_it_is_said_to_be_worth_to_white() {
    let black_rate_of_pass = |draw_value_for_white: f32| {
        Color::BOTH.map(|to_move| {
            let mut game = Game::from_diagram(WALLS).unwrap();
            game.set_komi(-5.0).unwrap();
            game.play(!to_move, Move::Pass).unwrap();
            let params = Params {
                draw_value_for_white,
                ..Params::default()
            };
            let puct = Puct::new(Arc::new(Sure), params.clone(), 1_000_000);
            let settings = Settings {
                params,
                ..settings(1)
            };
            let stance = Stance {
                dead_stones: ByAgreement,
                ..Stance::plain(to_move)
            };
            let mut search = SizedSearch::<_, 128, 2>::new(puct, &game, stance, &settings);
            search.start(Limits::of_playouts(50));
            search.join();
            let report = search.report();
            to_move.winrate(report.find(Move::Pass).unwrap().winrate)
        })
    };
    assert_eq!(black_rate_of_pass(0.0), [1.0; 2]);
    assert_eq!(black_rate_of_pass(0.5), [0.5; 2]);
    assert_eq!(black_rate_of_pass(0.75), [0.25; 2]);
}
