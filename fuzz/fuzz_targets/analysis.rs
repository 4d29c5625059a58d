#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::analysis;

fuzz_target!(|bytes: &[u8]| analysis::check(bytes));
