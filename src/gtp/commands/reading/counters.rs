//! The counters that GNU Go's suites set to 0 before their questions, and read after them.

use super::super::NOTHING;
use crate::gtp::call::Reply;
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;

pub const FAMILY: Family = Family {
    title: "Counters",
    commands: &[
        Command {
            name: "get_reading_node_counter",
            arguments: "",
            summary: "Moves made on the board to read captures of chains",
            run: |engine, _| Ok(engine.counters.get(Counter::Reading).to_string()),
        },
        Command {
            name: "reset_reading_node_counter",
            arguments: "",
            summary: "Sets that counter to 0",
            run: |engine, _| reset(engine, Counter::Reading),
        },
        Command {
            name: "get_owl_node_counter",
            arguments: "",
            summary: "Moves made on the board for answers about the life of groups, with the visits of searches",
            run: |engine, _| Ok(engine.counters.get(Counter::Owl).to_string()),
        },
        Command {
            name: "reset_owl_node_counter",
            arguments: "",
            summary: "Sets that counter to 0",
            run: |engine, _| reset(engine, Counter::Owl),
        },
        Command {
            name: "get_connection_node_counter",
            arguments: "",
            summary: "Moves made on the board to read connections",
            run: |engine, _| Ok(engine.counters.get(Counter::Connection).to_string()),
        },
        Command {
            name: "reset_connection_node_counter",
            arguments: "",
            summary: "Sets that counter to 0",
            run: |engine, _| reset(engine, Counter::Connection),
        },
        Command {
            name: "get_life_node_counter",
            arguments: "",
            summary: "Always 0",
            run: |engine, _| Ok(engine.counters.get(Counter::Life).to_string()),
        },
        Command {
            name: "reset_life_node_counter",
            arguments: "",
            summary: "Sets that counter to 0",
            run: |engine, _| reset(engine, Counter::Life),
        },
        Command {
            name: "get_trymove_counter",
            arguments: "",
            summary: "Moves made on the board for all of these",
            run: |engine, _| Ok(engine.counters.get(Counter::Trymove).to_string()),
        },
        Command {
            name: "reset_trymove_counter",
            arguments: "",
            summary: "Sets that counter to 0",
            run: |engine, _| reset(engine, Counter::Trymove),
        },
    ],
};

fn reset(engine: &mut Engine, counter: Counter) -> Reply {
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
