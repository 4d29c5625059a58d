//! The kernel of AVX-VNNI with its instruction as AVX-512 encodes it, for tests on processors that have only that.

use super::Precision;
use super::avx2::{Avx2, Pairs};
use super::simd::Simd;
use std::arch::asm;
use std::arch::x86_64::*;

/// The instruction as AVX-512 encodes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evex;

super::avx_vnni::one_instruction!(Evex, "vpdpwssd {sum}, {a}, {b}", ["avx512vnni", "avx512vl"]);

super::entry::kernel!(
    Avx2<Evex>,
    ["avx2", "avxvnni-int16-evex", "avx2-bf16"],
    target_feature(enable = "avx2,fma")
);
