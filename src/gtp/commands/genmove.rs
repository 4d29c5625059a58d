//! Having Tengen choose a move.

use super::{NOTHING, vertex_or_pass};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::search::{DeadStones, Request};
use crate::session::choice_text;
use crate::types::{Color, Move, parse_move};

pub const FAMILY: Family = Family {
    title: "Choosing a move",
    commands: &[
        Command {
            name: "genmove",
            arguments: "COLOR",
            summary: "Chooses a move and plays it; or resigns",
            run: |engine, call| {
                let color = call.color()?;
                genmove(engine, call, color)
            },
        },
        Command {
            name: "kgs-genmove_cleanup",
            arguments: "COLOR",
            summary: "As genmove, but takes dead stones off the board before passing",
            run: genmove_cleanup,
        },
        Command {
            name: "reg_genmove",
            arguments: "COLOR",
            summary: "Chooses a move without playing it; one thread and fixed playouts find the same in every process",
            run: reg_genmove,
        },
        Command {
            name: "reg_genmove_toplay",
            arguments: "",
            summary: "As reg_genmove, for who is to move",
            run: |engine, call| {
                let color = engine.game().to_move();
                regression_move(engine, call, color, None)
            },
        },
        Command {
            name: "gg_genmove",
            arguments: "COLOR [SEED]",
            summary: "As reg_genmove, by GNU Go's name; the seed is ignored",
            run: reg_genmove,
        },
        Command {
            name: "restricted_genmove",
            arguments: "COLOR VERTEX...",
            summary: "As reg_genmove, among these moves",
            run: restricted_genmove,
        },
        Command {
            name: "clear_cache",
            arguments: "",
            summary: "Forgets what earlier searches have found, and what the network said of single positions",
            run: clear_cache,
        },
    ],
};

fn clear_cache(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.session.forget();
    engine.session.config().networks.forget_evaluations();
    Ok(NOTHING)
}

/// Chooses a move of this colour and plays it.
pub(super) fn genmove(engine: &mut Engine, call: &Call, color: Color) -> Reply {
    play_chosen(engine, call, Request::new(color))
}

fn genmove_cleanup(engine: &mut Engine, call: &mut Call) -> Reply {
    let request = Request {
        dead_stones: DeadStones::Captured,
        ..Request::new(call.color()?)
    };
    play_chosen(engine, call, request)
}

fn play_chosen(engine: &mut Engine, call: &Call, request: Request) -> Reply {
    let (stop, _armed) = call.interruptible();
    let request = Request { stop, ..request };
    let answer = engine.genmove(request, None)?;
    Ok(choice_text(engine.game().dims(), answer.choice))
}

fn reg_genmove(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    regression_move(engine, call, color, None)
}

fn restricted_genmove(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let game = engine.game();
    let words = call.others();
    let moves = words.map(|word| parse_move(game.dims(), word));
    let mut moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(call.syntax("no vertex is listed"));
    }
    moves.retain(|&mv| game.check(color, mv).is_ok());
    regression_move(engine, call, color, Some(moves))
}

/// Chooses a move of this color afresh, among these if some are given, and plays nothing.
pub(super) fn regression_move(
    engine: &mut Engine,
    call: &Call,
    color: Color,
    only: Option<Vec<Move>>,
) -> Reply {
    let dims = engine.game().dims();
    let (stop, _armed) = call.interruptible();
    let mv = engine.draw_while(None, |session, watch| {
        session.choose_afresh(color, only, stop, watch)
    })?;
    Ok(vertex_or_pass(dims, mv.point()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp;
    use crate::net::{Loading, NetworkOptions};
    use crate::session::{self, tests::config, tests::game};

    #[test]
    fn evaluations_are_forgotten_with_the_tree() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let network = loading.wait().unwrap();
        let config = session::Config {
            networks: Some(loading).into(),
            ..config()
        };
        let mut engine = Engine::new(gtp::Config {
            game: game(),
            ..config.into()
        });
        // How many evaluations were there already.
        let mut found = |line: &str| {
            let before = network.cache().counts().1;
            engine.execute_line(line).unwrap();
            network.cache().counts().1 - before
        };
        let within = found("reg_genmove b");
        assert!(found("reg_genmove b") > within);
        found("clear_cache");
        assert_eq!(found("reg_genmove b"), within);
    }
}
