//! What engines are told.

use super::*;

#[test]
fn engines_are_told_what_they_list() {
    let conditions = timed("byoyomi 60 5 3");
    let commands = "kata-set-rules kgs-time_settings time_settings time_left";
    let [black, white] = [script("E5").knows(commands), script("")];
    let [black_saw, white_saw] = [&black, &white].map(|s| Arc::clone(&s.seen));
    play(&conditions, [black, white]);
    let rules = format!("kata-set-rules {}", conditions.rules.to_json());
    let beginning = [
        "list_commands",
        "boardsize 9",
        "clear_board",
        rules.as_str(),
        "komi 0.5",
        "kgs-time_settings byoyomi 60 5 3",
        "time_left black 60 0",
        "genmove black",
        "play white pass",
    ];
    assert_eq!(black_saw.lock().unwrap()[..9], beginning);
    assert_eq!(black_saw.lock().unwrap().last().unwrap(), "quit");
    let beginning = [
        "list_commands",
        "boardsize 9",
        "clear_board",
        "komi 0.5",
        "play black E5",
        "genmove white",
    ];
    assert_eq!(white_saw.lock().unwrap()[..6], beginning);
}

#[test]
fn oblong_boards_have_their_own_command() {
    let black = script("");
    let seen = Arc::clone(&black.seen);
    play(&conditions(3, 5), [black, script("")]);
    assert!(
        seen.lock()
            .unwrap()
            .contains(&"rectangular_boardsize 3 5".to_owned())
    );
}

/// A stone of each colour.
fn two_stones(conditions: &Conditions) -> Opening {
    let at = |vertex| parse_vertex(conditions.dims, vertex).unwrap();
    Opening {
        stones: vec![(Color::Black, at("C3")), (Color::White, at("G7"))],
        ..Opening::default()
    }
}

#[test]
fn openings_are_shown_to_both() {
    let conditions = conditions(9, 9);
    let opening = Opening {
        moves: white_first(&conditions).moves,
        ..two_stones(&conditions)
    };
    let [black, white] = [script("C7"), script("E5")];
    let seen = Arc::clone(&black.seen);
    let finished = play_from(&conditions, &opening, [black, white], None);
    // White moves after the opening, and its point is taken.
    assert_eq!(finished.ending.result(), "B+F");
    // White's stones first: black ones would be a handicap.
    let moves = ["play white G7", "play black C3", "play black E5"];
    assert_eq!(moves_shown(&seen), moves);
}

#[test]
fn positions_are_set_up_where_engines_can() {
    let conditions = conditions(9, 9);
    let black = script("resign").knows("set_position play genmove");
    let seen = Arc::clone(&black.seen);
    let players = [black, script("")];
    play_from(&conditions, &two_stones(&conditions), players, None);
    let seen = seen.lock().unwrap();
    assert!(seen.contains(&"set_position black C3 white G7".to_owned()));
    assert!(!seen.iter().any(|command| command.starts_with("play")));
}

#[test]
fn handicap_is_told_in_the_standard_way() {
    let conditions = conditions(9, 9);
    let opening = Opening::handicap(&conditions, 2).unwrap();
    let commands = "set_free_handicap play genmove";
    let [black, white] = [script("").knows(commands), script("")];
    let [black_saw, white_saw] = [&black, &white].map(|script| Arc::clone(&script.seen));
    play_from(&conditions, &opening, [black, white], None);
    assert_eq!(black_saw.lock().unwrap()[4], "set_free_handicap C3 G7");
    let told = &white_saw.lock().unwrap()[4..7];
    assert_eq!(told, ["play black C3", "play black G7", "genmove white"]);
}
