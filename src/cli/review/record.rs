//! The game that is reviewed.

use super::ReviewArgs;
use crate::cli::printing::aside;
use crate::console::{counted, rules_in_words};
use crate::files;
use crate::game::sgf::{self, Fault, SgfError};
use std::borrow::Cow;

impl ReviewArgs {
    /// The record, its game with the rules and the komi by which it is reviewed, and what was told of it.
    pub(super) fn load(&self) -> Result<(sgf::Loaded, Vec<String>), String> {
        let mut told = Vec::new();
        let mut note = |words: String| {
            aside(format_args!("note: {words}"));
            told.push(words);
        };
        let name = self.file.display();
        let text = files::read(&self.file, sgf::MAX_BYTES as u64);
        let text = text.map_err(|error| format!("{name}: {error}"))?;
        let text = self.chosen(&text, &mut note)?;
        let loaded = sgf::load(&text, None);
        let loaded = loaded.or_else(|error| before_the_fault(&text, error, &mut note));
        let mut loaded = loaded.map_err(|error| format!("{name}: {error}"))?;
        let handicap = loaded.not_understood.handicap_remark();
        let remarks = [loaded.forgotten_remark(), loaded.cut_off_remark(), handicap];
        remarks.into_iter().flatten().for_each(&mut note);
        let game = &mut loaded.game;
        if let Some(rules) = self.rules {
            game.set_rules(rules);
        } else {
            let used = rules_in_words(game.rules());
            let remarks = loaded.not_understood.rules_remarks(&used);
            remarks.for_each(&mut note);
        }
        let usual = game.rules().usual_komi(game.handicap());
        game.set_komi(self.komi.or(loaded.komi).unwrap_or(usual))
            .map_err(|error| error.to_string())?;
        if let (Some(remark), None) = (loaded.not_understood.komi_remark(game), self.komi) {
            note(remark);
        }
        Ok((loaded, told))
    }

    /// The part of a record with several games that is to be reviewed.
    fn chosen<'a>(
        &self,
        text: &'a [u8],
        note: &mut impl FnMut(String),
    ) -> Result<Cow<'a, [u8]>, String> {
        let name = self.file.display();
        let games = sgf::split_games(text);
        let count = games.len();
        let number = self.game.unwrap_or(1) as usize;
        if self.game.is_none() && count > 1 {
            note(format!("{name} has {count} games; the first is reviewed"));
        }
        match number {
            // Whatever stands around it, reading is lenient with a single game.
            1 => Ok(Cow::Borrowed(text)),
            _ => games.into_iter().nth(number - 1).ok_or_else(|| {
                let games = counted(count, "game", "games");
                format!("{name} has {games}, no game {number}")
            }),
        }
    }
}

/// The game up to a move that cannot be played; an error if there is none before it, or something else is wrong.
fn before_the_fault(
    text: &[u8],
    error: SgfError,
    note: &mut impl FnMut(String),
) -> Result<sgf::Loaded, SgfError> {
    let (Fault::BadMove(number @ 2.., _) | Fault::NoMove(number @ 2.., ..)) = error.fault else {
        return Err(error);
    };
    let loaded = sgf::load(text, Some(number))?;
    if loaded.game.moves().is_empty() {
        return Err(error);
    }
    note(format!("{error}; the moves before it are reviewed"));
    Ok(loaded)
}
