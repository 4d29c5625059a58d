#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::checks::network;

fuzz_target!(|bytes: &[u8]| network::check(bytes));
