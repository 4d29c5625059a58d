//! Answers of other commands, compared with a number.

use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::table;
use crate::types::{decimal, excerpt};
use crate::wire::Request;

pub const FAMILY: Family = Family {
    title: "Fuego: comparisons",
    commands: &[
        Command {
            name: "sg_compare_int",
            arguments: "NUMBER COMMAND [ARGUMENT...]",
            summary: "Whether a command answers less than a number, -1, the same, 0, or more, 1, all decimals cut off",
            run: compare_int,
        },
        Command {
            name: "sg_compare_float",
            arguments: "NUMBER COMMAND [ARGUMENT...]",
            summary: "Whether a command answers less than a number: -1, or else 1",
            run: compare_float,
        },
    ],
};

/// The commands that answer a number and change nothing: no others can be compared.
const ASKED: [&str; 10] = [
    "uct_value",
    "uct_value_black",
    "uct_score",
    "go_safe",
    "captures",
    "countlib",
    "is_legal",
    "get_komi",
    "get_handicap",
    "cputime",
];

fn compare_int(engine: &mut Engine, call: &mut Call) -> Reply {
    let number = call.decimal("number")? as i64;
    let answer = answer(engine, call)? as i64;
    Ok((answer.cmp(&number) as i8).to_string())
}

fn compare_float(engine: &mut Engine, call: &mut Call) -> Reply {
    let number = call.decimal("number")?;
    Ok(match answer(engine, call)? < number {
        true => "-1",
        false => "1",
    }
    .to_owned())
}

/// The number with which the answer of the command in the other words begins.
fn answer(engine: &mut Engine, call: &mut Call) -> Result<f32, Failure> {
    let name = call.word("command")?;
    let is_asked = ASKED.iter().any(|asked| asked.eq_ignore_ascii_case(name));
    let Some(command) = table::find(name).filter(|_| is_asked) else {
        let [name, asked] = [excerpt(name), ASKED.join(" ")];
        let reason = format!("'{name}' cannot be compared, only {asked}");
        return Err(Failure::refused(reason));
    };
    let request = Request::of(name, call.others());
    let mut inner = Call::new(command.usage(), &request, call.link());
    let reply = (command.run)(engine, &mut inner);
    let reply = inner.complete(reply)?;
    let first = reply.split_whitespace().next();
    first.and_then(decimal).ok_or_else(|| {
        let reply = excerpt(&reply);
        Failure::refused(format!("'{reply}' does not begin with a number"))
    })
}

#[cfg(test)]
mod tests {
    use super::{ASKED, table};

    #[test]
    fn only_commands_are_compared() {
        for name in ASKED {
            assert!(table::find(name).is_some(), "{name}");
        }
    }
}
