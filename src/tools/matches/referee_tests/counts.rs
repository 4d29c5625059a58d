//! Who has won once both have passed, and who is asked.

use super::*;

#[test]
fn agreement_about_the_score_stands() {
    let claims = |black, white| {
        let players = [script("C2").says(black), script("").says(white)];
        play(&conditions(3, 3), players)
    };
    let agreed = counted(&claims("B+3.5", "b+3.5"));
    assert_eq!(agreed.score.to_string(), "B+3.5");
    assert_eq!(agreed.dispute, None);
    let disputed = counted(&claims("B+3.5", "who knows"));
    assert_eq!(
        disputed.score.to_string(),
        "B+8.5",
        "the referee counts the board"
    );
    let told = "no score agreed on: A says B+3.5, B says 'who knows' (not understood)";
    assert_eq!(disputed.remark(["A", "B"]).as_deref(), Some(told));
    // What is kept of a long reply is short: it is written down with each game.
    let disputed = counted(&claims("B+3.5", "long ".repeat(10_000).leak())).clone();
    assert!(disputed.dispute.unwrap()[1].len() < 500);
}

/// What those list who can play on after a count.
const CLEANS_UP: &str = "play kgs-genmove_cleanup";

/// A game in which a white stone is dead, which White does not see; what is dead can be captured by those who know how.
fn dispute(rules: Rules, commands: [&'static str; 2]) -> Finished {
    let black = script("B2 pass A2 B3").says("B+8.5").knows(commands[0]);
    let white = script("A3").says("B+1.5").knows(commands[1]);
    let conditions = Conditions {
        rules,
        ..conditions(3, 3)
    };
    play(&conditions, [black, white])
}

#[test]
fn who_disagrees_about_the_score_plays_on() {
    let finished = dispute(Rules::default(), [CLEANS_UP; 2]);
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "B+8.5");
    let told = "score disputed: A says B+8.5, B says B+1.5; 5 moves were played on";
    assert_eq!(count.remark(["A", "B"]).as_deref(), Some(told));
    assert_eq!(finished.game.moves().len(), 4 + 5);
    assert_eq!(finished.times.len(), 4 + 5);
    // Not where that costs points, or where one of them does not know how.
    let japanese = Rules::preset("japanese").unwrap();
    for (rules, commands) in [
        (japanese, [CLEANS_UP; 2]),
        (Rules::default(), [CLEANS_UP, "play"]),
    ] {
        assert_eq!(dispute(rules, commands).game.moves().len(), 4);
    }
}

#[test]
fn who_breaks_down_at_the_count_has_no_say() {
    let black = script("B2 pass A2 B3").says("B+8.5").knows(CLEANS_UP);
    let white = script("A3").says("").knows(CLEANS_UP);
    let finished = play(&conditions(3, 3), [black, white]);
    let count = counted(&finished);
    assert!(count.dispute.is_some() && count.played_on.is_none());
}

#[test]
fn playing_on_has_an_end() {
    // Black fills all but one point, White takes everything, and so on: never do both pass.
    let black = script("B2 pass A2 B3 A1 C1 C2 C3 B1 C2 C1").says("B+8.5");
    let white = script("A3 pass pass pass pass pass pass pass A3 pass pass").says("B+1.5");
    let players = [black, white].map(|player| player.knows(CLEANS_UP));
    let finished = play(&conditions(3, 3), players);
    let count = counted(&finished);
    assert_eq!(count.played_on, Some(18));
    assert_eq!(finished.game.moves().len(), 4 + 18);
}

#[test]
fn the_referee_knows_dead_stones_itself() {
    let black = script("B2 C2 D2 B4 D4").says("B+24.5");
    let white = script("A5").says("B+1.5");
    assert_eq!(result_of(&conditions(5, 5), black, white), "B+24.5");
}

#[test]
fn dead_stones_stay_where_the_rules_want_them_captured() {
    let mut conditions = conditions(5, 5);
    conditions.rules.friendly_pass_ok = false;
    let [black, white] = ["C3 D3", "A1"].map(|moves| script(moves).says("B+24.5"));
    assert_eq!(result_of(&conditions, black, white), "B+0.5");
}

#[test]
fn under_territory_rules_dead_stones_are_always_agreed_on() {
    let mut conditions = conditions(5, 5);
    conditions.rules = Rules::preset("japanese").unwrap();
    let [black, white] = ["C3 D3", "A1"].map(|moves| script(moves).says("B+23.5"));
    assert_eq!(result_of(&conditions, black, white), "B+23.5");
}

#[test]
fn a_game_without_end_is_counted() {
    let mut conditions = conditions(9, 9);
    conditions.max_moves = 4;
    let [black, white] = [script("A1 A2 A3 A4"), script("J1 J2 J3 J4")];
    let finished = play(&conditions, [black, white]);
    assert!(finished.capped);
    assert_eq!(finished.game.moves().len(), 4);
    assert!(matches!(finished.ending, Ending::Counted(_)));
}

#[test]
fn walls_that_are_still_open_stand_for_what_they_will_enclose() {
    let mut conditions = conditions(5, 5);
    conditions.max_moves = 9;
    let black = script("C1 C2 C3 C4 C5").says("B+24.5");
    let white = script("D1 D2 D3 D4").says("W+25.5");
    // The points behind White's wall are open at D5, which is nobody's yet.
    assert_eq!(result_of(&conditions, black, white), "B+5.5");
}

/// Two disagree, and neither knows how to play on.
fn dispute_before(umpire: &Umpire<'_>) -> Finished {
    let players = [script("C2").says("B+3.5"), script("").says("B+1.5")];
    play_from(
        &conditions(3, 3),
        &Opening::default(),
        players,
        Some(umpire),
    )
}

#[test]
fn the_umpire_settles_disputes() {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let umpire = || -> Result<Box<dyn Engine>, String> {
        let mut third = script("").says("W+2.5");
        third.seen = Arc::clone(&seen);
        Ok(third.engine())
    };
    let finished = dispute_before(&umpire);
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "W+2.5");
    assert_eq!(count.umpire.as_deref(), Some("W+2.5"));
    let told = "score disputed: A says B+3.5, B says B+1.5, the referee says W+2.5";
    assert_eq!(count.remark(["A", "B"]).as_deref(), Some(told));
    assert_eq!(
        moves_shown(&seen),
        ["play black C2", "play white pass", "play black pass"]
    );
}

#[test]
fn a_lost_umpire_leaves_the_count_to_tengen() {
    let umpire = || -> Result<Box<dyn Engine>, String> { Err("not installed".to_owned()) };
    let finished = dispute_before(&umpire);
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "B+8.5");
    assert_eq!(count.umpire.as_deref(), Some("not installed"));
}
