//! The way into functions that are compiled for an instruction set.

/// Implements [`Kernel`](super::Kernel) for a type that implements `Simd`.
///
/// The second argument is the kernel's name in 32 bits, in integers and by tiles, the last an attribute for the
/// functions that do the work: the features that the compiler may use in them. What they are made of is inlined
/// into them; only calling them is unsafe.
macro_rules! kernel {
    ($simd:ty, [$float:literal, $short:literal, $bfloat:literal], $features:meta) => {
        mod entry {
            use super::*;
            use super::super::{attention, direct, matrix, points, sparse, spread, winograd};
            use super::super::{Affine, Attend, Kernel, Layout, Precision, Target, Work};
            use super::super::{DirectConv, FeatureMap, Matrix, Rows, Sparse, SparseConv, Spread, Turns, Winograd};

            crate::net::kernel::entry::operations! {
                $simd, [$float, $short, $bfloat], $features,
                fn multiply(rows: Rows, matrix: &Matrix, work: &mut Work, target: &mut Target) = matrix::multiply;
                fn convolve(input: &FeatureMap, conv: &Winograd, work: &mut Work, target: &mut Target) = winograd::convolve;
                fn spread(input: &FeatureMap, to: &mut Spread) = spread::spread;
                fn convolve_directly(input: &Spread, conv: &DirectConv, work: &mut Work, target: &mut Target) = direct::convolve;
                fn convolve_sparse(input: &Sparse, conv: &SparseConv, ground: Option<&[f32]>, target: &mut Target) = sparse::convolve;
                fn attend(attend: &Attend, work: &mut Work, to: &mut [f32]) = attention::attend;
                fn pool(numbers: &[f32], stride: usize, sums: &mut [f32], maxima: &mut [f32]) = points::pool;
                fn activate(from: &[f32], by: &Affine, to: &mut [f32]) = points::activate;
                fn rotate(heads: usize, numbers: &mut [f32], stride: usize, turns: &Turns) = points::rotate;
                fn rms_norm(from: &[f32], channels: usize, weight: &[f32], epsilon: f32, to: &mut [f32]) = points::rms_norm;
                fn gate(numbers: &mut [f32], stride: usize) = points::gate;
            }
        }
    };
}

/// A trait's methods, each of which calls a function compiled with `$features`.
macro_rules! operations {
    ($simd:ty, [$float:literal, $short:literal, $bfloat:literal], $features:meta,
     $(fn $operation:ident($($argument:ident: $type:ty),*) = $work:path;)*) => {
        impl Kernel for $simd {
            fn name(&self, precision: Precision) -> &'static str {
                match precision {
                    Precision::Float => $float,
                    Precision::Short => $short,
                    Precision::Bfloat => $bfloat,
                }
            }

            fn precisions(&self) -> &'static [Precision] {
                Simd::precisions(*self)
            }

            fn layout(&self) -> Layout {
                Layout::of(*self)
            }

            $(fn $operation(&self, $($argument: $type),*) {
                #[$features]
                fn compiled(s: $simd, $($argument: $type),*) {
                    $work(s, $($argument),*);
                }
                // SAFETY: `self` proves that the processor has the features.
                #[allow(unused_unsafe, reason = "the portable kernel needs no features")]
                unsafe {
                    compiled(*self, $($argument),*);
                }
            })*
        }
    };
}

/// The products of `Simd`, each a function compiled with `$features`.
macro_rules! products {
    ($features:meta) => {
        fn product_of_floats(self, product: super::product::Product) {
            #[$features]
            fn compiled<S: super::simd::Simd<W>, const W: usize>(
                s: S,
                product: super::product::Product,
            ) {
                product.compute(s, super::product::Floats);
            }
            // SAFETY: `self` proves that the processor has the features.
            #[allow(unused_unsafe, reason = "the portable kernel needs no features")]
            unsafe {
                compiled(self, product);
            }
        }

        fn product_of_shorts(
            self,
            scales: super::short::Shorts,
            product: super::product::Product<i32>,
        ) {
            #[$features]
            fn compiled<S: super::simd::Simd<W>, const W: usize>(
                s: S,
                scales: super::short::Shorts,
                product: super::product::Product<i32>,
            ) {
                s.multiply_shorts(scales, product);
            }
            // SAFETY: `self` proves that the processor has the features.
            #[allow(unused_unsafe, reason = "the portable kernel needs no features")]
            unsafe {
                compiled(self, scales, product);
            }
        }
    };
}

pub(super) use {kernel, operations, products};
