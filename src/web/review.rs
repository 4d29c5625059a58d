//! A review: what each move of a game has cost, told bit by bit.

use super::analyse::End;
use super::table::{Listener, Table, stopped};
use super::tell;
use crate::game::Game;
use crate::game::sgf::Info;
use crate::page;
use crate::review::{Effort, Review, Step};
use crate::search::{Level, Settings};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Two reviews of a game say the same, as far as threads let them.
const REVIEW_SEED: u64 = 1;

impl<L: Listener> Table<L> {
    /// Reviews a game under the number of the order. Between two searches others may have the seat.
    pub fn review(&mut self, id: u64, game: &Game, stop: &Arc<AtomicBool>) -> Value {
        // There is memory for one tree.
        self.session.forget();
        let settings = Settings {
            level: Level::FULL,
            // The game ended by its passes.
            conservative_pass: false,
            ..self.config.search_settings(REVIEW_SEED)
        };
        let effort = Effort::usual(settings.method.has_sound_network(game.dims()));
        let tell = |mut answer: Value| {
            answer["id"] = json!(id);
            self.listener.tell(answer);
        };
        let watch = &mut |step: Step<'_>| {
            tell(so_far(game, step));
            let give_way = |wait: &dyn Fn()| self.pool.give_way(self.guest, stop, wait);
            match self.take_seat(id, give_way) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        match Review::new(game, Info::default(), &settings, effort, stop, watch) {
            Some(review) => {
                json!({ "review": page::review::findings(&review), "end": End::Finished.word() })
            }
            None => stopped(),
        }
    }
}

/// How far the review has come, in words for the page.
fn so_far(game: &Game, step: Step<'_>) -> Value {
    match step {
        Step::Position(number, found) => {
            let evaluation = tell::evaluation(game.dims(), found);
            json!({ "position": number, "evaluation": evaluation })
        }
        Step::Compared(done, all) => json!({ "compared": [done, all] }),
    }
}
