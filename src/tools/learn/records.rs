//! Positions from game records: the answer is the move that was played and how the game ended.

use super::numbers::{game_number, move_of, number_of};
use super::random::below;
use super::shard::{Answer, UNKNOWN_OWNER};
use super::source::{Sample, Source};
use crate::game::{Game, Rules, Score, sgf};
use crate::types::{Color, Dims, Move};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The positions that are taken from each game.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How many positions of each game.
    pub per_game: usize,
    /// They are among the last so many moves; all moves if none.
    pub last: Option<usize>,
    /// Which ones depends on it.
    pub seed: u64,
    /// The rules of the records that name none. Who does not know them does not know what a count means either.
    pub rules: Option<Rules>,
}

/// Game records, and which of their positions are meant.
pub struct RecordSource {
    records: Vec<Record>,
    /// For each position, its record and the number of moves before it.
    positions: Vec<(u32, u16)>,
    uncounted: usize,
}

/// An even game on a square board.
struct Record {
    dims: Dims,
    /// See [`game_number`].
    number: u64,
    rules: Option<Rules>,
    komi: f32,
    /// Black first, then in turns.
    moves: Vec<u16>,
    /// Black's result, 0 to 1, and lead.
    black_win: Option<f32>,
    black_lead: Option<f32>,
    /// Whether its lead is left out, since no rules say what it means.
    is_uncounted: bool,
}

impl RecordSource {
    /// Reads records, one or more on each line. Returns the source, and what is wrong with each record that it leaves out.
    pub fn read(text: &[u8], choice: Choice) -> (RecordSource, Vec<String>) {
        let mut source = RecordSource {
            records: Vec::new(),
            positions: Vec::new(),
            uncounted: 0,
        };
        let mut faults = Vec::new();
        let lines = text.split(|&byte| byte == b'\n').enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            for game in sgf::split_games(line) {
                match Record::read(&game, choice.rules) {
                    Ok(record) => {
                        source.uncounted += usize::from(record.is_uncounted);
                        source.add(record, choice);
                    }
                    Err(fault) => faults.push(format!("record in line {}: {fault}", number + 1)),
                }
            }
        }
        if source.positions.is_empty() && begins_with_lines(text) {
            let fault = "one record on each line is wanted, and here one takes several";
            faults = vec![fault.to_owned()];
        }
        (source, faults)
    }

    /// How many of the records have a count by rules that nobody knows: it is not taught.
    pub fn uncounted(&self) -> usize {
        self.uncounted
    }

    /// Takes a position at random from each of so many equal parts of the game, or of its end.
    fn add(&mut self, record: Record, choice: Choice) {
        let number = self.records.len() as u32;
        let mut random = Pcg64Mcg::seed_from_u64(choice.seed ^ record.number);
        let all = record.moves.len();
        let moves = choice.last.map_or(all, |last| last.min(all));
        let parts = choice.per_game.min(moves);
        for part in 0..parts {
            let (from, to) = (part * moves / parts, (part + 1) * moves / parts);
            let ply = all - moves + from + below(&mut random, to - from);
            self.positions.push((number, ply as u16));
        }
        self.records.push(record);
    }
}

impl Record {
    fn read(text: &[u8], usual_rules: Option<Rules>) -> Result<Record, String> {
        // The mark by which the loader knows the encoding.
        let bare = text.trim_ascii();
        let bare = bare.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bare);
        let bare = bare.trim_ascii();
        if !(bare.starts_with(b"(") && bare.ends_with(b")")) {
            return Err("no whole record in this line".to_owned());
        }
        let loaded = sgf::load(text, None).map_err(|error| error.to_string())?;
        let game = loaded.game;
        let dims = game.dims();
        if !dims.is_square() {
            return Err(format!("a board of {dims}"));
        }
        let is_set_up = !game.start().board().is_empty();
        if is_set_up || loaded.forgotten > 0 {
            return Err("stones are set up".to_owned());
        }
        if game.handicap() > 0 {
            return Err("a handicap game".to_owned());
        }
        let mut colors = game.moves().iter().map(|&(color, _)| color).enumerate();
        if colors.any(|(number, color)| color != Color::from_index(number)) {
            return Err("the players do not take turns".to_owned());
        }
        let komi = loaded.komi.ok_or("no komi")?;
        let rules = loaded.rules.or(usual_rules);
        let (black_win, margin) = result(&loaded.info.result);
        // A point under one set of rules is none under others.
        let black_lead = margin.filter(|_| rules.is_some());
        let moves = game.moves().iter();
        let mut moves: Vec<u16> = moves.map(|&(_, mv)| number_of(dims, mv)).collect();
        if black_lead.is_some() {
            end_by_passes(&mut moves, number_of(dims, Move::Pass));
        }
        if moves.len() > u16::MAX as usize {
            return Err("too many moves".to_owned());
        }
        Ok(Record {
            dims,
            number: game_number(dims, &moves),
            rules,
            komi,
            moves,
            black_win,
            black_lead,
            is_uncounted: margin.is_some() && rules.is_none(),
        })
    }
}

/// Whether a file begins with a record that takes several lines.
fn begins_with_lines(text: &[u8]) -> bool {
    let records = sgf::split_games(text);
    let first = records[0].trim_ascii();
    first.contains(&b'\n') && sgf::load(first, None).is_ok()
}

/// Adds the two passes that many records leave out where a game was counted.
fn end_by_passes(moves: &mut Vec<u16>, pass: u16) {
    let written = moves.iter().rev().take_while(|&&mv| mv == pass).count();
    moves.extend((written..2).map(|_| pass));
}

/// Black's result, 0 to 1, and lead, from a result such as `B+3.5`, `W+R` or `0`. Who wins on time or by forfeit need not have
/// led, so that nothing is known then.
fn result(text: &str) -> (Option<f32>, Option<f32>) {
    if let Ok(score) = text.parse::<Score>() {
        let win = score.winner().map_or(0.5, win_of);
        return (Some(win), Some(in_points(score.black_lead())));
    }
    let winner = match text.to_ascii_uppercase().as_str() {
        "B+R" | "B+RESIGN" => Some(Color::Black),
        "W+R" | "W+RESIGN" => Some(Color::White),
        _ => None,
    };
    (winner.map(win_of), None)
}

/// Black's result of a game that this player has won.
fn win_of(winner: Color) -> f32 {
    0.5 + 0.5 * winner.sign()
}

/// Chinese records may have margins in stones of both colours, each of which is two points. Margins in points are whole or
/// half, those in stones end in a quarter, as half of an odd board and half of a komi of whole points and a half do.
fn in_points(margin: f32) -> f32 {
    if (2.0 * margin).fract().abs() == 0.5 {
        2.0 * margin
    } else {
        margin
    }
}

impl Source for RecordSource {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        let record = &self.records[self.positions[position].0 as usize];
        (record.dims, record.number)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let (record, ply) = self.positions[position];
        let record = &self.records[record as usize];
        let mut game = Game::new(record.dims, record.rules.unwrap_or_default(), record.komi);
        // The loader has honoured what a record says of passes; without a handicap no row of moves is one.
        game.end_handicap_at_passes();
        for (number, &mv) in record.moves[..ply as usize].iter().enumerate() {
            let mv = move_of(record.dims, mv).unwrap_or(Move::Pass);
            game.play_from_record(Color::from_index(number), mv)
                .map_err(|error| format!("move {}: {error}", number + 1))?;
        }
        let to_move = Color::from_index(ply as usize);
        let answer = Answer {
            policy: vec![(record.moves[ply as usize], 1.0)],
            win: record.black_win.map(|win| to_move.winrate(win)),
            lead: record.black_lead.map(|lead| to_move.sign() * lead),
            ownership: vec![UNKNOWN_OWNER; record.dims.area()],
        };
        Ok(Sample { game, answer })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::choice;
    use super::*;

    fn read(line: &str, rules: Option<Rules>) -> Record {
        Record::read(line.as_bytes(), rules).unwrap()
    }

    #[test]
    fn results_in_stones_are_points_as_their_komi_is() {
        let record = read("(;SZ[19]KM[375]RU[Chinese]RE[B+1.25];B[aa])", None);
        assert_eq!((record.komi, record.black_lead), (7.5, Some(2.5)));
        assert_eq!(result("W+0.75"), (Some(0.0), Some(-1.5)));
        assert_eq!(result("W+0.5"), (Some(0.0), Some(-0.5)));
        assert_eq!(result("B+3"), (Some(1.0), Some(3.0)));
    }

    #[test]
    fn only_who_resigns_or_is_counted_out_has_lost() {
        for known in ["B+R", "B+Resign", "B+3.5"] {
            assert_eq!(result(known).0, Some(1.0), "{known}");
        }
        for unknown in ["B+T", "W+F", "B+Forfeit", "W+Time", "B+", "Void", "?", ""] {
            assert_eq!(result(unknown), (None, None), "{unknown}");
        }
    }

    #[test]
    fn a_record_in_several_lines_is_no_game_without_moves() {
        let text = "(;SZ[9]KM[7.5]RU[Chinese]RE[B+3.5]C[one\ntwo];B[ee];W[cc])\n";
        let choice = choice(8);
        for text in [text.to_owned(), text.repeat(2)] {
            let (source, faults) = RecordSource::read(text.as_bytes(), choice);
            let fault = "one record on each line is wanted, and here one takes several";
            assert_eq!((source.len(), &faults[..]), (0, &[fault.to_owned()][..]));
        }
        let without_komi = "(;SZ[9]RE[B+3.5];B[ee])\n".repeat(2);
        let (_, faults) = RecordSource::read(without_komi.as_bytes(), choice);
        let expected = [1, 2].map(|line| format!("record in line {line}: no komi"));
        assert_eq!(faults, expected);
    }

    #[test]
    fn the_count_of_a_game_by_unknown_rules_is_not_taught() {
        let line = "(;SZ[5]KM[6.5]RE[W+1.5];B[cc];W[cb])";
        let unknown = read(line, None);
        assert_eq!((unknown.black_win, unknown.black_lead), (Some(0.0), None));
        assert_eq!(unknown.moves.len(), 2, "no passes are added");
        let japanese = Rules::preset("japanese").unwrap();
        let known = read(line, Some(japanese));
        assert_eq!(
            (known.rules, known.black_lead),
            (Some(japanese), Some(-1.5))
        );
        assert_eq!(known.moves.len(), 4);
        let named = read(&line.replace("SZ", "RU[Chinese]SZ"), Some(japanese));
        assert_ne!(named.rules, Some(japanese));
        let choice = choice(1);
        let uncounted = |line: &str| RecordSource::read(line.as_bytes(), choice).0.uncounted();
        assert_eq!(uncounted(line), 1);
        let resigned = line.replace("W+1.5", "W+R");
        assert_eq!(uncounted(&resigned), 0, "it has no count to leave out");
    }
}
