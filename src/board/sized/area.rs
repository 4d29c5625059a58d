//! How a finished board counts.

use super::Board;
use crate::types::{Cell, Point};

impl<const N: usize, const W: usize> Board<N, W> {
    /// Black's area minus White's with every stone alive: stones, and empty
    /// regions that touch stones of one colour only. Writes whose each point is, by padded index: 1 Black's, −1 White's,
    /// 0 nobody's.
    pub fn area_owners(&self, owners: &mut [i8; N]) -> i32 {
        let mut lead = self.stone_owners(owners);
        let mut seen = [false; N];
        let mut region = Vec::new();
        for start in self.empty_points() {
            if seen[start.index()] {
                continue;
            }
            let owner = self.owner_of_region(start, &mut seen, &mut region);
            region
                .iter()
                .for_each(|point| owners[point.index()] = owner as i8);
            lead += owner * region.len() as i32;
        }
        lead
    }

    /// Black's stones minus White's. Writes whose stone is on each point, by padded index: 1 Black's, −1 White's, 0 nobody's.
    pub fn stone_owners(&self, owners: &mut [i8; N]) -> i32 {
        for (owner, cell) in owners.iter_mut().zip(&self.cells) {
            *owner = match cell {
                Cell::Black => 1,
                Cell::White => -1,
                Cell::Empty | Cell::OffBoard => 0,
            };
        }
        self.stone_counts[0] as i32 - self.stone_counts[1] as i32
    }

    /// Collects the empty region around a point and marks it as seen; 1 if only black stones touch it, −1 if only white ones.
    fn owner_of_region(&self, start: Point, seen: &mut [bool; N], region: &mut Vec<Point>) -> i32 {
        seen[start.index()] = true;
        region.clear();
        region.push(start);
        let mut touches = [false; 2];
        let mut next = 0;
        while next < region.len() {
            for neighbor in self.neighbors(region[next]) {
                match self.cell(neighbor) {
                    Cell::Empty if !seen[neighbor.index()] => {
                        seen[neighbor.index()] = true;
                        region.push(neighbor);
                    }
                    Cell::Black => touches[0] = true,
                    Cell::White => touches[1] = true,
                    Cell::Empty | Cell::OffBoard => {}
                }
            }
            next += 1;
        }
        touches[0] as i32 - touches[1] as i32
    }
}
