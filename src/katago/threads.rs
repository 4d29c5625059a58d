//! Threads: configurations made for a graphics card ask for more than processors can use.

use super::config::Source;
use super::values;
use crate::types::excerpt;

/// What is to be told if the last of these keys asks for more threads than there are at most: where, and what it gets.
pub fn remark_on_cut(sources: &[Source], keys: &[&str], most: usize) -> Option<String> {
    let mut settings = sources.iter().flat_map(|source| {
        let settings = source.settings.iter();
        settings.map(move |setting| (source, setting))
    });
    let (source, setting) = settings.rfind(|(_, setting)| keys.contains(&&*setting.key))?;
    let asked = values::from_one(&setting.value)?;
    if asked <= most as f64 {
        return None;
    }
    let (place, asked) = (source.place_of(setting.line), excerpt(&setting.value));
    let key = &setting.key;
    Some(format!(
        "{place}: {key} is cut from {asked} to {most}, the most that the processors or --threads allow"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_key_counts() {
        let source = |text: &str| Source::list("--list".to_owned(), text).unwrap();
        let cut = |texts: &[&str]| {
            let sources: Vec<Source> = texts.iter().map(|text| source(text)).collect();
            remark_on_cut(&sources, &["a", "b"], 4)
        };
        assert_eq!(cut(&["a=4", "c=64"]), None);
        assert_eq!(cut(&["a=64,b=2"]), None);
        let spelt =
            "--list: a is cut from 1e3 to 4, the most that the processors or --threads allow";
        assert_eq!(cut(&["a=1e3"]).as_deref(), Some(spelt));
        let huge =
            "--list: a is cut from 2e9 to 4, the most that the processors or --threads allow";
        assert_eq!(cut(&["a=2e9"]).as_deref(), Some(huge));
        let words =
            "--list: b is cut from 64 to 4, the most that the processors or --threads allow";
        assert_eq!(cut(&["a=2", "b=64", "c=2"]).as_deref(), Some(words));
    }
}
