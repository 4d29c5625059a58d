//! The words every layer shares: colours, points and sets of them, moves,
//! board dimensions, vertex text and the eight symmetries.
//!
//! Nothing here knows a rule of Go.

mod color;
mod dims;
mod excerpt;
mod moves;
mod number;
mod perspective;
mod point;
mod point_set;
#[cfg(feature = "cli")]
mod quotes;
mod size_class;
mod symmetry;
mod vertex;

pub use color::{Cell, Color};
pub use dims::{Dims, DimsError, MAX_SIDE, sides_of};
pub(crate) use excerpt::excerpt;
pub use moves::Move;
pub(crate) use number::decimal;
pub use perspective::{Perspective, Viewer};
pub use point::Point;
pub use point_set::PointSet;
#[cfg(feature = "cli")]
pub(crate) use quotes::in_quotes;
pub use size_class::SizeClass;
pub use symmetry::Symmetry;
pub use vertex::{
    VertexError, format_move, format_moves, format_vertex, format_vertices, parse_move,
    parse_vertex,
};
