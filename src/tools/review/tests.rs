use super::*;
use crate::game::sgf;
use crate::review::Verdict;
use crate::review::tests::review_of;

/// Black can capture four stones at A3 or be captured there; Black plays elsewhere.
const MISSED: &str = "(;SZ[5]KM[0.5]PB[A</script>B]PW[\"Wei\\]ss\\\\]\
    AB[ba][bb][bc][cd][be]AW[aa][ab][ac][ae][bd]\
    ;B[ee];W[ed])";

/// Four black and five white stones share their last liberty, A5; Black passes, and White captures.
const PASSED: &str =
    "(;SZ[5]KM[7.5]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[];W[aa])";

#[test]
fn the_page_holds_the_game_and_nothing_breaks_out() {
    let review = review_of(MISSED);
    let page = html(&review, &[]);
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data's own and the script's"
    );
    assert!(
        page.contains("default-src 'none'"),
        "the browser is told to load nothing"
    );
    for outside in ["http:", "https:", "src=", "@import", "import ", "export "] {
        let allowed = page.matches(outside).count();
        let namespace = usize::from(outside == "http:");
        assert_eq!(allowed, namespace, "{outside}");
    }
    assert_eq!(page.matches("url(").count(), page.matches("url(#").count());
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
    assert!(
        data["record"]
            .as_str()
            .unwrap()
            .contains("Reviewed by Tengen")
    );
}

#[test]
fn a_mistake_is_marked_and_explained() {
    let review = review_of(PASSED);
    let text = super::sgf(&review, &[]);
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
    let words = summary(&review);
    assert!(words.contains("Move 1: Black pass loses"), "{words}");
    assert!(
        words.contains("Black: accuracy") && words.contains("1 mistake, 1 blunder among them;"),
        "{words}"
    );
    assert!(
        words.contains("White: accuracy 100 %, no mistakes;"),
        "{words}"
    );
    let json = json(&review, &[]);
    let at_sight = json["moves"][0]["loss"]["atSight"].to_string();
    assert!(at_sight.len() <= "0.1234".len(), "{at_sight}");
    assert_eq!(json["moves"][0]["better"][0], "A5");
    assert_eq!(json["moves"][0]["loss"]["verdict"], "blunder");
    assert_eq!(json["players"]["black"]["moments"], serde_json::json!([1]));
}

#[test]
fn what_the_record_says_of_its_moves_stands_before_what_is_found() {
    let text = "(;SZ[5]KM[0.5];B[cc]C[game]C[x];W[bb]C[my \\] remark]BL[9]WL[100]OW[3];B[dd])";
    let notes = sgf::load(text.as_bytes(), None).unwrap().notes;
    let record = super::sgf(&review_of(text), &notes);
    let back = sgf::load(record.as_bytes(), None).unwrap();
    assert!(
        back.notes[1].comment.starts_with("my ] remark\n\nBlack "),
        "{record}"
    );
    assert_eq!(back.notes[1].time_left, notes[1].time_left);
    assert_eq!(back.notes[1].stones_left, Some(3));
    assert!(back.notes[2].comment.starts_with("Black "), "{record}");
    let again = super::sgf(&review_of(&record), &back.notes);
    assert_eq!(again, record, "what an earlier review has said is replaced");
}

#[test]
fn what_people_have_said_stays_when_a_reviewed_record_is_reviewed() {
    let text = "(;SZ[5]KM[0.5];B[cc];W[bb];B[dd])";
    let record = super::sgf(&review_of(text), &[]);
    let back = sgf::load(record.as_bytes(), None).unwrap();
    let own =
        "Black loses 10 % and two points here.\nWhite loses 3.5 % of the corner.\n\nBlack lives.";
    for said_with in ["OWN\n\nTOLD", "OWN\nTOLD", "TOLD\nOWN", "TOLD\n\nOWN"] {
        let mut notes = back.notes.clone();
        let told = notes[1].comment.clone();
        notes[1].comment = said_with.replace("OWN", own).replace("TOLD", &told);
        let again = super::sgf(&review_of(text), &notes);
        let again = sgf::load(again.as_bytes(), None).unwrap();
        assert_eq!(
            again.notes[1].comment,
            format!("{own}\n\n{told}"),
            "{said_with}"
        );
    }
}

#[test]
fn what_people_have_said_keeps_its_empty_lines() {
    let text = "(;SZ[5]KM[0.5];B[cc];W[bb];B[dd])";
    let own = "\nX O\n\n\nO X\nReviewed by Tengen is worth something.";
    let reviewed = |comment: &str| {
        let note = sgf::Note {
            comment: comment.to_owned(),
            ..sgf::Note::default()
        };
        let record = super::sgf(&review_of(text), &[note]);
        let mut notes = sgf::load(record.as_bytes(), None).unwrap().notes;
        notes.swap_remove(0).comment
    };
    let told = reviewed("");
    for (said, kept) in [(own, own), ("X O\n", "X O")] {
        let once = reviewed(said);
        assert_eq!(once, format!("{kept}\n\n{told}"));
        assert_eq!(reviewed(&once), once);
    }
    assert_eq!(reviewed("\n"), told);
    assert_eq!(reviewed(&told), told);
}

#[test]
fn a_doubtful_move_is_marked() {
    let mut review = review_of(PASSED);
    review.losses[0].verdict = Verdict::Unclear;
    let text = super::sgf(&review, &[]);
    assert!(text.contains("DO[]") && !text.contains("BM"), "{text}");
}

#[test]
fn a_lead_of_next_to_nothing_belongs_to_nobody() {
    let cases = [
        (-0.04, "even"),
        (0.0, "even"),
        (0.04, "even"),
        (-0.06, "W+0.1"),
        (3.5, "B+3.5"),
    ];
    for (points, words) in cases {
        assert_eq!(lead(points), words, "{points}");
    }
    let mut review = review_of("(;SZ[5];B[cc])");
    review.positions[1].lead = -0.04;
    let text = super::sgf(&review, &[]);
    assert!(text.contains("V[0.0]") && text.contains(", even"), "{text}");
}

#[test]
fn the_effort_is_that_of_positions_that_were_searched() {
    let review = review_of("(;SZ[5]KM[0.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])");
    // Two of three positions: nothing is searched where both have passed.
    let playouts: Vec<u64> = review.positions.iter().map(|p| p.playouts).collect();
    assert!(playouts[0] > 0 && playouts[1] > 0 && playouts[2] == 0);
    let effort = format!("{} playouts a move", (playouts[0] + playouts[1]) / 2);
    assert!(html(&review, &[]).contains(&effort), "{effort}");
}

#[test]
fn a_player_without_moves_has_no_summary() {
    assert_eq!(summary(&review_of("(;SZ[5])")), "");
    let words = summary(&review_of("(;SZ[5];B[cc])"));
    assert!(
        words.starts_with("Black: ") && !words.contains("White: "),
        "{words}"
    );
}

#[test]
fn an_uncertainty_that_is_not_known_is_left_out() {
    let mut review = review_of(PASSED);
    review.losses[0].error = None;
    let words = summary(&review);
    assert!(words.contains(" % and ") && !words.contains('±'), "{words}");
    assert!(json(&review, &[])["moves"][0]["loss"]["error"].is_null());
}
