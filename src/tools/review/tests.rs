use super::*;
use crate::game::Rules;
use crate::types::{Dims, parse_move};

const EFFORT: Effort = Effort {
    playouts: Some(150),
    time: None,
};

fn review_of(text: &str) -> Review {
    let loaded = sgf::load(text.as_bytes(), None).unwrap();
    let mut positions = 0;
    let settings = Settings {
        memory_mb: 64,
        ..Settings::default()
    };
    let review = Review::new(&loaded.game, loaded.info, &settings, EFFORT, &mut || {
        positions += 1;
    });
    assert_eq!(positions, loaded.game.moves().len() + 1);
    review
}

/// Black can capture four stones at A3 or be captured there; Black plays elsewhere.
const MISSED: &str = "(;SZ[5]KM[0.5]PB[A</script>B]PW[\"Wei\\]ss\\\\]\
    AB[ba][bb][bc][cd][be]AW[aa][ab][ac][ae][bd]\
    ;B[ee];W[ed])";

#[test]
fn every_position_is_there_in_order() {
    let review = review_of("(;SZ[5];B[cc];W[bb];B[];W[dd])");
    assert_eq!(review.positions.len(), 5);
    assert_eq!(review.losses.len(), 4);
    let turns: Vec<Color> = review.positions.iter().map(|p| p.to_move).collect();
    assert_eq!(turns[..2], [Color::Black, Color::White]);
    let stones = |number: usize| review.positions[number].stones.iter().flatten().count();
    assert_eq!([0, 1, 2, 3, 4].map(stones), [0, 1, 2, 2, 3]);
    for position in &review.positions {
        assert_eq!(position.ownership.len(), 25);
        assert!((0.0..=1.0).contains(&position.winrate));
        assert!(position.playouts >= 150 && !position.candidates.is_empty());
    }
}

#[test]
fn a_pass_instead_of_a_capture_is_found() {
    // Four black and five white stones share their last liberty, A5; Black passes, and White captures.
    let dims = Dims::square(5).unwrap();
    let review = review_of(
        "(;SZ[5]KM[7.5]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[];W[aa])",
    );
    let loss = review.losses[0];
    assert!(loss.winrate > 0.3 && loss.points > 5.0, "{loss:?}");
    assert_eq!(review.worst(3), [0]);
    let better = review.better(0).unwrap();
    assert_eq!(better.mv, parse_move(dims, "A5").unwrap());
    assert_eq!(
        review.losses[1].winrate, 0.0,
        "White's answer is the best move"
    );
    assert!(review.mean_loss(Color::Black).points > 5.0);
    let text = super::sgf(&review);
    assert!(
        text.contains("BM[2]") && text.contains("better was A5"),
        "{text}"
    );
    assert!(
        text.contains("(;B[aa]"),
        "what was better is a variation: {text}"
    );
    let back = sgf::load(text.as_bytes(), None).unwrap();
    assert_eq!(
        back.game.moves(),
        review.game.moves(),
        "the game is the main line"
    );
    let words = summary(&review, 3);
    assert!(words.contains("Move 1: black pass loses"), "{words}");
    assert_eq!(json(&review)["moves"][0]["better"][0], "A5");
}

/// Black has 15 points, White 10; both pass.
const FINISHED: &str = "(;SZ[5]KM[0.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])";

#[test]
fn a_game_that_is_over_is_counted() {
    let review = review_of(FINISHED);
    let [before, end] = [1, 2].map(|number| &review.positions[number]);
    assert!(!before.is_over && before.playouts >= 150);
    assert!(end.is_over && end.playouts == 0 && end.candidates.is_empty());
    assert_eq!((end.winrate, end.lead), (1.0, 4.5));
    assert_eq!(end.ownership[..5], [1.0, 1.0, 1.0, -1.0, -1.0]);
    assert_eq!(review.losses[1].winrate, 0.0, "the last pass costs nothing");
    assert!(!html(&review).contains("100 playouts a move"));
}

#[test]
fn dead_stones_count_as_the_rules_want_it() {
    let text = FINISHED.replace("AW", "AW[aa]");
    let mut game = sgf::load(text.as_bytes(), None).unwrap().game;
    let settings = Settings {
        memory_mb: 64,
        ..Settings::default()
    };
    let mut search = Search::new(settings);
    let mut lead = |game: &Game| evaluate(&mut search, game, Color::Black, EFFORT).lead;
    assert_eq!(lead(&game), 4.5, "the dead stone is taken off");
    game.set_rules(Rules::preset("tromp-taylor").unwrap());
    assert_eq!(lead(&game), -6.5, "as it stands Black surrounds nothing");
}

#[test]
fn the_end_of_a_game_is_no_mistake() {
    let at = |winrate, lead, is_over| Evaluation {
        winrate,
        lead,
        is_over,
        ..Evaluation::unknown(&sgf::load(b"(;SZ[5])", None).unwrap().game, Color::White)
    };
    let lost =
        |winrate, lead| loss(&at(winrate, lead, false), Move::Pass, &at(1.0, 0.5, true)).winrate;
    assert_eq!(lost(0.9, 0.4), 0.0, "the loser passes");
    assert_eq!(lost(0.45, 0.1), 0.0, "so close that the search was wrong");
    assert!(lost(0.1, -8.0) > 0.8, "White was ahead and threw it away");
    let after_the_end = loss(&at(0.0, -3.0, true), Move::Pass, &at(0.5, 0.0, false));
    assert_eq!(after_the_end.winrate, 0.0);
}

#[test]
fn nothing_lost_is_not_less_than_nothing() {
    let review = review_of("(;SZ[5];B[cc])");
    assert!(review.mean_loss(Color::White).winrate.is_sign_positive());
    assert!(at_least_nothing(-0.0).is_sign_positive());
}

#[test]
fn the_page_holds_the_game_and_nothing_breaks_out() {
    let review = review_of(MISSED);
    let page = html(&review);
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data's own and the script's"
    );
    assert!(
        page.contains("default-src 'none'"),
        "the browser is told to load nothing"
    );
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        let allowed = page.matches(outside).count();
        let namespace = usize::from(outside == "http:");
        assert_eq!(allowed, namespace, "{outside}");
    }
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(&page[start..end]).unwrap();
    assert_eq!(data["black"], "A</script>B");
    assert_eq!(data["white"], "\"Wei]ss\\");
    assert_eq!(data["positions"].as_array().unwrap().len(), 3);
    assert_eq!(
        data["positions"][0]["s"].as_str().unwrap(),
        "OX...OX...OX....OX..OX..."
    );
    assert_eq!(data["moves"][1], serde_json::json!(["W", "ed"]));
    let owner = data["positions"][2]["o"].as_str().unwrap();
    assert!(owner.len() == 25 && owner.bytes().all(|b| (b'A'..=b'Y').contains(&b)));
}
