#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::session;

fuzz_target!(|bytes: &[u8]| session::check(bytes));
