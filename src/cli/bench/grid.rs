//! Rates on several boards by several numbers of threads.

use crate::cli::printing::Lines;
use crate::cli::{Done, values};
use crate::tools::progress::Bar;
use crate::types::Dims;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Display;
use std::process::ExitCode;

/// Boards and numbers of threads, each of which is measured with each, and how the rates are printed.
#[derive(Args, Debug)]
pub struct Grid {
    /// Boards: sides, or COLUMNSxROWS
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "9,13,19", value_parser = values::dims)]
    pub sizes: Vec<Dims>,

    /// Numbers of threads
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "1,2", value_parser = values::whole::<usize>(1..=1024))]
    pub threads: Vec<usize>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl Grid {
    /// Where the rates go: `kinds` of them for each board and number of threads.
    pub fn rates(&self, kinds: usize) -> Rates {
        let rates = kinds * self.sizes.len() * self.threads.len();
        Rates {
            json: self.json,
            bar: Bar::new(rates as u64, "rates"),
            lines: Lines::default(),
            values: Vec::new(),
        }
    }
}

/// Rates as they are measured: lines of a table, or the values of one JSON object.
pub struct Rates {
    json: bool,
    bar: Bar,
    lines: Lines,
    values: Vec<Value>,
}

impl Rates {
    /// Prints a line of the table that is no rate.
    pub fn heading(&mut self, text: impl Display) {
        if !self.json {
            self.bar.aside(|| self.lines.print(text));
        }
    }

    /// Takes a rate.
    pub fn take(&mut self, row: String, value: Value) {
        match self.json {
            true => self.values.push(value),
            false => self.heading(row),
        }
        self.bar.step();
    }

    /// Ends the table; or prints the object, of which these fields tell the rest.
    pub fn end(mut self, mut fields: Value) -> Done {
        drop(self.bar);
        if self.json {
            fields["rates"] = json!(self.values);
            self.lines.print(format_args!("{fields:#}"));
        }
        self.lines.end()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// How many times as fast as one thread something is, for a table; `single` is the rate of one thread, if it is known.
pub fn speed_up(per_second: f64, single: Option<f64>) -> String {
    let times = single.map(|single| format!("{:.2}", per_second / single));
    times.unwrap_or("-".to_owned())
}
