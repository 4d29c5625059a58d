//! Settings that more than one protocol or program reads, by KataGo's names.

/// Whom a human-style network imitates.
pub const HUMAN_PROFILE: &str = "humanSLProfile";
/// Whose the playout doubling advantage is.
pub const ADVANTAGE_OF: &str = "playoutDoublingAdvantagePla";
/// The most moves of a line after its first.
pub const PV_LENGTH: &str = "analysisPVLen";
/// From whose view values are told.
pub const PERSPECTIVE: &str = "reportAnalysisWinratesAs";
/// Whether analyses under area rules ignore a pass just before the position.
pub const CONSERVATIVE_PASS: &str = "conservativePass";
/// How much chance decides which moves an analysis looks at.
pub const WIDE_ROOT_NOISE: &str = "analysisWideRootNoise";
/// What [`WIDE_ROOT_NOISE`] is unless somebody sets it.
pub const USUAL_WIDE_ROOT_NOISE: f32 = 0.04;
/// Both sides of the first board.
pub const BOARD_SIZE: &str = "defaultBoardSize";
/// Its columns.
pub const BOARD_WIDTH: &str = "defaultBoardXSize";
/// Its rows.
pub const BOARD_HEIGHT: &str = "defaultBoardYSize";
/// Threads of a search.
pub const SEARCH_THREADS: &str = "numSearchThreads";
/// The most playouts of a search.
pub const MAX_PLAYOUTS: &str = "maxPlayouts";
/// The most visits of a position.
pub const MAX_VISITS: &str = "maxVisits";
/// The most seconds of a search.
pub const MAX_TIME: &str = "maxTime";
/// The most playouts while the opponent thinks.
pub const MAX_PLAYOUTS_PONDERING: &str = "maxPlayoutsPondering";
/// The most visits of a position while the opponent thinks.
pub const MAX_VISITS_PONDERING: &str = "maxVisitsPondering";
/// The most seconds while the opponent thinks.
pub const MAX_TIME_PONDERING: &str = "maxTimePondering";
/// The komi of all games, whatever a client says.
pub const FORCED_KOMI: &str = "ignoreGTPAndForceKomi";
/// Whether to say on standard error what each move is about.
pub const CHAT: &str = "ogsChatToStderr";
