//! The portable kernel with vectors and panels as wide as those of AVX-512, to test on every processor what is done with them.

use super::portable::Plain;
use super::simd::Simd;

super::entry::kernel!(
    Plain<16>,
    ["wide", "wide-int16", "wide-bf16"],
    inline(never)
);
