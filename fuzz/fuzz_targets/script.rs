#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::script;

fuzz_target!(|bytes: &[u8]| script::check(bytes));
