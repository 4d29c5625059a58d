//! Everything about a session that a command could change.

use tengen::gtp::Engine;

const QUESTIONS: &[&str] = &[
    "showboard",
    "move_history",
    "get_komi",
    "kata-get-rules",
    "tengen-param",
    "tengen-search_param",
    "get_random_seed",
    "captures b",
    "captures w",
];

/// What the session answers to questions about itself, and what its parts say.
pub fn fingerprint(engine: &mut Engine) -> Vec<String> {
    let ask = |question: &&str| format!("{:?}", engine.execute_line(question));
    let mut state: Vec<String> = QUESTIONS.iter().map(ask).collect();
    // The record of a game that is over would be counted first.
    if !engine.session().game().is_over() {
        state.push(format!("{:?}", engine.execute_line("printsgf")));
    }
    let game = engine.session().game();
    let position = game.position();
    let (hash, to_move, passes) = (position.hash(), game.to_move(), position.passes());
    state.push(format!("{hash} {to_move} {passes} {}", game.handicap()));
    state.push(format!(
        "{:?} {}",
        engine.session().clocks(),
        engine.has_quit()
    ));
    state
}
