//! The counters that GNU Go's suites set to 0 before their questions, and read after them.

use super::super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;

pub const FAMILY: Family = Family {
    title: "Counters",
    commands: &[
        get(
            "get_reading_node_counter",
            "Moves made on the board to read captures of chains",
            |engine, _| count(engine, Counter::Reading),
        ),
        reset("reset_reading_node_counter", |engine, _| {
            set_to_0(engine, Counter::Reading)
        }),
        get(
            "get_owl_node_counter",
            "Moves made on the board for answers about the life of groups, with the visits of searches",
            |engine, _| count(engine, Counter::Owl),
        ),
        reset("reset_owl_node_counter", |engine, _| {
            set_to_0(engine, Counter::Owl)
        }),
        get(
            "get_connection_node_counter",
            "Moves made on the board to read connections",
            |engine, _| count(engine, Counter::Connection),
        ),
        reset("reset_connection_node_counter", |engine, _| {
            set_to_0(engine, Counter::Connection)
        }),
        get("get_life_node_counter", "Always 0", |_, _| {
            Ok("0".to_owned())
        }),
        reset("reset_life_node_counter", |_, _| Ok(NOTHING)),
        get(
            "get_trymove_counter",
            "Moves made on the board for all of these",
            |engine, _| count(engine, Counter::Trymove),
        ),
        reset("reset_trymove_counter", |engine, _| {
            set_to_0(engine, Counter::Trymove)
        }),
    ],
};

type Run = fn(&mut Engine, &mut Call) -> Reply;

/// The command that tells a counter.
const fn get(name: &'static str, summary: &'static str, run: Run) -> Command {
    Command {
        name,
        arguments: "",
        summary,
        run,
    }
}

/// The command that sets the counter before it to 0.
const fn reset(name: &'static str, run: Run) -> Command {
    get(name, "Sets that counter to 0", run)
}

fn count(engine: &Engine, counter: Counter) -> Reply {
    Ok(engine.counters.get(counter).to_string())
}

fn set_to_0(engine: &mut Engine, counter: Counter) -> Reply {
    engine.counters.reset(counter);
    Ok(NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::Config;

    #[test]
    fn each_counts_its_own_questions_until_it_is_set_back() {
        let mut engine = Engine::new(Config::default());
        let mut count = |line: &str| {
            let text = engine.execute_line(line).unwrap();
            text.parse::<u64>().unwrap_or_default()
        };
        count("boardsize 5");
        count("gogui-setup b B3 b D3 b A1 b A2 b B2 b B1 w C3");
        count("attack C3");
        let reading = count("get_reading_node_counter");
        assert!(reading > 0);
        count("connect B3 D3");
        let connection = count("get_connection_node_counter");
        assert!(connection > 0);
        assert_eq!(count("get_reading_node_counter"), reading);
        assert_eq!(count("get_trymove_counter"), reading + connection);
        count("reset_reading_node_counter");
        assert_eq!(count("get_reading_node_counter"), 0);
        assert_eq!(count("get_trymove_counter"), reading + connection);
    }

    #[test]
    fn what_was_read_before_a_group_is_given_up_counts() {
        let mut engine = Engine::new(Config::default());
        let mut ask = |line: &str| engine.execute_line(line);
        ask("gogui-setup b K10 b L10 b M10 w K11 w L11 w M11 w N10").unwrap();
        assert!(ask("owl_attack K10").is_err());
        assert_ne!(ask("get_owl_node_counter").unwrap(), "0");
    }

    #[test]
    fn what_was_read_before_eyes_are_given_up_counts() {
        let mut engine = Engine::new(Config::default());
        let mut ask = |line: &str| engine.execute_line(line);
        ask("boardsize 5").unwrap();
        ask("gogui-setup b A3 b C3 b B2 b C1 w C2 w D2 w E2").unwrap();
        assert!(ask("eval_eye A2").is_err());
        assert_ne!(ask("get_owl_node_counter").unwrap(), "0");
    }
}
