use super::*;
use crate::game::Rules;
use crate::session::tests::break_next_search;
use crate::temporary::Directory;
use crate::types::Dims;
use std::fs;

fn game(side: usize, rules: &str, komi: f32) -> Game {
    let rules = Rules::preset(rules).unwrap();
    Game::new(Dims::square(side).unwrap(), rules, komi)
}

pub(super) fn options(side: usize) -> Options {
    Options {
        config: Config {
            memory_mb: 16,
            seed: Some(1),
            playouts: Some(30),
            resigns: false,
            ..Config::default()
        },
        game: game(side, "chinese", 7.5),
        person: Color::Black,
        style: Style::Plain,
    }
}

/// What is said while these lines are typed.
fn talk(options: Options, lines: &str) -> String {
    let mut output = Vec::new();
    run(options, lines.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[track_caller]
fn assert_says(text: &str, words: &str) {
    assert!(text.contains(words), "'{words}' is not in\n{text}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = talk(options(5), "c3\n");
    assert_says(&text, "Tengen plays ");
    assert!(text.ends_with("Good-bye.\n"), "{text}");
    assert!(talk(options(5), "").ends_with("Good-bye.\n"));
    // The last line may lack its end.
    assert!(talk(options(5), "quit").ends_with("Thank you for the game.\n"));
}

#[test]
fn what_is_not_understood_is_said_and_changes_nothing() {
    let text = talk(
        options(5),
        "hello\nz9\nc9\n\n \nyes\nhelp\nsave\nundo\nboard\nquit\n",
    );
    assert_says(&text, "I do not understand 'hello'. Type help");
    assert_says(&text, "z9 is not on the 5x5 board.");
    assert_says(&text, "c9 is not on the 5x5 board.");
    assert_says(&text, "It is your move");
    assert_says(&text, "save FILE");
    assert_says(&text, "There is no move of yours to take back.");
    assert!(!text.contains("Tengen plays"), "{text}");
    assert_eq!(text.matches("Move 1, Black (you)> ").count(), 11);
    assert!(text.is_ascii());
}

#[test]
fn moves_that_the_rules_forbid_are_refused() {
    let mut options = options(5);
    options.person = Color::White;
    let text = talk(options, "c3\nc3\nc2\nc2\nc4\nc4\n");
    assert_says(&text, "cannot be played: illegal move: occupied.");
}

#[test]
fn undo_takes_back_the_move_and_its_answer() {
    let text = talk(options(5), "c3\nundo\nundo\nc3\nquit\n");
    assert_eq!(text.matches("Move 1, Black (you)> ").count(), 3);
    assert_eq!(text.matches("Move 3, Black (you)> ").count(), 2);
    assert_says(&text, "There is no move of yours to take back.");
}

#[test]
fn hints_name_moves_and_play_none() {
    let text = talk(options(5), "hint\nhint\nquit\n");
    assert_says(&text, "I would play ");
    assert_says(&text, " % to win)");
    assert_eq!(text.matches("Move 1, Black (you)> ").count(), 3);
}

#[test]
fn a_search_that_fails_costs_neither_the_move_nor_the_game() {
    break_next_search();
    let text = talk(options(5), "hint\nc3\nquit\n");
    assert_says(&text, "I would play C3.");
    break_next_search();
    let text = talk(options(5), "c3\nquit\n");
    assert_says(&text, "Tengen plays ");
}

#[test]
fn resigning_ends_the_game() {
    let text = talk(options(5), "c3\nresign\nc4\nhint\nundo\nundo\nc3\nquit\n");
    assert_says(&text, "You resign. Tengen wins: W+Resign");
    assert_eq!(text.matches("The game is over.").count(), 2);
    // First the resignation is taken back, then the move.
    assert_eq!(text.matches("Move 3, Black (you)> ").count(), 3, "{text}");
    assert_eq!(text.matches("Move 1, Black (you)> ").count(), 2, "{text}");
}

#[test]
fn a_game_given_up_before_any_move_goes_on_where_that_is_taken_back() {
    let text = talk(options(5), "resign\nundo\nc3\nquit\n");
    assert_says(&text, "You resign.");
    assert_says(&text, "Tengen plays ");
}

/// The whole board is Black's, and nothing is left to play for: Tengen passes when White does.
fn won(rules: Rules) -> Options {
    let mut game = Game::new(Dims::square(5).unwrap(), rules, 0.5);
    game.place_free_handicap(9).unwrap();
    Options {
        game,
        person: Color::White,
        ..options(5)
    }
}

#[test]
fn two_passes_lead_to_the_count() {
    let text = talk(
        won(Rules::default()),
        "pass\nwhat\nhint\nscore\nyes\nboard\nscore\nhelp\nquit\n",
    );
    assert_says(&text, "Tengen passes.\nBoth have passed. The count:");
    assert_says(
        &text,
        "White gets 0.5 points for komi: Black wins by 24.5 points.",
    );
    assert_says(&text, "Type yes if you agree");
    assert_says(&text, "Agreed. Tengen wins: B+24.5");
    assert_says(&text, "Game over> The result is B+24.5.");
    assert_says(&text, "Game over> The game is over. You can type score,");
}

#[test]
fn every_stone_counts_where_dead_ones_have_to_be_captured() {
    let text = talk(
        won(Rules::preset("tromp-taylor").unwrap()),
        "a5\nscore\npass\nundo\nquit\n",
    );
    let words_behind = |words| {
        text.split(words)
            .nth(1)
            .and_then(|rest| rest.lines().next())
    };
    let now = words_behind("If the game ended now: ");
    assert_eq!(words_behind("for komi: "), now, "{text}");
    assert_ne!(now, Some("Black wins by 24.5 points."), "A5 counts");
    assert_says(
        &text,
        "Every stone counts under these rules. Tengen wins: B+",
    );
    assert_says(&text, "\nGame over> ");
}

#[test]
fn words_behind_an_order_are_not_overheard() {
    // What an arrow key sends moves no cursor.
    let arrow = talk(options(5), "\x1b[A\nquit\n");
    assert!(!arrow.contains('\x1b'), "{arrow:?}");
    let lines = "pass me the salt\nundo 3\nnew joseki\nwhite c3\nquit now\nplay\nplay c3\n";
    let text = talk(options(5), lines);
    assert_says(&text, "I do not understand 'pass me the salt'.");
    assert_eq!(text.matches("I do not understand").count(), 6);
    assert_eq!(text.matches("Tengen plays").count(), 1);
}

#[test]
fn in_a_dispute_the_person_has_the_last_word() {
    let text = talk(won(Rules::default()), "pass\ne5\nc3\nd4\nd4\nyes\nquit\n");
    assert_says(&text, "There is no stone.");
    assert_says(&text, "Dead of Black: C3\n");
    assert_says(&text, "Dead of Black: C3 D4\n");
    assert_says(&text, "Tengen takes your word for it. Tengen wins: B+24.5");
}

#[test]
fn a_count_can_be_left_to_play_on() {
    let text = talk(won(Rules::default()), "pass\nno\ne5\nquit\n");
    assert_says(&text, "The game goes on");
    assert_eq!(text.matches("Move 1, White (you)> ").count(), 2);
    assert_says(&text, "Move 3, White (you)> ");
}

#[test]
fn a_game_is_saved_with_names_and_result() {
    let directory = Directory::new("play");
    let file = directory.join("a game.sgf");
    let path = file.display();
    let text = talk(
        options(5),
        &format!("c3\nresign\nsave \"{path}\"\nsave /no/such/folder/x.sgf\nquit\n"),
    );
    assert_says(&text, &format!("Saved to {path}."));
    assert_says(&text, "/no/such/folder/x.sgf cannot be written");
    let record = fs::read(&file).unwrap();
    let loaded = crate::game::sgf::load(&record, None).unwrap();
    assert_eq!(loaded.info.result, "W+Resign");
    assert_eq!(loaded.info.black, "You");
    assert!(loaded.info.white.starts_with("Tengen "));
    assert_eq!(loaded.game.moves().len(), 2);
}

#[test]
fn only_files_of_this_game_are_replaced() {
    let directory = Directory::new("save");
    let [theirs, ours] = ["theirs.sgf", "ours.sgf"].map(|name| directory.join(name));
    fs::write(&theirs, "an earlier game").unwrap();
    let lines = format!(
        "save {}\nsave {ours}\nc3\nsave {ours}\nnew\nb2\nsave {ours}\nquit\n",
        theirs.display(),
        ours = ours.display()
    );
    let text = talk(options(5), &lines);
    assert_says(&text, "theirs.sgf exists already. Give another name.");
    assert_says(&text, "ours.sgf exists already. Give another name.");
    assert_eq!(text.matches("ours.sgf.").count(), 2, "{text}");
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "an earlier game");
    let record = fs::read_to_string(&ours).unwrap();
    assert!(record.contains(";B[cc]"), "{record}");
}

#[test]
fn a_name_that_is_not_utf_8_is_no_other_name() {
    let directory = Directory::new("save latin");
    let order = format!("save {}", directory.join("a").display());
    let line = [order.as_bytes(), b"\xe4.sgf\nquit\n"].concat();
    let mut output = Vec::new();
    run(options(5), &line[..], &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert_says(
        &text,
        "The name is not UTF-8, or holds U+FFFD, which stands for that. Give another.",
    );
    assert_eq!(fs::read_dir(&*directory).unwrap().count(), 0);
}

#[test]
fn handicap_and_white_and_a_new_game() {
    let mut options = Options {
        person: Color::White,
        ..options(9)
    };
    options.game.place_free_handicap(2).unwrap();
    let text = talk(options, "new\nquit\n");
    assert_says(&text, "You have White.");
    assert_eq!(text.matches("handicap 2").count(), 2);
    let tengen_begins = Options {
        person: Color::White,
        ..super::tests::options(5)
    };
    let text = talk(tengen_begins, "undo\nquit\n");
    assert_says(&text, "Tengen plays ");
    assert_says(&text, "Move 2, White (you)> ");
}

#[test]
fn before_the_board_is_settled_the_score_is_what_tengen_expects() {
    let text = talk(options(9), "e5\nscore\nquit\n");
    assert_says(&text, "It is too early to count");
}

#[test]
fn hints_are_at_full_strength_whatever_the_level() {
    let mut weak = options(5);
    weak.config.level = "1".parse().unwrap();
    let text = talk(weak, "hint\nc3\nquit\n");
    assert_says(&text, " at level 1 on a 5x5 board.");
    assert_says(&text, "I would play ");
    assert_says(&text, "Tengen plays ");
}

#[test]
fn long_and_strange_lines_do_no_harm() {
    let long = "x".repeat(100_000);
    let mut bytes = long.into_bytes();
    bytes.extend(b"\n\xff\xfe\n\0\nquit\n");
    let mut output = Vec::new();
    run(options(5), &bytes[..], &mut output).unwrap();
    assert!(output.len() < 10_000);
    // What stands behind the longest line that is understood is no order of its own.
    let text = talk(options(5), &format!("{}pass\nquit\n", "x".repeat(4096)));
    assert!(!text.contains("Tengen plays "), "{text}");
    let color = Options {
        style: Style::Color,
        ..options(5)
    };
    let text = talk(color, "c3\nquit\n");
    assert_says(&text, "\x1b[48;5;179m");
    assert_says(&text, "Tengen is thinking ...\r\x1b[K");
}
