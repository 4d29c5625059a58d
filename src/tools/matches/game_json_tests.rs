use super::*;
use crate::tools::matches::Entrant;
use crate::tools::matches::conditions::Conditions;
use crate::types::Dims;

pub fn options() -> Options {
    let entrant = |label: &str| Entrant {
        label: label.to_owned(),
        command: format!("engine-{label}"),
    };
    Options {
        entrants: vec![entrant("A"), entrant("B")],
        gauntlet: false,
        games: 4,
        keep_colours: false,
        openings: Vec::new(),
        jobs: 1,
        sgf_dir: None,
        results: None,
        resume: false,
        sprt: None,
        umpire: None,
        conditions: Conditions::of(Dims::square(9).unwrap()),
    }
}

pub fn game(number: u32, players: [usize; 2], ending: Ending) -> GameReport {
    let thinking = Thinking {
        moves: 2,
        total: Duration::from_millis(750),
        longest: Duration::from_millis(500),
        reserve: Some(Duration::from_millis(125)),
    };
    GameReport {
        number,
        players,
        ending,
        capped: number == 3,
        moves: 17,
        thinking: [thinking, Thinking::default()],
        time: Duration::from_millis(1250),
        opening: String::new(),
        fingerprint: (number != 3).then_some(u64::MAX - 1),
        sgf: Some(PathBuf::from("games/game-001.sgf")),
    }
}

fn endings() -> Vec<Ending> {
    let counted = |lead, dispute, umpire, played_on| {
        Ending::Counted(Count {
            score: Score::from_black_lead(lead),
            dispute,
            umpire,
            played_on,
        })
    };
    let says = ["B+3.5".to_owned(), "cannot".to_owned()];
    let forfeit = |loser, offence| Ending::Forfeit {
        loser,
        offence,
        detail: "C3: occupied \"twice\"".to_owned(),
    };
    let mut endings = vec![
        counted(-0.5, None, None, None),
        counted(0.0, Some(says.clone()), Some("W+1".to_owned()), None),
        counted(0.0, Some(says), None, Some(7)),
        Ending::Resigned(Color::White),
        Ending::NoResult,
    ];
    endings.extend(Offence::ALL.map(|offence| forfeit(Color::Black, offence)));
    endings
}

#[test]
fn games_come_back_as_they_were() {
    let options = options();
    for (index, ending) in endings().into_iter().enumerate() {
        for players in [[0, 1], [1, 0]] {
            let game = game(index as u32 + 1, players, ending.clone());
            let text = to_json(&options, &game).to_string();
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(from_json(&options, &value), Some(game), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_directory_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut game = game(1, [0, 1], Ending::NoResult);
    game.sgf = Some(PathBuf::from(OsStr::from_bytes(b"\xff/game-001.sgf")));
    let value = to_json(&options(), &game);
    assert_eq!(value["sgf"], "\u{fffd}/game-001.sgf");
}

#[test]
fn what_is_no_game_is_refused() {
    let options = options();
    let whole = to_json(&options, &game(1, [0, 1], Ending::Resigned(Color::Black)));
    for (name, wrong) in [
        ("black", json!("C")),
        ("winner", json!(null)),
        ("game", json!(0)),
        ("moves", json!(-1)),
        ("ending", json!("abandoned")),
        ("seconds", json!(-1.0)),
        ("thinking", json!([])),
    ] {
        let mut value = whole.clone();
        value[name] = wrong;
        assert_eq!(from_json(&options, &value), None, "{name}");
    }
    assert_eq!(from_json(&options, &json!([1])), None);
}
