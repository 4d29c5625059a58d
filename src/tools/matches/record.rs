//! The SGF file of a finished game.

use super::ending::Ending;
use super::openings::Opening;
use super::referee::Finished;
use super::schedule::Slot;
use super::seat::MoveTime;
use super::time_control;
use super::{Contestant, Options};
use crate::console::today;
use crate::game::sgf::{self, Note};

/// The text of the file: the game with the time of every move.
pub(super) fn sgf(
    options: &Options,
    contestants: &[Contestant],
    slot: &Slot,
    opening: &Opening,
    finished: &Finished,
) -> String {
    let full_name = |player: usize| {
        let title = contestants[player].title();
        format!("{} ({title})", options.label(player))
    };
    let [black, white] = slot.players.map(full_name);
    let system = options.conditions.time;
    let info = sgf::Info {
        black,
        white,
        result: finished.ending.result(),
        date: today(),
        main_time: system.main_time(),
        overtime: system.overtime(),
        comment: remarks(options, slot, opening, finished).join("\n"),
        ..sgf::Info::default()
    };
    let opening_moves = opening.moves.iter().map(|_| Note::default());
    let notes: Vec<Note> = opening_moves
        .chain(finished.times.iter().map(note))
        .collect();
    sgf::save_with_notes(&finished.game, &info, &notes)
}

fn note(time: &MoveTime) -> Note {
    let left = time.clock.map(|clock| clock.left());
    Note {
        time_left: left.map(|(time, _)| time),
        stones_left: left.and_then(|(_, count)| count),
        comment: format!("{:.2} s", time.spent.as_secs_f64()),
        ..Note::default()
    }
}

fn remarks(options: &Options, slot: &Slot, opening: &Opening, finished: &Finished) -> Vec<String> {
    let mut remarks = vec![format!("Game {} of {}", slot.number, options.total_games())];
    if !opening.name().is_empty() {
        remarks.push(format!("opening: {}", opening.name()));
    }
    remarks.extend(time_control::in_words(options.conditions.time));
    match &finished.ending {
        Ending::Forfeit {
            loser,
            offence,
            detail,
        } => remarks.push(format!("{loser} loses: {offence}: {detail}")),
        Ending::Counted(count) => remarks.extend(count.remark(["black", "white"])),
        _ => {}
    }
    if finished.capped {
        remarks.push("counted at the limit of moves".to_owned());
    }
    remarks
}
