//! Who has won, and what becomes of every stone.

use super::{all_units, unit_lines, vertices};
use crate::board::AnyBoard;
use crate::game::{Game, Territory};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::search::{Judgement, Status};
use crate::types::{Color, Point, excerpt};

pub const FAMILY: Family = Family {
    title: "Scoring",
    commands: &[
        Command {
            name: "final_score",
            arguments: "",
            summary: "The score, with the stones of final_status_list dead",
            run: final_score,
        },
        Command {
            name: "final_status_list",
            arguments: "alive|dead|seki|black_territory|white_territory|dame",
            summary: "The points with this status, one chain on each line",
            run: final_status_list,
        },
        Command {
            name: "final_status",
            arguments: "VERTEX",
            summary: "The status of a point, in the words of final_status_list",
            run: final_status,
        },
        Command {
            name: "estimate_score",
            arguments: "",
            summary: "The score if the game ended now, and its bounds",
            run: estimate_score,
        },
    ],
};

/// What becomes of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointStatus {
    Stone(Status),
    /// An empty point and whose it is.
    Empty(Option<Color>),
}

impl PointStatus {
    const ALL: [PointStatus; 6] = [
        PointStatus::Stone(Status::Alive),
        PointStatus::Stone(Status::Dead),
        PointStatus::Stone(Status::Seki),
        PointStatus::Empty(Some(Color::Black)),
        PointStatus::Empty(Some(Color::White)),
        PointStatus::Empty(None),
    ];

    /// The word for it, as GNU Go knows it.
    fn name(self) -> &'static str {
        match self {
            PointStatus::Stone(Status::Alive) => "alive",
            PointStatus::Stone(Status::Dead) => "dead",
            PointStatus::Stone(Status::Seki) => "seki",
            PointStatus::Empty(Some(Color::Black)) => "black_territory",
            PointStatus::Empty(Some(Color::White)) => "white_territory",
            PointStatus::Empty(None) => "dame",
        }
    }
}

/// The judgement of a position, counted.
pub(super) struct Count {
    judgement: Judgement,
    pub(super) territory: Territory,
}

impl Count {
    pub(super) fn new(engine: &mut Engine, call: &Call) -> Count {
        let (stop, _armed) = call.interruptible();
        let judgement = engine.session.judge(stop);
        let territory = engine.session.territory(&judgement);
        Count {
            judgement,
            territory,
        }
    }

    fn status(&self, point: Point) -> PointStatus {
        match self.judgement.status(point) {
            Some(status) => PointStatus::Stone(status),
            None => PointStatus::Empty(self.territory.owner(point)),
        }
    }

    /// The points that either player may still gain.
    fn open_points(&self, game: &Game) -> impl Iterator<Item = Point> {
        let open = self.judgement.open_points(game, Judgement::LIKELY);
        // A larger eye of a group in seki may still be filled, and counts for nobody.
        open.filter(move |&point| !self.territory.seki().contains(point))
    }
}

fn final_score(engine: &mut Engine, call: &mut Call) -> Reply {
    if engine.game().no_result() {
        return Err(Failure::refused(
            "cannot score: a long cycle ended the game without result",
        ));
    }
    let count = Count::new(engine, call);
    Ok(engine.game().score_of(&count.territory).to_string())
}

fn final_status(engine: &mut Engine, call: &mut Call) -> Reply {
    let point = call.vertex(engine.game().dims())?;
    let status = Count::new(engine, call).status(point);
    Ok(status.name().to_owned())
}

fn final_status_list(engine: &mut Engine, call: &mut Call) -> Reply {
    let word = call.word("status")?.to_ascii_lowercase();
    let Some(wanted) = PointStatus::ALL
        .into_iter()
        .find(|status| status.name() == word)
    else {
        return Err(call.syntax(format!("'{}' is not a status", excerpt(&word))));
    };
    let count = Count::new(engine, call);
    let is_wanted = |&point: &Point| count.status(point) == wanted;
    let board = engine.game().board();
    let dims = board.dims();
    Ok(match wanted {
        PointStatus::Stone(_) => {
            let chains = all_units(board, None, AnyBoard::chain_set).into_iter();
            unit_lines(dims, chains.filter(|(stone, _)| is_wanted(stone)))
        }
        PointStatus::Empty(_) => vertices(dims, dims.points().filter(is_wanted)),
    })
}

/// The score as judged, and bounds that give every point that may still be gained to one player, in GNU Go's form: with one
/// decimal, the bounds as points for White.
pub(super) fn estimate_score(engine: &mut Engine, call: &mut Call) -> Reply {
    let count = Count::new(engine, call);
    let game = engine.game();
    let score = game.score_of(&count.territory);
    let [mut upper, mut lower] = [score.black_lead(); 2];
    for point in count.open_points(game) {
        let counted = count.territory.owner(point).map_or(0.0, Color::sign);
        upper += 1.0 - counted;
        lower -= 1.0 + counted;
    }
    let estimate = match score.winner() {
        Some(winner) => format!("{}+{:.1}", winner.letter(), score.black_lead().abs()),
        None => score.to_string(),
    };
    let (white_most, white_least) = (0.0 - lower, 0.0 - upper);
    Ok(format!(
        "{estimate} (upper bound: {white_most:.1}, lower: {white_least:.1})"
    ))
}
