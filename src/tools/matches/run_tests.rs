//! Matches of engines that answer anything.

use super::*;
use crate::game::Rules;
use crate::temporary::Directory;
use crate::tools::engine::fake::{any_answers, odd};
use crate::tools::matches::conditions::Conditions;
use crate::tools::matches::game_json::tests::options;
use crate::tools::matches::results::tests::reopened;
use crate::tools::matches::summary::Summary;
use crate::tools::matches::{introduce, json, report};
use crate::types::Dims;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

const COMMANDS: &str = "genmove play final_score kgs-genmove_cleanup time_left kgs-time_settings";
const MOVES: [&str; 7] = ["B2", "A1", "pass", "C2", "B1", "pass", "pass"];
/// Far more questions than two engines and an umpire are asked in so many games.
const MOST_QUESTIONS: usize = 3000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_engines_answer_a_match_ends_and_is_told_in_short(answers in any_answers(0.03), is_agreed: bool) {
        let directory = Directory::new("answers");
        let [asked, moved] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
        let started = AtomicUsize::new(0);
        let launch = |_: &str| {
            let (asked, moved) = (Arc::clone(&asked), Arc::clone(&moved));
            let first = 7 * started.fetch_add(1, Ordering::Relaxed);
            Ok(odd(&answers, first, move |command| {
                asked.fetch_add(1, Ordering::Relaxed);
                match command.split(' ').next() {
                    Some("list_commands") => COMMANDS,
                    Some("genmove" | "kgs-genmove_cleanup") => MOVES[moved.fetch_add(1, Ordering::Relaxed) % MOVES.len()],
                    Some("final_score") => "B+1",
                    _ => "",
                }
                .to_owned()
            }))
        };
        let mut options = options();
        options.results = Some(directory.join("results"));
        options.umpire = Some("third".to_owned());
        options.conditions = Conditions {
            rules: Rules::preset(if is_agreed { "chinese" } else { "tromp-taylor" }).unwrap(),
            max_moves: 30,
            patience: Duration::from_millis(1),
            ..Conditions::of(Dims::square(3).unwrap())
        };
        let stop = AtomicBool::new(false);
        if let Err(error) = introduce(&options, &launch, &stop) {
            prop_assert!(error.to_string().len() < 1000, "{}", error);
        }
        let contestants = [Contestant::default(), Contestant::default()];
        let outcome = run(&options, &contestants, &launch, &stop, &mut |_, _| ()).unwrap();
        prop_assert!(asked.load(Ordering::Relaxed) < MOST_QUESTIONS);
        for game in &outcome.games {
            let line = report::line(&options, game);
            prop_assert!(!line.contains(char::is_control) && line.len() < 2000, "{}", line);
        }
        prop_assert!(Summary::new(&options, &outcome).to_string().len() < 10_000);
        prop_assert!(json(&options, &contestants, &outcome).to_string().len() < 20_000);
        options.resume = true;
        let resumed = reopened(|| run(&options, &contestants, &launch, &stop, &mut |_, _| ())).unwrap();
        prop_assert!(outcome.games.iter().all(|game| resumed.games.contains(game)));
    }
}
