//! A checksum that is the same on every machine and in every build.

/// FNV-1a with 64 bits, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo (<http://www.isthe.com/chongo/tech/comp/fnv/>).
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Mixes these bytes in.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The checksum of all bytes so far.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_those_of_its_authors() {
        let value = |text: &str| {
            let mut hash = Fnv::default();
            hash.add(text.as_bytes());
            hash.value()
        };
        assert_eq!(value(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(value("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(value("foobar"), 0x8594_4171_f739_67e8);
    }
}
