//! What a search has found, in the words of `lz-analyze` and `kata-analyze`.

use super::cgos::json_line;
use crate::katago::{Included, or_minus_one};
use crate::net::model::Evaluation;
use crate::search::{Guidance, MoveReport, Report, Restrictions, Values};
use crate::types::{Color, Dims, Move, Perspective, Viewer, format_move, format_moves};
use std::fmt::{self, Display, Formatter, Write};

/// Moves of a line after its first, unless somebody asks for another number.
pub const USUAL_PV_LENGTH: usize = 29;

/// The least winning rate that is told in KataGo's words. Sabaki compares moves by visits times winning rate, and shows no colours
/// where all products are 0.
const LEAST_WINRATE: f32 = 1e-6;

/// Ways to say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero's: integers from 0 to 10000.
    Leela,
    /// KataGo's: numbers with a decimal point.
    Kata,
    /// That of the server CGOS: one object of JSON.
    Cgos,
}

/// What an analysis shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// The words and numbers.
    pub dialect: Dialect,
    /// From whose view values and owners are told; those of CGOS are always the mover's.
    pub perspective: Perspective,
    /// Show as many moves at least, though some have no visits.
    pub min_moves: usize,
    /// Show no more moves.
    pub max_moves: usize,
    /// Moves left out.
    pub restrictions: Restrictions,
    /// The numbers of the position itself.
    pub root_info: bool,
    /// What is told beside the usual.
    pub included: Included,
    /// What the network that judges says without any search, shown with the numbers of the position itself.
    pub raw: Option<Evaluation>,
    /// What people would play, as a human-style network says.
    pub human: Option<Evaluation>,
    /// Show no more moves of a line after its first.
    pub pv_length: usize,
    /// The visits from each move of a line to the next: the same in a tree.
    pub pv_edge_visits: bool,
}

impl Content {
    /// What is shown unless more is asked for.
    pub fn new(dialect: Dialect) -> Content {
        Content {
            dialect,
            perspective: Perspective::SideToMove,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Restrictions::default(),
            root_info: false,
            included: Included::default(),
            raw: None,
            human: None,
            pv_length: USUAL_PV_LENGTH,
            pv_edge_visits: false,
        }
    }

    /// One line about a search; empty when there is nothing to say yet.
    pub fn line(&self, dims: Dims, report: &Report) -> String {
        let writer = LineWriter {
            content: self,
            dims,
            report,
            viewer: self.perspective.of(report.to_move),
            moves: &report.moves_and_copies(dims),
        };
        match self.dialect {
            Dialect::Leela => writer.line(LineWriter::leela_info),
            Dialect::Kata => writer.line(LineWriter::kata_info),
            Dialect::Cgos if report.playouts == 0 => String::new(),
            Dialect::Cgos => json_line(dims, report, None),
        }
    }

    /// What a search looks at of which this is to be told.
    pub fn guidance(&self) -> Guidance {
        Guidance {
            ownership_by_move: self.included.needs_ownership_by_move(),
            ..self.restrictions.clone().into()
        }
    }

    fn allows(&self, color: Color, mv: Move) -> bool {
        self.restrictions.allows(0, color, mv)
    }
}

struct LineWriter<'a> {
    content: &'a Content,
    dims: Dims,
    report: &'a Report,
    viewer: Viewer,
    moves: &'a [MoveReport],
}

impl LineWriter<'_> {
    /// `info` writes what is told of a move, which has this order.
    fn line(&self, info: impl Fn(&Self, &mut String, usize, &MoveReport)) -> String {
        let mut line = String::new();
        for (order, found) in self.moves().enumerate() {
            info(self, &mut line, order, found);
        }
        // As in KataGo; clients look for the moves first.
        if line.is_empty() && self.content.max_moves > 0 {
            return line;
        }
        if self.content.root_info {
            self.root_info(&mut line);
        }
        if self.report.playouts > 0 {
            let ownership = &self.report.ownership;
            if self.content.included.ownership {
                self.board(&mut line, "ownership", ownership, self.viewer.sign());
            }
            if self.content.included.ownership_stdev {
                let spread = &self.report.ownership_stdev;
                self.board(&mut line, "ownershipStdev", spread, 1.0);
            }
        }
        line.trim_end().to_owned()
    }

    /// The moves to show, the best first.
    fn moves(&self) -> impl Iterator<Item = &MoveReport> {
        let content = self.content;
        let allowed = self
            .moves
            .iter()
            .filter(|found| content.allows(self.report.to_move, found.mv));
        let shown = allowed
            .enumerate()
            .filter(|(index, found)| found.visits > 0 || *index < content.min_moves);
        shown.map(|(_, found)| found).take(content.max_moves)
    }

    fn leela_info(&self, line: &mut String, order: usize, found: &MoveReport) {
        let share = |value: f32| (value.clamp(0.0, 1.0) * 10000.0).round() as u32;
        put(line, "info move", format_move(self.dims, found.mv));
        put(line, "visits", found.visits);
        put(line, "winrate", share(self.viewer.rate(found.winrate)));
        put(line, "prior", share(found.prior));
        put(line, "lcb", share(self.viewer.rate(found.lcb)));
        put(line, "order", order);
        self.pv(line, found);
    }

    fn kata_info(&self, line: &mut String, order: usize, found: &MoveReport) {
        put(line, "info move", format_move(self.dims, found.mv));
        put(line, "visits", found.visits);
        // The visits of a move are those that came this way, not all of the node behind it.
        put(line, "edgeVisits", found.visits);
        self.values(line, found.seen_by(self.viewer));
        put(line, "prior", chance_in_full(found.prior));
        if let Some(human) = &self.content.human {
            let chance = human.chance_of(self.dims, found.mv);
            put(line, "humanPrior", chance_in_full(chance));
        }
        put_number(line, "lcb", self.viewer.rate(found.lcb));
        put_number(line, "utilityLcb", self.viewer.value(found.utility_lcb));
        put_number(line, "weight", found.weight);
        if let Some(searched) = found.copy_of {
            put(line, "isSymmetryOf", format_move(self.dims, searched));
        }
        if self.content.included.no_result {
            put_number(line, "noResultValue", found.no_result);
        }
        put(line, "order", order);
        self.pv(line, found);
    }

    /// The expected line and, if asked for, more about it; nothing else may follow it.
    fn pv(&self, line: &mut String, found: &MoveReport) {
        let length = self.content.pv_length.saturating_add(1);
        let moves = found.line.iter().take(length);
        put(line, "pv", format_moves(self.dims, moves));
        let visits = found.line_visits.iter().take(length);
        if self.content.included.pv_visits {
            put_all(line, "pvVisits", visits.clone());
        }
        if self.content.pv_edge_visits {
            put_all(line, "pvEdgeVisits", visits);
        }
        if self.report.playouts == 0 {
            return;
        }
        // Of a move without visits nothing else is known than of the position, as in KataGo.
        let (ownership, stdev) = match found.ownership.is_empty() {
            true => (&self.report.ownership, &self.report.ownership_stdev),
            false => (&found.ownership, &found.ownership_stdev),
        };
        if self.content.included.moves_ownership {
            self.board(line, "movesOwnership", ownership, self.viewer.sign());
        }
        if self.content.included.moves_ownership_stdev {
            self.board(line, "movesOwnershipStdev", stdev, 1.0);
        }
    }

    fn root_info(&self, line: &mut String) {
        line.push_str("rootInfo ");
        put(line, "visits", self.report.visits);
        self.values(line, self.report.seen_by(self.viewer));
        put_number(line, "weight", self.report.weight);
        if let Some(raw) = &self.content.raw {
            let errors = [
                // In KataGo's GTP it is the error of wins less losses, twice that of the winning rate, which its analysis engine tells.
                ("rawStWrError", raw.outcome_error),
                ("rawStScoreError", raw.score_error),
                ("rawVarTimeLeft", raw.time_left),
            ];
            for (name, number) in errors {
                put_number(line, name, or_minus_one(number));
            }
        }
        if let Some(human) = &self.content.human {
            put_number(line, "humanWinrate", self.viewer.rate(human.win_rate()));
            put_number(line, "humanScoreMean", self.viewer.value(human.score_mean));
            put_number(line, "humanScoreStdev", human.score_stdev());
        }
    }

    fn values(&self, line: &mut String, values: Values) {
        put_number(line, "utility", values.utility);
        put(
            line,
            "winrate",
            chance_in_full(values.winrate.max(LEAST_WINRATE)),
        );
        put_number(line, "scoreMean", values.lead);
        put_number(line, "scoreStdev", values.lead_stdev);
        put_number(line, "scoreLead", values.lead);
        put_number(line, "scoreSelfplay", values.score);
    }

    /// A number for every point, row by row from the top left.
    fn board(&self, line: &mut String, name: &str, values: &[f32], sign: f32) {
        let values = self.dims.values_from_top(values);
        put_all(line, name, values.map(|value| in_decimals(value * sign)));
    }
}

/// A chance with all that tells unlikely moves apart.
fn chance_in_full(chance: f32) -> Decimal<6> {
    Decimal(chance)
}

fn in_decimals(value: f32) -> Decimal<4> {
    Decimal(value)
}

/// A number with `DIGITS` digits after the point: always with a point, never `-0.0000` or `NaN`. Standard formatting says the
/// same, but is slow with numbers that end after few binary digits, as shares of visits often do.
struct Decimal<const DIGITS: usize>(f32);

impl<const DIGITS: usize> Display for Decimal<DIGITS> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_finite() { self.0 } else { 0.0 };
        let one = 10_u64.pow(DIGITS as u32);
        // No digit of the product is lost, so that it is rounded as the number itself would be.
        let units = (f64::from(value) * one as f64).round_ties_even() as i64;
        let sign = if units < 0 { "-" } else { "" };
        let units = units.unsigned_abs();
        write!(f, "{sign}{}.{:0DIGITS$}", units / one, units % one)
    }
}

fn put(line: &mut String, key: &str, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(line, "{key} {value} ");
}

fn put_number(line: &mut String, key: &str, value: f32) {
    put(line, key, in_decimals(value));
}

fn put_all(line: &mut String, key: &str, values: impl Iterator<Item = impl Display>) {
    let _ = write!(line, "{key} ");
    for value in values {
        let _ = write!(line, "{value} ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{NodeCount, Rave, Restriction};

    #[test]
    fn numbers_always_have_a_point_and_no_empty_sign() {
        assert_eq!(in_decimals(1.0).to_string(), "1.0000");
        assert_eq!(in_decimals(-0.00001).to_string(), "0.0000");
        assert_eq!(in_decimals(-0.5).to_string(), "-0.5000");
        assert_eq!(in_decimals(-12.03125).to_string(), "-12.0312");
        assert_eq!(in_decimals(f32::NAN).to_string(), "0.0000");
    }

    #[test]
    fn numbers_are_rounded_as_standard_formatting_rounds_them() {
        let lengths = (1..=64).chain([1 << 10, 1 << 14, 1 << 20, 10_000]);
        for (of, part) in lengths.flat_map(|of| (0..=300).map(move |part| (of, part))) {
            let value = part as f32 / of as f32;
            assert_eq!(in_decimals(value).to_string(), format!("{value:.4}"));
            assert_eq!(chance_in_full(value).to_string(), format!("{value:.6}"));
        }
        let visits = 123_456_789_f32;
        assert_eq!(in_decimals(visits).to_string(), format!("{visits:.4}"));
    }

    fn found(dims: Dims, x: usize, visits: u64) -> MoveReport {
        let mv = Move::Place(dims.point(x, 0).unwrap());
        let owners = |value| {
            if visits > 0 {
                vec![value; 4]
            } else {
                Vec::new()
            }
        };
        MoveReport {
            mv,
            copy_of: None,
            visits,
            winrate: 0.25,
            lcb: 0.125,
            utility: -0.5,
            utility_lcb: -0.75,
            prior: 0.5,
            rave: Rave {
                visits: 0,
                mean: 0.5,
            },
            lead: -2.5,
            lead_stdev: 3.0,
            lead_visits: visits,
            score: -1.5,
            weight: 2.0 * visits as f32,
            no_result: 0.0,
            won: 0.25,
            line: vec![mv, Move::Pass],
            line_visits: vec![visits, 1],
            ownership: owners(0.5),
            ownership_stdev: owners(0.25),
        }
    }

    fn report() -> (Dims, Report) {
        let dims = Dims::square(2).unwrap();
        let moves = vec![found(dims, 0, 8), found(dims, 1, 0)];
        let report = Report {
            playouts: 8,
            visits: 9,
            to_move: Color::White,
            winrate: 0.25,
            utility: -0.5,
            won: 0.25,
            is_komi_virtual: false,
            black_lead: 2.0,
            lead_stdev: 4.0,
            lead_visits: 8,
            black_score: 1.5,
            weight: 18.0,
            moves,
            ownership: vec![1.0, 0.5, 0.0, -1.0],
            ownership_stdev: vec![0.0, 0.8660, 1.0, 0.0],
            owner_visits: 8,
            symmetries: Vec::new(),
            nodes: NodeCount { used: 3, room: 10 },
            collisions: 0,
        };
        (dims, report)
    }

    #[test]
    fn no_winning_rate_is_told_as_nothing() {
        let (dims, mut report) = report();
        for (winrate, told) in [(0.0, "0.000001"), (2.5e-5, "0.000025"), (1.0, "1.000000")] {
            report.moves[0].winrate = winrate;
            let line = Content::new(Dialect::Kata).line(dims, &report);
            assert!(line.contains(&format!(" winrate {told} ")), "{line}");
        }
    }

    #[test]
    fn leela_speaks_in_ten_thousandths() {
        let (dims, report) = report();
        let line = Content::new(Dialect::Leela).line(dims, &report);
        assert_eq!(
            line,
            "info move A1 visits 8 winrate 2500 prior 5000 lcb 1250 order 0 pv A1 pass"
        );
    }

    #[test]
    fn kata_speaks_in_decimals_and_says_more_only_when_asked() {
        let (dims, report) = report();
        let a1 = "info move A1 visits 8 edgeVisits 8 utility -0.5000 winrate 0.250000 scoreMean -2.5000 \
            scoreStdev 3.0000 scoreLead -2.5000 scoreSelfplay -1.5000 prior 0.500000 lcb 0.1250 \
            utilityLcb -0.7500 weight 16.0000 order 0 pv A1 pass";
        let plain = Content::new(Dialect::Kata);
        assert_eq!(plain.line(dims, &report), a1);
        let all = Content {
            min_moves: 5,
            root_info: true,
            included: Included {
                ownership: true,
                ownership_stdev: true,
                moves_ownership: true,
                moves_ownership_stdev: true,
                no_result: false,
                pv_visits: true,
            },
            raw: Some(Evaluation {
                outcome_error: Some(0.5),
                time_left: Some(12.0),
                ..Evaluation::default()
            }),
            pv_edge_visits: true,
            ..plain.clone()
        };
        let b1 = "info move B1 visits 0 edgeVisits 0 utility -0.5000 winrate 0.250000 scoreMean -2.5000 \
            scoreStdev 3.0000 scoreLead -2.5000 scoreSelfplay -1.5000 prior 0.500000 lcb 0.1250 \
            utilityLcb -0.7500 weight 0.0000 order 1 pv B1 pass pvVisits 0 1 pvEdgeVisits 0 1";
        let expected = format!(
            "{a1} pvVisits 8 1 pvEdgeVisits 8 1 movesOwnership -0.5000 -0.5000 -0.5000 -0.5000 \
             movesOwnershipStdev 0.2500 0.2500 0.2500 0.2500 {b1} \
             movesOwnership 0.0000 1.0000 -1.0000 -0.5000 movesOwnershipStdev 1.0000 0.0000 0.0000 0.8660 \
             rootInfo visits 9 utility -0.5000 winrate 0.250000 scoreMean -2.0000 scoreStdev 4.0000 \
             scoreLead -2.0000 scoreSelfplay -1.5000 weight 18.0000 rawStWrError 0.5000 rawStScoreError -1.0000 \
             rawVarTimeLeft 12.0000 \
             ownership 0.0000 1.0000 -1.0000 -0.5000 ownershipStdev 1.0000 0.0000 0.0000 0.8660"
        );
        assert_eq!(all.line(dims, &report), expected);
        let few = Content {
            max_moves: 0,
            ..plain
        };
        assert_eq!(few.line(dims, &report), "");
    }

    #[test]
    fn what_is_avoided_is_not_shown() {
        let (dims, report) = report();
        let avoid = Restriction::not(Color::White, vec![report.moves[0].mv]);
        let content = Content {
            min_moves: 2,
            restrictions: avoid.into(),
            ..Content::new(Dialect::Leela)
        };
        let line = content.line(dims, &report);
        assert!(line.starts_with("info move B1 visits 0 ") && !line.contains("A1"));
    }
}
