//! Every time system in the words of every client, and what a clock then says.

use std::time::Duration;
use tengen::gtp::{Config, Engine};
use tengen::time::Left;
use tengen::types::Color;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn main_time(left: f64) -> Left {
    Left::Main(seconds(left))
}

fn period(left: f64, count: u32) -> Left {
    Left::Period {
        time: seconds(left),
        count,
    }
}

fn engine(settings: &str) -> Engine {
    let mut engine = Engine::new(Config::default());
    engine.execute_line(settings).unwrap();
    engine
}

#[test]
fn every_system_in_every_dialect() {
    for (settings, system) in [
        ("time_settings 300 0 0", "absolute 300"),
        ("time_settings 300 60 25", "canadian 300 60 25"),
        ("time_settings 0 5 1", "canadian 0 5 1"),
        ("time_settings 1 1 0", "none"),
        ("time_settings 0 0 0", "none"),
        ("kgs-time_settings none", "none"),
        ("kgs-time_settings absolute 300", "absolute 300"),
        ("kgs-time_settings byoyomi 300 30 5", "byoyomi 300 30 5"),
        ("kgs-time_settings canadian 300 60 25", "canadian 300 60 25"),
        ("kata-time_settings none", "none"),
        ("kata-time_settings absolute 0.5", "absolute 0.5"),
        ("kata-time_settings byoyomi 0 1.5 3", "byoyomi 0 1.5 3"),
        (
            "kata-time_settings canadian 9.5 60 25",
            "canadian 9.5 60 25",
        ),
        ("kata-time_settings fischer 60 2.5", "fischer 60 2.5"),
        (
            "kata-time_settings fischer-capped 60 2 120 30",
            "fischer-capped 60 2 120 30",
        ),
        (
            "kata-time_settings fischer-capped 300 10 120 -1",
            "fischer-capped 300 10 120 -1",
        ),
    ] {
        for clock in engine(settings).session().clocks() {
            assert_eq!(clock.system().to_string(), system, "{settings}");
        }
    }
}

#[test]
fn time_left_in_every_system() {
    for (settings, told, left) in [
        ("time_settings 300 0 0", "0.4 0", main_time(0.4)),
        ("time_settings 300 0 0", "0 0", main_time(0.0)),
        ("time_settings 300 0 0", "-2 0", main_time(0.0)),
        ("time_settings 300 60 25", "0.75 3", period(0.75, 3)),
        ("time_settings 300 60 25", "290 0", main_time(290.0)),
        ("time_settings 0 30 1", "29 1", period(29.0, 1)),
        (
            "kgs-time_settings byoyomi 300 30 5",
            "30 5",
            period(30.0, 5),
        ),
        (
            "kgs-time_settings byoyomi 300 30 5",
            "0.9 1",
            period(0.9, 1),
        ),
        (
            "kgs-time_settings byoyomi 300 30 5",
            "12.5 0",
            main_time(12.5),
        ),
        (
            "kgs-time_settings canadian 300 60 25",
            "7 1",
            period(7.0, 1),
        ),
        (
            "kata-time_settings fischer 60 2.5",
            "0.05 0",
            main_time(0.05),
        ),
        ("kata-time_settings fischer 60 2.5", "3 1", main_time(3.0)),
        (
            "kata-time_settings fischer-capped 300 10 120 -1",
            "119 0",
            main_time(119.0),
        ),
    ] {
        let mut engine = engine(settings);
        engine
            .execute_line(&format!("time_left White {told}"))
            .unwrap();
        let [black, white] = engine.session().clocks();
        assert_eq!(white.left(), left, "{settings}, {told}");
        assert_ne!(black.left(), left, "it is White's clock");
        assert_eq!(white.system(), black.system());
    }
}

/// Some bridges can say byo-yomi only as Canadian time with one stone, and then send the periods.
#[test]
fn periods_that_come_as_stones() {
    let mut engine = engine("time_settings 600 30 1");
    engine.execute_line("time_left b 30 5").unwrap();
    let [black, _] = engine.session().clocks();
    assert_eq!(black.left(), period(30.0, 5));
    assert_eq!(black.system().to_string(), "byoyomi 600 30 5");
}

#[test]
fn a_refused_clock_changes_nothing() {
    let mut engine = engine("kgs-time_settings byoyomi 300 30 5");
    engine.execute_line("time_left b 12 4").unwrap();
    let before = engine.session().clocks().clone();
    for line in [
        "time_settings 1 2",
        "time_settings -1 0 0",
        "kgs-time_settings hourglass 5",
        "kgs-time_settings fischer 60 2",
        "kata-time_settings fischer-capped 60 2",
        "time_left b nan 0",
        "time_left b 5 x",
        "time_left green 5 0",
    ] {
        assert!(engine.execute_line(line).is_err(), "{line}");
        assert_eq!(*engine.session().clocks(), before, "{line}");
    }
}

/// The clock of a new game starts full; both colours have one.
#[test]
fn a_new_game_winds_the_clocks_up() {
    let mut engine = engine("kata-time_settings fischer 60 2");
    for color in Color::BOTH {
        engine
            .execute_line(&format!("time_left {color} 3 0"))
            .unwrap();
    }
    engine.execute_line("clear_board").unwrap();
    for clock in engine.session().clocks() {
        assert_eq!(clock.left(), main_time(60.0));
    }
}
