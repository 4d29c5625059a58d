//! Numbers as people write them.

use std::str::FromStr;

/// A finite number, with a decimal point or comma. Blanks around it do not matter.
pub(crate) fn decimal<T: FromStr + Into<f64> + Copy>(text: &str) -> Option<T> {
    let value = text.trim().replace(',', ".").parse::<T>();
    value.ok().filter(|&value| value.into().is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_a_point_or_a_comma_and_an_end() {
        assert_eq!(decimal(" -7,5 "), Some(-7.5_f32));
        assert_eq!(decimal("1e3"), Some(1000.0_f64));
        for text in ["", "nan", "inf", "-inf", "1e400", "1,2,3", "seven"] {
            assert_eq!(decimal::<f64>(text), None, "{text}");
        }
        // Too large for its type.
        assert_eq!(decimal::<f32>("1e300"), None);
    }
}
