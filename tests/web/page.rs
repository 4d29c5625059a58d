//! The page as the server gives it.

use crate::process::{errors, output, program};
use crate::server::Server;
use std::io::Read;

#[test]
fn who_asks_for_an_address_of_another_machine_is_told_what_to_give() {
    let output = output(program(["web", "--listen=203.0.113.7", "--no-open"]));
    assert_eq!(output.status.code(), Some(2));
    let told = "this machine has no address 203.0.113.7; --listen 0.0.0.0 takes those that it has";
    assert!(errors(&output).contains(told), "{output:?}");
}

#[test]
fn the_page_is_small_and_whole() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(
        page.contains("Content-Security-Policy: default-src 'none'"),
        "{page}"
    );
    let mut weight = page.len();
    for name in ["style.css", "icon.svg", "app.js"] {
        let text = server.get(&format!("/{name}"));
        assert!(text.starts_with("HTTP/1.1 200"), "{name}: {text}");
        weight += text.len();
        assert!(page.contains(&format!("\"{name}\"")), "{name}");
        // Nothing comes from anywhere else.
        assert!(
            !text.contains("src=\"http") && !text.contains("url(http"),
            "{name}"
        );
        assert!(!text.contains("from \"./"), "{name} needs other files");
    }
    assert!(weight < 300_000, "{weight} bytes");
    // Each other language is fetched where it is wanted, and weighs for itself.
    for name in [
        "de.json",
        "ja.json",
        "ko.json",
        "zh-Hans.json",
        "zh-Hant.json",
    ] {
        let catalogue = server.get(&format!("/{name}"));
        assert!(catalogue.starts_with("HTTP/1.1 200"), "{name}: {catalogue}");
        assert!(catalogue.contains("Content-Type: application/json;"));
        assert!(
            catalogue.len() < 40_000,
            "{name}: {} bytes",
            catalogue.len()
        );
        assert!(page.contains(&format!("href=\"{name}\"")), "{name}");
    }
    // A proxy may put it into a folder.
    assert!(server.get("/go/app.js").starts_with("HTTP/1.1 200"));
    for (path, status) in [
        ("/nothing.js", 404),
        ("/../Cargo.toml", 404),
        ("/etc/passwd", 404),
        // A folder, whatever its name, holds the page.
        ("/app.js/", 200),
        ("//", 200),
    ] {
        let answer = server.get(path);
        let start = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&start), "{path}: {answer}");
        assert!(
            !answer.contains("[package]") && !answer.contains("root:"),
            "{path}"
        );
    }
}

#[test]
fn what_a_browser_has_kept_is_not_sent_again() {
    let server = Server::start(&[]);
    let fields = |answer: &str| -> Vec<String> {
        let head = answer.split("\r\n\r\n").next().unwrap();
        head.lines().skip(1).map(str::to_owned).collect()
    };
    let mut tags = Vec::new();
    for name in ["", "style.css", "icon.svg", "app.js"] {
        let path = format!("/{name}");
        let whole = fields(&server.get(&path));
        let tag = whole.iter().find_map(|line| line.strip_prefix("ETag: "));
        let tag = tag.expect("a tag").to_owned();
        let lines = format!("\"0\"\r\nIf-None-Match: {tag}");
        for kept in [tag.clone(), format!("\"0\", W/{tag}"), lines] {
            let short = server.get_with(&path, &format!("If-None-Match: {kept}\r\n"));
            assert!(short.starts_with("HTTP/1.1 304 ") && short.ends_with("\r\n\r\n"));
            let same = whole
                .iter()
                .filter(|line| !line.starts_with("Content-Length"));
            assert!(fields(&short).iter().eq(same), "{short}");
        }
        let other = server.get_with(&path, "If-None-Match: \"0\"\r\n");
        assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 4);
}

#[test]
fn a_browser_that_unpacks_gets_the_page_packed() {
    let server = Server::start(&[]);
    for name in ["", "style.css", "icon.svg", "app.js"] {
        let request = format!("GET /{name} HTTP/1.1\r\nHost: localhost\r\n");
        let plain = server.ask(&format!("{request}\r\n"));
        let packed = server.bytes(&format!("{request}Accept-Encoding: gzip, deflate\r\n\r\n"));
        let end = packed.windows(4).position(|part| part == b"\r\n\r\n");
        let (head, body) = packed.split_at(end.expect("a head") + 4);
        let head = str::from_utf8(head).unwrap();
        assert!(head.contains("\r\nContent-Encoding: gzip\r\n"), "{head}");
        let length = format!("\r\nContent-Length: {}\r\n", body.len());
        assert!(head.contains(&length), "{head}");
        let mut text = String::new();
        flate2::read::GzDecoder::new(body)
            .read_to_string(&mut text)
            .unwrap();
        let (plain_head, plain_text) = plain.split_once("\r\n\r\n").unwrap();
        assert!(text == plain_text && body.len() < text.len(), "{name}");
        let tag = |head: &str| {
            head.lines()
                .find(|line| line.starts_with("ETag: "))
                .map(str::to_owned)
        };
        assert_ne!(
            tag(head),
            tag(plain_head),
            "what is kept is one or the other"
        );
    }
}
