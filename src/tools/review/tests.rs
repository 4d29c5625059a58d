use super::*;
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
