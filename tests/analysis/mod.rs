//! A client that reads strictly what Tengen writes, and random sessions with it.

use crate::process::{self, tengen};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;
use tengen::game::{Game, Rules};
use tengen::types::{Color, Dims, Move, format_move, parse_move};

/// The program over pipes.
pub struct Engine(process::Engine);

/// One reply, line by line, the first one with its mark.
pub struct Reply(Vec<String>);

impl Reply {
    pub fn is_good(&self) -> bool {
        self.0[0].starts_with('=')
    }

    /// Without mark, id and the blank after them.
    pub fn text(&self) -> String {
        let (_, first) = self.0[0].split_once(' ').expect("a blank after the mark");
        let mut lines = vec![first];
        lines.extend(self.0[1..].iter().map(String::as_str));
        lines.join("\n")
    }
}

impl Engine {
    pub fn start(options: &str) -> Engine {
        Engine(process::Engine::start(&mut tengen(options)))
    }

    pub fn send(&mut self, line: &str) {
        self.0.send(format!("{line}\n"));
    }

    pub fn line(&self) -> String {
        self.0.line()
    }

    pub fn reply(&self) -> Reply {
        let text = self.0.reply();
        assert!(!text.is_empty(), "an empty reply");
        Reply(text.split('\n').map(str::to_owned).collect())
    }

    /// What is answered, which must be a success.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let reply = self.reply();
        assert!(reply.is_good(), "{line}: {}", reply.text());
        reply.text()
    }

    /// The lines of an analysis that was ended.
    pub fn rest_of_info(&mut self, check: impl Fn(&str)) {
        loop {
            let line = self.line();
            if line.is_empty() {
                return;
            }
            check(&line);
        }
    }

    pub fn close(&mut self) {
        self.0.input = None;
    }

    /// Waits for the program to end by itself.
    pub fn wait(&mut self) {
        assert!(self.0.end().success());
    }
}

pub fn play(game: &mut Game, color: Color, text: &str) {
    let mv = parse_move(game.dims(), text).unwrap_or_else(|_| panic!("{text} is no move"));
    let played = game.play(color, mv);
    assert!(played.is_ok(), "{text}: {played:?}");
}

/// What an analysis was asked to show.
#[derive(Clone, Copy)]
pub struct Shape {
    pub kata: bool,
    pub root_info: bool,
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub no_result: bool,
    pub pv_visits: bool,
    pub pv_edge_visits: bool,
}

impl Shape {
    /// Whether a line has all of what may be missing while little is known of the position.
    pub fn is_whole(self, line: &str) -> bool {
        let parts = [
            (self.ownership, "ownership"),
            (self.ownership_stdev, "ownershipStdev"),
            (self.moves_ownership, "movesOwnership"),
            (self.moves_ownership_stdev, "movesOwnershipStdev"),
        ];
        let is_there = |part: &str| line.split(' ').any(|word| word == part);
        let mut parts = parts.into_iter();
        parts.all(|(is_wanted, part)| !is_wanted || is_there(part))
    }
}

struct Words<'a> {
    words: VecDeque<&'a str>,
    line: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self, what: &str) -> &'a str {
        let word = self.words.pop_front();
        word.unwrap_or_else(|| panic!("{what} is missing: {}", self.line))
    }

    fn expect(&mut self, word: &str) {
        let found = self.next(word);
        assert_eq!(found, word, "{}", self.line);
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.front() == Some(&word);
        if found {
            self.words.pop_front();
        }
        found
    }

    fn whole(&mut self, key: &str, most: u64) -> u64 {
        self.expect(key);
        let value = self.next(key).parse().expect(key);
        assert!(value <= most, "{key} {value}");
        value
    }

    /// A number with a decimal point.
    fn decimal(&mut self, least: f64, most: f64) {
        let word = self.next("a number");
        assert!(word.contains('.') && !word.contains('e'), "{word}");
        let value: f64 = word.parse().expect("a number");
        assert!((least..=most).contains(&value), "{value}: {}", self.line);
    }

    fn named(&mut self, key: &str, least: f64, most: f64) {
        self.expect(key);
        self.decimal(least, most);
    }

    fn board(&mut self, key: &str, dims: Dims, least: f64) {
        self.expect(key);
        (0..dims.area()).for_each(|_| self.decimal(least, 1.0));
    }

    fn values(&mut self) {
        self.named("utility", -1.0, 1.0);
        self.named("winrate", 0.0, 1.0);
        self.named("scoreMean", -1e4, 1e4);
        self.named("scoreStdev", 0.0, 1e4);
        self.named("scoreLead", -1e4, 1e4);
        self.named("scoreSelfplay", -1e4, 1e4);
    }
}

/// Checks every word of a line of analysis; the moves it is about.
pub fn check_info(line: &str, game: &Game, color: Color, shape: Shape) -> Vec<String> {
    assert!(!line.ends_with(' ') && !line.contains("  "), "{line:?}");
    let dims = game.dims();
    let mut words = Words {
        words: line.split(' ').collect(),
        line,
    };
    let mut moves: Vec<String> = Vec::new();
    while words.take("info") {
        let mv = info(&mut words, game, color, shape, moves.len() as u64);
        assert!(!moves.contains(&mv), "twice: {line}");
        moves.push(mv);
    }
    if shape.root_info {
        words.expect("rootInfo");
        words.whole("visits", u64::MAX);
        words.values();
        words.named("weight", 0.0, 1e9);
    }
    // Before the first playout of a search nothing is known of the board.
    if shape.ownership && !words.words.is_empty() {
        words.board("ownership", dims, -1.0);
    }
    if shape.ownership_stdev && !words.words.is_empty() {
        words.board("ownershipStdev", dims, 0.0);
    }
    assert!(words.words.is_empty(), "more than was asked for: {line}");
    assert!(!line.is_empty());
    moves
}

/// What one move's block holds after its `info`.
fn info(words: &mut Words, game: &Game, color: Color, shape: Shape, order: u64) -> String {
    words.expect("move");
    let mv = words.next("a move").to_owned();
    let parsed = parse_move(game.dims(), &mv).expect("a vertex");
    assert_eq!(format_move(game.dims(), parsed), mv);
    assert!(game.check(color, parsed).is_ok(), "{mv} is illegal");
    if shape.kata {
        let visits = words.whole("visits", u64::MAX);
        assert_eq!(words.whole("edgeVisits", u64::MAX), visits);
        words.values();
        words.named("prior", 0.0, 1.0);
        words.named("lcb", 0.0, 1.0);
        words.named("utilityLcb", -1.0, 1.0);
        words.named("weight", 0.0, 1e9);
        if shape.no_result {
            words.named("noResultValue", 0.0, 1.0);
        }
    } else {
        words.whole("visits", u64::MAX);
        words.whole("winrate", 10000);
        words.whole("prior", 10000);
        words.whole("lcb", 10000);
    }
    assert_eq!(words.whole("order", u64::MAX), order);
    words.expect("pv");
    let length = pv(words, game, color, parsed);
    for (key, wanted) in [
        ("pvVisits", shape.pv_visits),
        ("pvEdgeVisits", shape.pv_edge_visits),
    ] {
        if wanted {
            words.expect(key);
            for _ in 0..length {
                words.next(key).parse::<u64>().expect(key);
            }
        }
    }
    // Missing for moves that this search has not tried.
    if shape.moves_ownership && words.words.front() == Some(&"movesOwnership") {
        words.board("movesOwnership", game.dims(), -1.0);
    }
    if shape.moves_ownership_stdev && words.words.front() == Some(&"movesOwnershipStdev") {
        words.board("movesOwnershipStdev", game.dims(), 0.0);
    }
    mv
}

/// A line of legal moves that starts with `first`; its length.
fn pv(words: &mut Words, game: &Game, mut color: Color, first: Move) -> usize {
    let mut game = game.clone();
    let mut length = 0;
    while let Some(mv) = words
        .words
        .front()
        .and_then(|word| parse_move(game.dims(), word).ok())
    {
        assert!(length > 0 || mv == first, "{}", words.line);
        let played = game.play(color, mv);
        assert!(played.is_ok(), "{played:?}: {}", words.line);
        color = !color;
        length += 1;
        words.words.pop_front();
    }
    assert!(length > 0, "no line of moves: {}", words.line);
    length
}

/// A command that was sent and not yet answered.
struct Sent {
    id: usize,
    line: String,
    kind: Kind,
}

enum Kind {
    /// An analysis for this colour, or the player to move.
    Analysis(Option<Color>, Shape),
    /// A move with lines before it.
    Genmove(Color, Shape),
    /// A move alone.
    PlainGenmove(Color),
    Play(Color, String),
    Undo,
    Clear,
    Boardsize(usize, usize),
    Other,
}

/// Random commands, some sent before the replies to others are read, against a record of our own.
pub fn interleave(seed: u64, count: usize) {
    let mut random = Pcg64Mcg::new(seed as u128);
    let mut pick = |most: usize| random.next_u64() as usize % most;
    let mut engine = Engine::start("--threads 1 --seed 1 --playouts 8 --resign never");
    let mut game = Game::new(Dims::square(19).unwrap(), Rules::default(), 7.5);
    let mut waiting: VecDeque<Sent> = VecDeque::new();
    for id in 0..count {
        let (line, kind) = any_command(&game, &mut pick);
        engine.send(&format!("{id} {line}"));
        waiting.push_back(Sent { id, line, kind });
        if pick(6) == 0 {
            engine.send(["# interrupt", "", "# x", " "][pick(4)]);
        }
        if pick(3) == 0 {
            thread::sleep(Duration::from_millis(pick(40) as u64));
        }
        // The last one may be an analysis that only the next command ends.
        while waiting.len() > 1 && pick(4) > 0 {
            let sent = waiting.pop_front().expect("it is not empty");
            check_reply(&engine.reply(), &sent, &mut game);
        }
    }
    engine.send("");
    for sent in waiting {
        check_reply(&engine.reply(), &sent, &mut game);
    }
    assert_eq!(engine.ask("protocol_version"), "2");
}

fn any_command(game: &Game, pick: &mut impl FnMut(usize) -> usize) -> (String, Kind) {
    let color = Color::BOTH[pick(2)];
    match pick(12) {
        0..=3 => {
            let kata = pick(2) == 0;
            let (options, shape) = any_options(kata, pick);
            let name = if kata { "kata-analyze" } else { "lz-analyze" };
            let by = Some(color).filter(|_| pick(2) == 0);
            let named = by.map_or(String::new(), |color| format!(" {color}"));
            (
                format!("{name}{named} {}{options}", 1 + pick(3)),
                Kind::Analysis(by, shape),
            )
        }
        4 | 5 => {
            let kata = pick(2) == 0;
            let (options, shape) = any_options(kata, pick);
            let name = if kata { "kata" } else { "lz" };
            (
                format!("{name}-genmove_analyze {color} 1{options}"),
                Kind::Genmove(color, shape),
            )
        }
        6 => (format!("genmove {color}"), Kind::PlainGenmove(color)),
        7 | 8 => {
            let x = b"ABCDEFGHJK"[pick(game.dims().width().min(10))] as char;
            let vertex = match pick(8) {
                0 => "pass".to_owned(),
                _ => format!("{x}{}", 1 + pick(game.dims().height())),
            };
            (format!("play {color} {vertex}"), Kind::Play(color, vertex))
        }
        9 => ("undo".to_owned(), Kind::Undo),
        10 if pick(2) == 0 => {
            let (width, height) = (1 + pick(9), 1 + pick(9));
            (
                format!("boardsize {width} {height}"),
                Kind::Boardsize(width, height),
            )
        }
        10 => ("clear_board".to_owned(), Kind::Clear),
        _ => {
            let others = ["stop", "name", "showboard", "komi 7.5", "kata-get-rules"];
            (others[pick(others.len())].to_owned(), Kind::Other)
        }
    }
}

fn any_options(kata: bool, pick: &mut impl FnMut(usize) -> usize) -> (String, Shape) {
    let mut wanted = [false; 8];
    let mut text = String::new();
    let names = [
        "rootInfo",
        "ownership",
        "ownershipStdev",
        "movesOwnership",
        "movesOwnershipStdev",
        "noResultValue",
        "pvVisits",
        "pvEdgeVisits",
    ];
    if kata {
        for (name, wanted) in names.iter().zip(&mut wanted) {
            *wanted = pick(4) == 0;
            if *wanted {
                text.push_str(&format!(" {name} true"));
            }
        }
    }
    if pick(4) == 0 {
        text.push_str(&format!(" minmoves {} maxmoves {}", pick(5), 1 + pick(9)));
    }
    if pick(5) == 0 {
        text.push_str(&format!(" avoid b A1,pass {}", 1 + pick(3)));
    }
    let [
        root_info,
        ownership,
        ownership_stdev,
        moves_ownership,
        moves_ownership_stdev,
        no_result,
        pv_visits,
        pv_edge_visits,
    ] = wanted;
    let shape = Shape {
        kata,
        root_info,
        ownership,
        ownership_stdev,
        moves_ownership,
        moves_ownership_stdev,
        no_result,
        pv_visits,
        pv_edge_visits,
    };
    (text, shape)
}

/// Checks the reply against the record, and brings the record up to date.
fn check_reply(reply: &Reply, sent: &Sent, game: &mut Game) {
    let Sent { id, line, kind } = sent;
    let head = &reply.0[0];
    let mark = if reply.is_good() { '=' } else { '?' };
    assert!(head.starts_with(&format!("{mark}{id} ")), "{line}: {head}");
    let is_good = reply.is_good();
    let more = &reply.0[1..];
    match kind {
        Kind::Analysis(color, shape) => {
            assert_eq!(*head, format!("={id} "));
            let color = color.unwrap_or(game.to_move());
            for info in more {
                check_info(info, game, color, *shape);
            }
        }
        Kind::Genmove(color, shape) => {
            assert_eq!(*head, format!("={id} "));
            let (last, infos) = more.split_last().expect("a move");
            for info in infos {
                check_info(info, game, *color, *shape);
            }
            play(game, *color, last.strip_prefix("play ").expect("a move"));
        }
        Kind::PlainGenmove(color) => play(game, *color, &reply.text()),
        Kind::Play(color, vertex) => {
            let mv = parse_move(game.dims(), vertex);
            let played = mv.ok().is_some_and(|mv| game.play(*color, mv).is_ok());
            assert_eq!(is_good, played, "{line}: {head}");
        }
        Kind::Undo => assert_eq!(is_good, game.undo(), "{line}: {head}"),
        Kind::Clear => {
            assert!(is_good);
            game.clear();
        }
        Kind::Boardsize(width, height) => {
            assert!(is_good);
            *game = Game::new(Dims::new(*width, *height).unwrap(), *game.rules(), 7.5);
        }
        Kind::Other => assert!(is_good, "{line}: {head}"),
    }
}
