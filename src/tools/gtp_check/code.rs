//! What can be wrong with an engine.

use std::fmt;

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The GTP 2 specification.
    Standard,
    /// What clients need, whatever the specification says.
    Clients,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Standard => "GTP 2",
            Source::Clients => "clients",
        })
    }
}

/// What a finding means.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The code as it is printed.
    pub name: &'static str,
    /// Who wants it.
    pub source: Source,
    /// What should be.
    pub sentence: &'static str,
}

/// Declares the codes with their rules.
macro_rules! codes {
    ($($code:ident $name:literal $source:ident $sentence:literal;)*) => {
        /// The kinds of findings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $sentence] $code,)* }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// What the code stands for.
            pub fn rule(self) -> Rule {
                match self {
                    $(Code::$code => Rule {
                        name: $name,
                        source: Source::$source,
                        sentence: $sentence,
                    },)*
                }
            }
        }
    };
}

codes! {
    // The process.
    NoReply "no-reply" Standard "every command gets a reply, and within the time allowed here";
    Died "died" Standard "an engine lives until 'quit' or the end of its input";
    QuitUnanswered "quit-unanswered" Standard "'quit' is answered before the engine leaves";
    QuitStays "quit-stays" Standard "the engine ends after 'quit'";
    EofStays "eof-stays" Clients "the engine ends with its input: a crashed client sends no 'quit'";
    EofUnanswered "eof-unanswered" Clients "commands sent before the input ends are answered";

    // The form of replies.
    StrayOutput "stray-output" Standard "standard output carries replies alone: bridges to servers stop at any other line";
    ReplyUnterminated "reply-unterminated" Standard "a reply ends with a blank line";
    NoBlank "no-blank-after-sign" Clients "a blank follows '=' or '?' and the id, even before an empty text: GoGui cuts replies there";
    IdNotEchoed "id-not-echoed" Standard "a reply repeats the id of its command, '=' and '?' alike";
    IdUnasked "id-unasked" Standard "a reply to a command without id has none";
    IdLarge "id-large" Standard "ids up to 2147483647 are repeated digit for digit";
    Pipelining "pipelining" Clients "commands sent before the replies to earlier ones are answered in order: Sabaki and gtp2ogs do that";

    // The form of commands.
    Crlf "crlf" Standard "a line may end with CR LF";
    Tab "tab" Standard "a tab counts as a blank";
    Comment "comment" Standard "'#' and what follows it are ignored";
    BlankAnswered "blank-line-answered" Standard "empty lines and comments get no reply";
    ControlCharacters "control-characters" Standard "control characters are ignored";

    // Administration.
    ProtocolVersion "protocol-version" Standard "'protocol_version' answers 2";
    Name "name" Standard "'name' answers one line with the program's name";
    Version "version-unreadable" Clients "'version' begins with numbers as in 0.17: Lizzie reads it so unless the name begins with KataGo";
    ListMissing "list-missing" Standard "'list_commands' lists every command that GTP 2 requires";
    ListForm "list-form" Clients "'list_commands' answers one name on a line, without blanks around it: Sabaki does not trim them";
    ListTwice "list-twice" Standard "'list_commands' names no command twice";
    ListedUnknown "listed-unknown" Standard "'known_command' knows every listed command";
    KnownUnlisted "known-unlisted" Standard "a command that is known is listed";
    KnownReply "known-command-reply" Standard "'known_command' answers 'true' or 'false' and nothing else";
    UnknownAccepted "unknown-command-accepted" Standard "a command that does not exist gets an error reply";
    ErrorText "error-text" Standard "errors begin with the words that the specification has for them";

    // The board.
    BoardsizeRefused "boardsize-refused" Clients "boards of 9, 13 and 19 lines are accepted";
    BoardsizeNonsense "boardsize-nonsense-accepted" Standard "'boardsize' refuses what is no size or too large";
    BoardsizeState "boardsize-error-state" Standard "a refused 'boardsize' changes nothing";
    Rectangular "rectangular" Clients "a 'boardsize' with columns and rows is refused or gives that board";
    ClearBoard "clear-board-state" Standard "'clear_board' leaves no stone, however often it comes";
    KomiRefused "komi-refused" Standard "'komi' accepts whole and half, negative and zero points";
    KomiNonsense "komi-nonsense-accepted" Standard "'komi' refuses what is no number";
    KomiLost "komi-lost" Standard "'komi' lasts until it is changed, through 'boardsize' and 'clear_board'";

    // Moves.
    PlayRefused "play-refused" Standard "'play' accepts every legal move";
    ColorForms "color-forms" Standard "colours are b, w, black and white in upper and lower case";
    VertexCase "vertex-case" Standard "vertices and 'pass' may be in upper or lower case";
    SameColor "same-color-refused" Standard "a colour may play twice in a row";
    PassRefused "pass-refused" Standard "'pass' is accepted, and moves after two passes are too";
    OccupiedAccepted "occupied-accepted" Standard "'play' refuses a point with a stone";
    VertexNonsense "vertex-nonsense-accepted" Standard "'play' refuses what is no point of the board";
    ColorNonsense "color-nonsense-accepted" Standard "'play' refuses what is no colour, and missing arguments";
    KoAccepted "ko-accepted" Standard "'play' refuses to retake a ko at once";
    CaptureState "capture-state" Standard "captured stones leave the board";
    IllegalState "illegal-move-state" Standard "a refused 'play' changes nothing";
    UndoState "undo-state" Standard "'undo' takes the last move back";
    UndoEmpty "undo-empty-accepted" Standard "'undo' fails where there is no move";

    // Moves of the engine.
    GenmoveRefused "genmove-refused" Standard "'genmove' answers with a move for either colour, also twice in a row";
    GenmoveForm "genmove-form" Standard "'genmove' and 'reg_genmove' answer a vertex, 'pass' or 'resign' and nothing else";
    GenmoveIllegal "genmove-illegal" Standard "'genmove' answers a legal move";
    GenmoveNotPlayed "genmove-not-played" Standard "'genmove' plays the move it answers";
    GenmoveNonsense "genmove-nonsense-accepted" Standard "'genmove' refuses what is no colour";
    ResignCase "resign-case" Clients "'resign' is in lower case: on KGS anything else loses the game";
    RegGenmove "reg-genmove-plays" Standard "'reg_genmove' plays no move";

    // The rest.
    TimeRefused "time-refused" Standard "'time_settings' and 'time_left' accept what the specification has as examples";
    TimeNonsense "time-nonsense-accepted" Standard "'time_settings' and 'time_left' refuse what is no time";
    HandicapPoints "handicap-points" Standard "'fixed_handicap' places and names the standard's points";
    HandicapNonsense "handicap-nonsense-accepted" Standard "handicap is refused on a board with stones and in numbers that are none";
    HandicapState "handicap-error-state" Standard "a refused 'set_free_handicap' changes nothing";
    FreeHandicap "free-handicap-form" Standard "'place_free_handicap' names at least two different points and no more than asked for, 'set_free_handicap' takes them";
    ScoreForm "final-score-form" Standard "'final_score' answers 0, or B+ or W+ and a number";
    StatusNotStones "status-not-stones" Standard "'final_status_list' names stones on the board alone: KGS wants that too";
    StatusNonsense "status-nonsense-accepted" Standard "'final_status_list' refuses a status that is none";
    LoadsgfNonsense "loadsgf-nonsense-accepted" Standard "'loadsgf' fails where there is no file";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_can_be_typed() {
        let names: HashSet<&str> = Code::ALL.iter().map(|code| code.rule().name).collect();
        assert_eq!(names.len(), Code::ALL.len());
        let plain = |name: &&str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(names.iter().all(plain), "{names:?}");
    }
}
