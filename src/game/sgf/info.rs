//! What a record says about a game besides its moves.

/// What a record says about a game besides the game itself. Empty text is not written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Black's name.
    pub black: String,
    /// Black's rank, such as `5d`.
    pub black_rank: String,
    /// White's name.
    pub white: String,
    /// White's rank.
    pub white_rank: String,
    /// The result, such as `B+3.5`, `W+Resign`, `W+Time`, `0` or `Void`.
    pub result: String,
    /// When it was played, such as `2026-11-20`.
    pub date: String,
    /// Where it was played.
    pub place: String,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// The name of the game.
    pub name: String,
    /// Main time, in seconds or in whatever words the record has.
    pub main_time: String,
    /// Overtime in words, such as `5x30 byo-yomi`.
    pub overtime: String,
    /// Remarks on the whole game.
    pub comment: String,
}
