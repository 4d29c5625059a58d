//! A player who has the method of networks.

use super::*;
use crate::search::{Choice, DeadStones, Judgement, Player, Request};

#[test]
fn a_player_chooses_ponders_and_judges_with_it() {
    let mut game = empty(7);
    let mut player = Player::new(settings(2));
    for _ in 0..6 {
        let request = Request {
            playouts: Some(50),
            ..Request::new(game.to_move())
        };
        let (choice, report) = player.genmove(&game, &request);
        let Choice::Move(mv) = choice else {
            panic!("nobody asked for resignation");
        };
        assert!(report.playouts >= 50);
        game.play(game.to_move(), mv).unwrap();
        player.ponder(&game, DeadStones::ByAgreement, Limits::default());
        while player.search().report().unwrap().playouts < 20 {
            std::thread::yield_now();
        }
        player.stop_pondering();
    }
    let by_playouts = Settings {
        method: MethodChoice::Classical,
        ..settings(1)
    };
    let judgement = player.judge(&game, Arc::default());
    assert_eq!(
        judgement,
        Judgement::new(&game, &settings(1), &Limits::default())
    );
    assert_ne!(
        judgement,
        Judgement::new(&game, &by_playouts, &Limits::default())
    );
}
