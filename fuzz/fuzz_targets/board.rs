#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::board;

fuzz_target!(|bytes: &[u8]| board::check(bytes));
