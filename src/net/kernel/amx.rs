//! AMX: eight tiles, which are multiplied as wholes. Intel's servers from Sapphire Rapids (2023) on.
//!
//! Rust has no functions for these instructions yet, so they are written out. All that is unsafe about them stands
//! here. The system has to grant them to a process (Linux from 5.16 on does when asked), and each thread has to say
//! which shapes its tiles have before it computes. Sources: Intel, *Software Developer's Manual*, volume 1, chapter 18;
//! Linux, *Using XSTATE features in user space applications*.

use super::shape::{DEPTH, SIDE};
use super::tiles::Tiles;
use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use std::cell::Cell;
use std::marker::PhantomData;

/// Proof that the processor has tiles for bfloat16 numbers and vectors that round to them (AVX512-BF16), and that the
/// system has granted tiles to this process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amx(());

/// Bytes of a row of a tile.
const ROW: usize = 2 * DEPTH;

thread_local! {
    /// Whether this thread has a [`Loaded`].
    static IS_LOADED: Cell<bool> = const { Cell::new(false) };
}

impl Amx {
    /// Whether the processor has it and the system grants it.
    pub fn detect() -> Option<Amx> {
        (processor_has() && system_saves() && system_grants()).then_some(Amx(()))
    }

    /// Makes this thread's tiles ready.
    ///
    /// # Panics
    ///
    /// If they are already: whichever [`Loaded`] is dropped first would leave the other tiles without shapes.
    pub fn load(self) -> Loaded {
        assert!(!IS_LOADED.replace(true), "a thread's tiles are loaded once");
        let shapes = Shapes::default();
        // SAFETY: `self` proves that the instruction may be used. It reads 64 bytes, which ask for shapes that
        // `processor_has` has found to be possible.
        unsafe {
            asm!(
                "ldtilecfg [{shapes}]",
                shapes = in(reg) &raw const shapes,
                options(nostack, preserves_flags, readonly)
            );
        }
        Loaded(PhantomData)
    }
}

/// The shapes of tiles, as the processor reads them.
#[repr(C)]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Default for Shapes {
    /// Eight tiles as large as they can be; it could be 16, but there are no more.
    fn default() -> Shapes {
        Shapes {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: std::array::from_fn(|tile| if tile < 8 { ROW as u16 } else { 0 }),
            rows: std::array::from_fn(|tile| if tile < 8 { SIDE as u8 } else { 0 }),
        }
    }
}

/// Tiles that are ready in this thread, which alone can use them. While one exists, its thread can make no other.
///
/// When it is dropped the tiles are empty again, so that the system need not save them as it changes threads.
#[derive(Debug)]
pub(super) struct Loaded(PhantomData<*const ()>);

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: a value exists only where the instruction may be used.
        unsafe {
            asm!("tilerelease", options(nomem, nostack, preserves_flags));
        }
        IS_LOADED.set(false);
    }
}

// SAFETY, of every block below: a value of `Loaded` exists only where the instructions may be used and in a thread
// whose eight tiles have the shapes of `Shapes`, which only its own `drop` takes away, so that loading and storing
// touch 16 rows of 64 bytes, which the slices are checked to have. The compiler does not use tiles by itself, so they
// stay as they are from one instruction to the next; their order stays because the compiler does not know what they do.
impl Tiles for Loaded {
    #[inline(always)]
    fn zero<const TILE: usize>(&mut self) {
        unsafe {
            asm!(
                "tilezero tmm{tile}",
                tile = const TILE,
                options(nomem, nostack, preserves_flags)
            );
        }
    }

    #[inline(always)]
    fn load<const TILE: usize>(&mut self, from: &[u16], stride: usize) {
        assert!(from.len() >= (SIDE - 1) * stride + DEPTH);
        unsafe {
            asm!(
                "tileloadd tmm{tile}, [{from} + {stride}*1]",
                tile = const TILE,
                from = in(reg) from.as_ptr(),
                stride = in(reg) stride * size_of::<u16>(),
                options(nostack, preserves_flags, readonly)
            );
        }
    }

    #[inline(always)]
    fn multiply<const SUMS: usize, const ROWS: usize, const WEIGHTS: usize>(&mut self) {
        unsafe {
            asm!(
                "tdpbf16ps tmm{sums}, tmm{rows}, tmm{weights}",
                sums = const SUMS,
                rows = const ROWS,
                weights = const WEIGHTS,
                options(nomem, nostack, preserves_flags)
            );
        }
    }

    #[inline(always)]
    fn store<const TILE: usize>(&mut self, to: &mut [f32], stride: usize) {
        assert!(to.len() >= (SIDE - 1) * stride + SIDE);
        unsafe {
            asm!(
                "tilestored [{to} + {stride}*1], tmm{tile}",
                tile = const TILE,
                to = in(reg) to.as_mut_ptr(),
                stride = in(reg) stride * size_of::<f32>(),
                options(nostack, preserves_flags)
            );
        }
    }
}

/// Whether the processor has eight tiles of 16 rows of 64 bytes, multiplies bfloat16 numbers in them, and rounds to such.
fn processor_has() -> bool {
    const BF16: u32 = 1 << 22;
    const TILE: u32 = 1 << 24;
    // SAFETY: every processor of this architecture says what it has.
    #[allow(unused_unsafe, reason = "newer compilers know that it is safe")]
    let (last, features, shapes) = unsafe {
        let last = __cpuid(0).eax;
        (last, __cpuid_count(7, 0), __cpuid_count(0x1d, 1))
    };
    let (row_bytes, tiles) = (shapes.ebx & 0xffff, shapes.ebx >> 16);
    let rows = shapes.ecx & 0xffff;
    last >= 0x1d
        && features.edx & (BF16 | TILE) == BF16 | TILE
        && (rows, row_bytes, tiles) == (SIDE as u32, ROW as u32, 8)
        && is_x86_feature_detected!("avx512bf16")
}

/// Whether the system saves tiles and their shapes as it changes threads.
fn system_saves() -> bool {
    const OSXSAVE: u32 = 1 << 27;
    const TILES: u64 = 0b11 << 17;
    // SAFETY: every processor of this architecture says what it has, and the second instruction is used only where
    // the system has enabled it.
    #[allow(unused_unsafe, reason = "newer compilers know that the first is safe")]
    unsafe {
        __cpuid(1).ecx & OSXSAVE != 0 && _xgetbv(0) & TILES == TILES
    }
}

/// Whether the system lets this process use tiles. It has to be asked, because it then saves more with each signal.
#[cfg(target_os = "linux")]
fn system_grants() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const REQUEST_PERMISSION: u64 = 0x1023;
    const TILES: u64 = 18;
    let result: i64;
    // SAFETY: the call takes two numbers, and touches nothing but the registers named here.
    unsafe {
        asm!(
            "syscall",
            inout("rax") ARCH_PRCTL => result,
            in("rdi") REQUEST_PERMISSION,
            in("rsi") TILES,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack)
        );
    }
    result == 0
}

/// Other systems are not known to.
#[cfg(not(target_os = "linux"))]
fn system_grants() -> bool {
    false
}
