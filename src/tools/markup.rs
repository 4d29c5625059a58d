//! Text inside HTML and XML.

/// Text as it may stand between tags and in quoted attributes; control
/// characters, which XML cannot hold, become blanks.
///
/// ```
/// use tengen::tools::markup::escape;
/// assert_eq!(escape("<a b=\"c\"> & 'd'\u{1}"), "&lt;a b=&quot;c&quot;&gt; &amp; &#39;d&#39; ");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
