#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::lines;

fuzz_target!(|bytes: &[u8]| lines::check(bytes));
