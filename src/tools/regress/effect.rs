//! What commands do to the position, known by their names.

use crate::types::Color;

/// What a command does to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// An empty board of the size that follows.
    Resize,
    /// The position of a record.
    Load,
    /// The same board without stones.
    Clear,
    /// The move that follows, colour first.
    Play,
    /// A move of this colour to the vertex that follows.
    PlayAs(Color),
    /// A move which the reply names, as that of `genmove` and its relations.
    Generate,
    /// The last move is taken back.
    Undo,
    /// As many moves as the number that follows are taken back.
    UndoMany,
    /// As many stones as the number that follows, on the usual points.
    FixedHandicap,
    /// Stones on the vertices that follow.
    FreeHandicap,
    /// Stones on the vertices of the reply.
    ChosenHandicap,
    /// A position that is not followed here.
    SetUp,
    /// Another view of the same position, whatever position comes next.
    Turn,
    /// Nothing.
    None,
}

/// What the command of this name, in letters of either case, does to the position.
pub(super) fn effect_of(name: &str) -> Effect {
    let name = name.to_ascii_lowercase();
    match &*name {
        "boardsize" | "rectangular_boardsize" => Effect::Resize,
        "loadsgf" => Effect::Load,
        "clear_board" => Effect::Clear,
        "play" | "trymove" | "tryko" => Effect::Play,
        "black" => Effect::PlayAs(Color::Black),
        "white" => Effect::PlayAs(Color::White),
        "undo" | "popgo" => Effect::Undo,
        "gg-undo" => Effect::UndoMany,
        "fixed_handicap" => Effect::FixedHandicap,
        "set_free_handicap" => Effect::FreeHandicap,
        "place_free_handicap" => Effect::ChosenHandicap,
        "gogui-play_sequence" | "gogui-setup" | "gogui-setup_player" | "set_position" => {
            Effect::SetUp
        }
        "orientation" => Effect::Turn,
        _ if generates(&name) => Effect::Generate,
        _ => Effect::None,
    }
}

/// `reg_genmove` and its own play no move, nor do `restricted_genmove` and `gg_genmove` of GNU Go.
fn generates(name: &str) -> bool {
    let only_asks = ["reg_", "restricted_", "gg_"];
    name.contains("genmove") && !only_asks.iter().any(|prefix| name.starts_with(prefix))
}

impl Effect {
    /// Whether a position that is set up afterwards leaves nothing of it.
    pub(super) fn is_of_position(self) -> bool {
        !matches!(self, Effect::Turn | Effect::None)
    }
}

/// The move of an [`Effect::Generate`] as a `play`, so that it is the same again. Commands that analyse meanwhile name
/// it last, on a line `play VERTEX`. Some commands name no player: then it is who is `to_move`. None if that is not known, or
/// if no move was played.
pub(super) fn played(
    command: &str,
    reply: &str,
    to_move: impl FnOnce() -> Option<Color>,
) -> Option<String> {
    let named = reply
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("play "));
    let vertex = named.unwrap_or(reply).split_whitespace().next()?;
    if vertex.eq_ignore_ascii_case("resign") {
        return None;
    }
    let mut words = command.split_whitespace();
    let color = match &*words.next()?.to_ascii_lowercase() {
        "genmove_black" => Color::Black,
        "genmove_white" => Color::White,
        _ => words.next().and_then(Color::parse).or_else(to_move)?,
    };
    Some(format!("play {} {vertex}", color.name().to_lowercase()))
}
