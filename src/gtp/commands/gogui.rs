//! What GoGui asks for besides the standard, and the menu it shows.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Point, excerpt, format_move};

pub const FAMILY: Family = Family {
    title: "GoGui",
    commands: &[
        Command {
            name: "gogui-analyze_commands",
            arguments: "",
            summary: "The commands of the analyze dialog, as TYPE/LABEL/COMMAND",
            run: |_, _| Ok(ANALYZE_COMMANDS.join("\n")),
        },
        Command {
            name: "gogui-interrupt",
            arguments: "",
            summary: "Tells that '# interrupt' is understood",
            run: |_, _| Ok(NOTHING),
        },
        Command {
            name: "gogui-play_sequence",
            arguments: "[COLOR VERTEX]...",
            summary: "Plays moves one after the other, all or none",
            run: play_sequence,
        },
        Command {
            name: "gogui-setup",
            arguments: "[COLOR VERTEX]...",
            summary: "Sets up stones, or with the color 'e' takes them away; the record starts anew",
            run: setup,
        },
        Command {
            name: "gogui-setup_player",
            arguments: "COLOR",
            summary: "Sets who is to play",
            run: setup_player,
        },
        Command {
            name: "gogui-title",
            arguments: "",
            summary: "A title for the window",
            run: |engine, _| Ok(format!("{} {}", engine.name(), engine.version())),
        },
        Command {
            name: "gogui-version",
            arguments: "VERSION",
            summary: "Tells the version of GoGui",
            run: |_, _| Ok(NOTHING),
        },
    ],
};

/// Type, label and command with wildcards; the labels are grouped by their first words.
const ANALYZE_COMMANDS: &[&str] = &[
    "gfx/Search: Win rates/tengen-heatmap winrate",
    "gfx/Search: Visits/tengen-heatmap visits",
    "gfx/Search: RAVE/tengen-heatmap rave",
    "gfx/Search: Priors/tengen-heatmap prior",
    "pspairs/Search: Best moves/tengen-best_moves",
    "var/Search: Principal variation/tengen-pv",
    "dboard/Search: Ownership/tengen-ownership",
    "hstring/Search: All numbers/tengen-search_summary",
    "none/Search: Forget the tree/clear_cache",
    "gfx/Board: Chains and liberties/tengen-chains",
    "plist/Board: Chain at a point/tengen-chain %p",
    "plist/Board: Liberties of a chain/findlib %p",
    "cboard/Board: Pass-alive regions/tengen-pass_alive",
    "gfx/Board: Safe points, if passing/go_safe_gfx benson",
    "gfx/Board: Safe points, if answering/go_safe_gfx static",
    "plist/Board: Dame between safe stones/go_safe_dame_static",
    "plist/Board: Stones of a color/list_stones %c",
    "string/Reading: Can the chain be captured/attack %p",
    "string/Reading: Can the chain be saved/defend %p",
    "string/Reading: Can two chains be connected/connect %P",
    "string/Reading: Can two chains be cut apart/disconnect %P",
    "string/Reading: Can a chain, the first point, come into an area/break_in %P",
    "string/Reading: Can it be kept out of an area/block_off %P",
    "string/Reading: Threaten several chains at once/combination_attack %c",
    "string/Reading: Life and death of a group/dragon_status %p",
    "hstring/Reading: Life and death of all groups/dragon_status",
    "plist/Reading: Stones of a group/dragon_stones %p",
    "string/Reading: Eyes that a small space yields/eval_eye %p",
    "hstring/Reading: All that is known of a chain/worm_data %p",
    "gfx/Rules: Forbidden points/tengen-forbidden %c",
    "plist/Rules: Legal points/all_legal %c",
    "hpstring/Rules: Repetition history/tengen-repetitions",
    "param/Rules: Rules in force/tengen-rules_param",
    "bwboard/Score: Territory/tengen-territory",
    "plist/Score: Dead stones/final_status_list dead",
    "plist/Score: Stones in seki/final_status_list seki",
    "string/Score: Sure winner/go_safe_winner",
    "string/Score: Estimate/estimate_score",
    "string/Score: Final score/final_score",
    "hpstring/Game: Moves, the last one first/move_history",
    "hstring/Game: Board as text/showboard",
    "hstring/Game: All commands/help",
    "param/Settings: Engine/tengen-param",
    "param/Settings: Search/tengen-search_param",
];

fn play_sequence(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let mut moves = Vec::new();
    while !call.is_empty() {
        moves.push((call.color()?, call.played_move(dims)?));
    }
    let played = engine.session.play_sequence(&moves);
    played.map_err(|(index, error)| {
        let vertex = format_move(dims, moves[index].1);
        let number = index + 1;
        Failure::refused(format!(
            "{error}, at move {number} of the sequence, {vertex}"
        ))
    })?;
    Ok(NOTHING)
}

fn setup(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let mut changes: Vec<(Point, Option<Color>)> = Vec::new();
    while let Some(word) = call.optional() {
        let color = match word.to_ascii_lowercase().as_str() {
            "e" | "empty" => None,
            _ => Some(color_named(call, word)?),
        };
        changes.push((call.vertex(dims)?, color));
    }
    engine.session.set_up(&changes)?;
    Ok(NOTHING)
}

fn color_named(call: &Call, word: &str) -> Result<Color, Failure> {
    Color::parse(word)
        .ok_or_else(|| call.syntax(format!("'{}' is not a color, nor 'e'", excerpt(word))))
}

fn setup_player(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    engine.session.set_to_move(color);
    Ok(NOTHING)
}
