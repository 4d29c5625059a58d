//! Jobs that are interrupted, and jobs that meet in a directory.

use super::*;
use crate::temporary::Directory;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[test]
fn an_interrupted_job_goes_on_and_ends_with_the_same_files() {
    let directory = Directory::new("whole-and-parts");
    let [whole, parts] = ["whole", "parts"].map(|name| directory.join(name));
    make(&source(60), &OPTIONS, &making(&whole), &|_| ()).unwrap();
    let heard = AtomicUsize::new(0);
    let source = source(60);
    let interrupted = std::panic::catch_unwind(|| {
        make(&source, &OPTIONS, &making(&parts), &|done| {
            heard.fetch_max(done, Relaxed);
            assert!(done < 25, "killed");
        })
    });
    assert!(interrupted.is_err());
    let least = AtomicUsize::new(usize::MAX);
    let tell = |done| {
        least.fetch_min(done, Relaxed);
        assert!(done <= 60);
    };
    let made = make(&source, &OPTIONS, &making(&parts), &tell).unwrap();
    assert!(made.kept > 0 && made.positions < 60);
    let kept = 60 - made.positions;
    assert_eq!(least.into_inner(), kept + 1, "what is kept counts as done");
    assert_eq!(files(&parts), files(&whole));
    let nothing_left = make(&source, &OPTIONS, &making(&parts), &|_| ()).unwrap();
    assert_eq!(nothing_left.positions, 0);
}

#[test]
fn a_directory_belongs_to_one_plan() {
    let directory = Directory::new("plan");
    let shards = directory.join("shards");
    make(&source(8), &OPTIONS, &making(&shards), &|_| ()).unwrap();
    let names = files(&shards).into_iter().map(|(name, _)| name);
    assert!(names.into_iter().all(|name| !name.contains("unfinished")));
    let mut other = making(&shards);
    other.plan = describe(&[], "labels", &Options { seed: 2, ..OPTIONS });
    let error = make(&source(8), &OPTIONS, &other, &|_| ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("choose another directory"), "{error}");
}

#[test]
fn shards_of_which_no_plan_tells_are_not_taken_for_those_of_a_job() {
    let directory = Directory::new("no-plan");
    let shards = directory.join("shards");
    make(&source(8), &OPTIONS, &making(&shards), &|_| ()).unwrap();
    fs::remove_file(shards.join("plan.json")).unwrap();
    let again = make(&source(8), &OPTIONS, &making(&shards), &|_| ());
    let error = again.unwrap_err().to_string();
    assert!(error.contains("no plan.json"), "{error}");
    assert!(!shards.join("plan.json").exists());
}

#[test]
fn of_jobs_that_start_at_the_same_time_one_plan_holds() {
    for _ in 0..20 {
        let directory = Directory::new("start");
        let shards = directory.join("shards");
        let start = &|seed| {
            let mut making = making(&shards);
            making.plan = describe(&[], "labels", &Options { seed, ..OPTIONS });
            make(&source(8), &OPTIONS, &making, &|_| ()).is_ok()
        };
        let started: Vec<bool> = std::thread::scope(|scope| {
            let jobs: Vec<_> = (0..4)
                .map(|seed| scope.spawn(move || start(seed)))
                .collect();
            jobs.into_iter().map(|job| job.join().unwrap()).collect()
        });
        assert_eq!(started.iter().filter(|&&is_started| is_started).count(), 1);
    }
}
