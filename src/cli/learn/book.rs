//! `tengen learn book`: an opening book by a strong network.

use super::{Failure, aside, title_of};
use crate::cli::book::read_file;
use crate::cli::network::NetworkChoice;
use crate::cli::paths::{check_writable, is_same_file};
use crate::cli::printing::print_or_aside;
use crate::cli::{Done, FAILURE, values};
use crate::console::counted;
use crate::files;
use crate::search::{MethodChoice, Settings};
use crate::tools::learn::book::{Findings, Graph, Heading, Teacher};
use crate::tools::progress::Bar;
use crate::types::Dims;
use clap::Args;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

/// Judge openings by the searches of a network and make a book of them
#[derive(Args, Debug)]
pub struct BookArgs {
    /// The network that judges
    #[arg(long, value_name = "FILE")]
    net: PathBuf,

    /// How to compute it [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel)]
    kernel: Option<String>,

    /// What the searches find, a position on each line; if the file is there, its positions are not judged again
    #[arg(long, value_name = "FILE")]
    findings: PathBuf,

    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Lines of the board
    #[arg(long, value_name = "LINES", default_value = "9", value_parser = square)]
    size: Dims,

    /// Komi of the games that are searched
    #[arg(long, value_name = "POINTS", default_value = "7", value_parser = values::komi, allow_negative_numbers = true)]
    komi: f32,

    /// Komi of the games that the book is for, from the smallest to the largest
    #[arg(long, value_name = "POINTS", default_value = "5..8", value_parser = komi_range, allow_hyphen_values = true)]
    for_komi: RangeInclusive<f32>,

    /// Positions to judge in all, those in the file included; with 0 the book is made from these alone
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = values::whole::<u32>(0..=10_000_000))]
    positions: u32,

    /// Visits for each
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = values::whole_from(2))]
    visits: u64,

    /// Leave out of the book what a player of it comes to in less than one of N games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::whole::<u32>(1..=100_000_000))]
    one_in: u32,

    /// Positions to judge at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = values::whole::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl BookArgs {
    pub fn run(&self) -> Done {
        self.check()?;
        let teacher = self.teacher()?;
        let mut graph = Graph::new(self.size, self.komi);
        let mut findings = Findings::open(&self.findings, &teacher.network, &mut graph)?;
        self.tell_of_unsigned(findings.unsigned());
        self.judge(&teacher, &mut graph, &mut findings)?;
        if graph.positions() == 0 {
            aside("tengen: no position has been judged to make a book of");
            return Ok(ExitCode::from(FAILURE));
        }
        self.write(&mut graph, &teacher.network)?;
        let judged = counted(graph.positions(), "position", "positions");
        let name = self.out.display();
        print_or_aside(&format!("{judged} judged, the book written: {name}"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses what would come to nothing, or take the place of something else than a book.
    fn check(&self) -> Result<(), String> {
        let name = self.out.display();
        if is_same_file(&self.findings, &self.out) {
            return Err(format!("{name} cannot be both --findings and --out"));
        }
        if is_same_file(&self.net, &self.out) {
            return Err(format!("{name} cannot be both --net and --out"));
        }
        if self.positions == 0 && !self.findings.exists() {
            let missing = self.findings.display();
            return Err(format!(
                "{missing} is not there, and --positions 0 judges none"
            ));
        }
        if self.out.is_file() && read_file(&self.out).is_err() {
            return Err(format!(
                "{name} is there and no opening book: give --out another name"
            ));
        }
        check_writable(&self.out)
    }

    /// Makes the book of all that has been judged, and writes it.
    fn write(&self, graph: &mut Graph, network: &str) -> Result<(), String> {
        graph.settle();
        let heading = Heading {
            comment: format!(
                "Made by 'tengen learn book' with {network}, komi {}.",
                self.komi
            ),
            dims: self.size,
            komi: self.for_komi.clone(),
        };
        let least = 1.0 / self.one_in as f32;
        let pages = graph.pages(least);
        if pages.is_empty() {
            return Err("the book would be empty: its player only passes, or judges none of these positions worth a page".to_owned());
        }
        let written = files::write(&self.out, &heading.book(&pages));
        written.map_err(|error| format!("{} cannot be written: {error}", self.out.display()))
    }

    /// Who judges.
    fn teacher(&self) -> Result<Teacher, Failure> {
        let choice = NetworkChoice::computed(Some(self.net.clone().into()), self.kernel.clone());
        let loading = choice.read_some()?;
        let network = title_of(&loading)?;
        let settings = Settings {
            method: MethodChoice::Network(loading),
            ..Settings::default()
        };
        Ok(Teacher {
            settings,
            network,
            visits: self.visits,
        })
    }

    /// Says of how many findings in the file it is not known which network made them.
    fn tell_of_unsigned(&self, findings: usize) {
        if findings == 0 {
            return;
        }
        let (name, findings) = (
            self.findings.display(),
            counted(findings, "finding", "findings"),
        );
        aside(format!(
            "tengen: {name}: which network made {findings} is not known"
        ));
    }

    fn judge(
        &self,
        teacher: &Teacher,
        graph: &mut Graph,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let missing = (self.positions as usize).saturating_sub(graph.positions());
        let bar = Bar::new(missing as u64, "positions");
        let threads = values::threads(self.threads);
        let name = self.findings.display();
        teacher.judge(graph, missing, threads, |found| {
            let added = findings.add(&found?);
            added.map_err(|error| format!("{name} cannot be written: {error}"))?;
            bar.step();
            Ok(())
        })
    }
}

/// The side of a square board.
fn square(text: &str) -> Result<Dims, String> {
    let dims = values::dims(text)?;
    match dims.is_square() {
        true => Ok(dims),
        false => Err("a book is for square boards: give a side such as 9".to_owned()),
    }
}

/// `5..8`, or one komi.
fn komi_range(text: &str) -> Result<RangeInclusive<f32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (values::komi(least)?, values::komi(most)?);
    match least <= most {
        true => Ok(least..=most),
        false => Err("give the smaller komi first, such as 5..8".to_owned()),
    }
}
