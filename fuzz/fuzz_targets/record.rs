#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::record;

fuzz_target!(|bytes: &[u8]| record::check(bytes));
