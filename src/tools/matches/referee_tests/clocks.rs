//! Clocks, kept from outside.

use super::*;

#[test]
fn the_clock_is_kept_from_outside() {
    let conditions = timed("absolute 0.1");
    let [black, white] = [script(""), script("C3").pauses(150)];
    let finished = play_from(&conditions, &white_first(&conditions), [black, white], None);
    assert_eq!(finished.ending.result(), "B+T");
    assert!(finished.thinking[1].longest >= Duration::from_millis(150));
    assert_eq!(finished.thinking[1].moves, 1);
    assert_eq!(finished.thinking[1].reserve, Some(Duration::ZERO));
}

#[test]
fn the_reserve_is_the_least_that_was_left() {
    let mut conditions = timed("byoyomi 0 100 3");
    let finished = play(&conditions, [script("E5 E6"), script("C3")]);
    // Three periods, less what scripts need.
    for thinking in finished.thinking {
        let reserve = thinking.reserve.unwrap().as_secs();
        assert!((200..300).contains(&reserve), "{reserve}");
    }

    conditions.time = TimeSystem::None;
    let finished = play(&conditions, [script("E5"), script("C3")]);
    assert_eq!(finished.thinking[0].reserve, None);
}

#[test]
fn a_hang_is_no_loss_on_time() {
    let conditions = timed("absolute 0.1");
    let hang = Trouble::Hang(Duration::from_secs(2));
    let black = script("").then(hang).pauses(150);
    assert_eq!(result_of(&conditions, black, script("")), "W+F hang");
}

#[test]
fn to_end_is_no_loss_on_time() {
    let conditions = timed("absolute 0.1");
    let end = Trouble::Ended("exit status 7".to_owned());
    let black = script("").then(end).pauses(150);
    let finished = play(&conditions, [black, script("")]);
    assert_eq!(finished.ending.result(), "W+F");
    assert_eq!(finished.thinking[0].moves, 0);
}

#[test]
fn increments_are_told_as_canadian_time() {
    let conditions = timed("fischer 60 5");
    let black = script("").knows("time_settings time_left");
    let white = script("").knows("time_settings kata-time_settings time_left");
    let seen = [&black, &white].map(|s| Arc::clone(&s.seen));
    play(&conditions, [black, white]);
    let [black, white] = seen.map(|seen| seen.lock().unwrap().join("\n"));
    assert!(
        black.contains("time_settings 55 5 1\ntime_left black 55 0"),
        "{black}"
    );
    assert!(white.contains("kata-time_settings fischer 60 5"), "{white}");
    assert!(white.contains("time_left white 60 0"), "{white}");
}

#[test]
fn a_move_may_not_take_more_than_its_cap() {
    let conditions = timed("fischer-capped 60 5 90 0.1");
    let black = script("").knows("time_settings");
    let commands = "time_settings kata-time_settings";
    let white = script("C3").knows(commands).pauses(150);
    let seen = [&black, &white].map(|s| Arc::clone(&s.seen));
    let finished = play_from(&conditions, &white_first(&conditions), [black, white], None);
    assert_eq!(finished.ending.result(), "B+T");
    let [black, white] = seen.map(|seen| seen.lock().unwrap().join("\n"));
    assert!(black.contains("time_settings 55 5 1"), "{black}");
    let told = "kata-time_settings fischer-capped 60 5 90 0.1";
    assert!(white.contains(told), "{white}");
}

#[test]
fn moves_carry_their_times() {
    let conditions = timed("fischer 10 1");
    let finished = play(&conditions, [script("E5"), script("C3")]);
    assert_eq!(finished.times.len(), finished.game.moves().len());
    let (left, _) = finished.times[0].clock.unwrap().left();
    assert!(left > Duration::from_secs(10) && left <= Duration::from_secs(11));
}
