//! The bridge to KGS, simulated after its documentation: twenty games of
//! Tengen against itself under an umpire who plays the server. A reply that
//! the bridge could not use would cost a game there; here it fails the test.

mod process;

use process::{LIMIT, tengen};
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tengen::game::{Game, Rules};
use tengen::time::{Clock, TimeSystem};
use tengen::types::{Color, Dims, Move, Point, format_vertex, parse_move, parse_vertex};
use tengen::wire::Client;

const GAMES: usize = 20;

/// One game as the server has arranged it.
struct Plan {
    side: usize,
    rules: &'static str,
    komi: &'static str,
    time: &'static str,
    handicap: usize,
    /// Whether somebody disagrees about the dead stones, even when nobody has a reason.
    disputed: bool,
    /// How each engine is started.
    options: &'static str,
    /// How many of a hundred turns bring an undo, a lost connection, or a resignation by hand.
    troubles: [u64; 3],
}

const QUICK: &str = "--playouts 40 --resign never";
const FAINT_HEARTED: &str = "--playouts 40 --resign 45";
const BY_THE_CLOCK: &str = "--lag 0.2";

fn plan(number: usize) -> Plan {
    let by_the_clock = number >= GAMES - 3;
    let times = [
        "byoyomi 60 10 5",
        "none",
        "canadian 60 30 10",
        "absolute 300",
        "byoyomi 5 5 2",
    ];
    let clocks = ["absolute 2", "canadian 1 3 25", "byoyomi 0 1 5"];
    Plan {
        side: match number {
            17 => 3,
            _ if by_the_clock => 5,
            _ => [5, 7, 6, 9][number % 4],
        },
        rules: ["japanese", "chinese", "aga", "new_zealand"][number / 2 % 4],
        komi: if number % 3 == 1 { "0.5" } else { "6.5" },
        time: match by_the_clock {
            true => clocks[number % 3],
            false => times[number % 5],
        },
        handicap: if number % 3 == 1 { 2 + number % 2 } else { 0 },
        disputed: number.is_multiple_of(2),
        options: match number {
            _ if by_the_clock => BY_THE_CLOCK,
            _ if number % 5 == 4 => FAINT_HEARTED,
            _ => QUICK,
        },
        troubles: if by_the_clock { [0, 5, 0] } else { [6, 5, 1] },
    }
}

/// One player: the engine, and what it was told last.
struct Seat {
    color: Color,
    engine: Client,
    told: Vec<String>,
}

impl Seat {
    /// The bridge starts the engine and finds out what it can do.
    fn new(color: Color, options: &str, seed: usize) -> Seat {
        let mut command = tengen(&format!("{options} --threads 1 --seed {seed}"));
        let mut seat = Seat {
            color,
            engine: Client::run(&mut command).expect("the program starts"),
            told: Vec::new(),
        };
        let commands = seat.ask("list_commands");
        let known: Vec<&str> = commands.lines().collect();
        for needed in [
            "kgs-rules",
            "kgs-time_settings",
            "kgs-genmove_cleanup",
            "kgs-game_over",
        ] {
            assert!(known.contains(&needed), "{needed}");
        }
        assert!(!known.contains(&"kgs-chat"), "newer bridges crash");
        seat.ask("name");
        seat.ask("version");
        seat
    }

    /// Any error costs the game.
    fn ask(&mut self, line: &str) -> String {
        self.told.push(line.to_owned());
        match self.engine.command(line, LIMIT) {
            Ok(reply) => reply,
            Err(error) => self.lose(&error.to_string()),
        }
    }

    fn lose(&self, why: &str) -> ! {
        panic!(
            "{} has lost by a reply: {why}\nafter\n{}",
            self.color,
            self.told.join("\n")
        );
    }

    /// The stones it thinks dead: whole chains that are on the board.
    fn dead(&mut self, game: &Game) -> BTreeSet<Point> {
        let reply = self.ask("final_status_list dead");
        let mut dead = BTreeSet::new();
        for vertex in reply.split_whitespace() {
            let point = parse_vertex(game.dims(), vertex)
                .unwrap_or_else(|_| self.lose(&format!("{vertex} is no vertex")));
            if game.board().color_at(point).is_none() || !dead.insert(point) {
                self.lose(&format!("{vertex} is no stone, or named twice"));
            }
        }
        let is_whole = |&stone: &Point| {
            game.board()
                .chain_stones(stone)
                .iter()
                .all(|other| dead.contains(other))
        };
        if !dead.iter().all(is_whole) {
            self.lose(&format!("part of a chain is dead: {reply}"));
        }
        dead
    }
}

/// How a game came to its end.
#[derive(Debug, PartialEq)]
enum End {
    Score(String),
    EngineResigned,
    LeftByHand,
}

/// What happened in all games.
#[derive(Debug, Default)]
struct Events {
    moves: usize,
    undos: usize,
    disconnects: usize,
    disputes: usize,
    /// Stones that both thought dead in a dispute, and those of them that were captured.
    dead: usize,
    cleaned: usize,
    ends: Vec<End>,
}

/// Chance, the same each time.
struct Dice(Pcg64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    fn hits(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

struct Table<'a> {
    plan: Plan,
    game: Game,
    handicap: Vec<Point>,
    seats: [Seat; 2],
    clocks: [Clock; 2],
    dice: Dice,
    events: &'a mut Events,
}

impl Table<'_> {
    fn new(number: usize, events: &mut Events) -> Table<'_> {
        let plan = plan(number);
        let rules = match plan.rules {
            "chinese" => Rules::preset("chinese-kgs"),
            name => Rules::preset(name),
        };
        let dims = Dims::square(plan.side).unwrap();
        let system = TimeSystem::parse_kgs(&mut plan.time.split(' ')).unwrap();
        Table {
            game: Game::new(dims, rules.unwrap(), plan.komi.parse().unwrap()),
            handicap: Vec::new(),
            seats: Color::BOTH.map(|color| Seat::new(color, plan.options, number)),
            clocks: [Clock::new(system), Clock::new(system)],
            dice: Dice(Pcg64::new(number as u128, 1)),
            plan,
            events,
        }
    }

    fn seat(&mut self, color: Color) -> &mut Seat {
        &mut self.seats[color.index()]
    }

    fn tell_both(&mut self, line: &str) {
        for seat in &mut self.seats {
            seat.ask(line);
        }
    }

    /// What comes before the first move.
    fn set_up(&mut self, color: Color) {
        let lines = [
            format!("kgs-rules {}", self.plan.rules),
            format!("boardsize {}", self.plan.side),
            "clear_board".to_owned(),
            format!("komi {}", self.plan.komi),
            format!("kgs-time_settings {}", self.plan.time),
        ];
        for line in lines {
            assert_eq!(self.seat(color).ask(&line), "");
        }
    }

    /// Black chooses the points, White is told.
    fn place_handicap(&mut self) {
        let stones = self.plan.handicap;
        if stones == 0 {
            return;
        }
        let dims = self.game.dims();
        let reply = self
            .seat(Color::Black)
            .ask(&format!("place_free_handicap {stones}"));
        let points = reply
            .split(' ')
            .map(|vertex| parse_vertex(dims, vertex).unwrap());
        self.handicap = points.collect();
        assert_eq!(self.handicap.len(), stones, "{reply}");
        self.game.set_free_handicap(&self.handicap).unwrap();
        self.seat(Color::White)
            .ask(&format!("set_free_handicap {reply}"));
    }

    /// The engine is gone; another takes the seat, and is told the game so far.
    fn reconnect(&mut self, color: Color) {
        self.events.disconnects += 1;
        let seed = 100 + self.events.disconnects;
        self.seats[color.index()] = Seat::new(color, self.plan.options, seed);
        self.set_up(color);
        let dims = self.game.dims();
        if !self.handicap.is_empty() {
            let vertices: Vec<String> = self
                .handicap
                .iter()
                .map(|&p| format_vertex(dims, p))
                .collect();
            self.seat(color)
                .ask(&format!("set_free_handicap {}", vertices.join(" ")));
        }
        for (mover, mv) in self.game.moves().to_vec() {
            let vertex = tengen::types::format_move(dims, mv);
            self.seat(color).ask(&format!("play {mover} {vertex}"));
        }
    }

    /// A move was made by mistake, and the opponent is kind.
    fn take_back_two(&mut self) {
        self.events.undos += 1;
        for _ in 0..2 {
            self.tell_both("undo");
            self.game.undo();
        }
    }

    /// Both clocks as the server shows them, in whole seconds.
    fn tell_clocks(&mut self, color: Color) {
        for of in Color::BOTH {
            let Some((time, count)) = self.clocks[of.index()].left().parts() else {
                return;
            };
            let (time, count) = (time.as_secs(), count.unwrap_or(0));
            let line = format!("time_left {of} {time} {count}");
            self.seat(color).ask(&line);
        }
    }

    /// One move with this command, recorded by everybody; none if the engine resigns.
    fn step(&mut self, command: &str) -> Option<Move> {
        let color = self.game.to_move();
        self.tell_clocks(color);
        let begin = Instant::now();
        let reply = self.seat(color).ask(&format!("{command} {color}"));
        // An engine that counts playouts answers too soon for its clock to be of interest.
        let spent = match self.plan.options {
            BY_THE_CLOCK => begin.elapsed(),
            _ => Duration::from_millis(self.dice.below(4000)),
        };
        self.clocks[color.index()].start_thinking(begin);
        self.clocks[color.index()].stop_thinking(begin + spent);
        if reply == "resign" {
            return None;
        }
        let mv = parse_move(self.game.dims(), &reply);
        let mv = mv.unwrap_or_else(|_| self.seat(color).lose(&format!("'{reply}' is no move")));
        if let Err(illegal) = self.game.play(color, mv) {
            self.seat(color).lose(&format!("{reply}: {illegal}"));
        }
        self.seat(!color).ask(&format!("play {color} {reply}"));
        self.events.moves += 1;
        Some(mv)
    }

    fn play(mut self) {
        Color::BOTH.into_iter().for_each(|color| self.set_up(color));
        self.place_handicap();
        let longest = 4 * self.game.dims().area();
        let end = loop {
            let [undo, disconnect, leave] = self.plan.troubles;
            if self.game.moves().len() >= 2 && self.dice.hits(undo) {
                self.take_back_two();
            }
            if self.dice.hits(disconnect) {
                self.reconnect(self.game.to_move());
            }
            if self.dice.hits(leave) {
                break End::LeftByHand;
            }
            if self.step("genmove").is_none() {
                break End::EngineResigned;
            }
            if self.game.is_over() {
                break End::Score(self.agree());
            }
            assert!(self.game.moves().len() < longest, "a game without end");
        };
        self.tell_both("kgs-game_over");
        self.events.ends.push(end);
    }

    /// Both have passed: the score they agree on, after a clean-up if need be.
    fn agree(&mut self) -> String {
        let game = self.game.clone();
        let lists = self.seats.each_mut().map(|seat| seat.dead(&game));
        if lists[0] == lists[1] && !self.plan.disputed {
            let dead: Vec<Point> = lists[0].iter().copied().collect();
            let score = game.score(&dead).to_string();
            return score;
        }
        self.events.disputes += 1;
        self.ask_again(&lists);
        // Both passes are taken back, so that each engine is asked for a move of the clean-up and knows of it.
        for _ in 0..2 {
            self.tell_both("undo");
            self.game.undo();
        }
        self.clean_up();
        for seat in &mut self.seats {
            let left = seat.dead(&self.game);
            assert!(left.is_empty(), "what is left after a clean-up is alive");
        }
        let agreed = lists[0].intersection(&lists[1]);
        let is_gone =
            |stone: Point| self.game.board().color_at(stone) != game.board().color_at(stone);
        let gone: Vec<bool> = agreed.map(|&stone| is_gone(stone)).collect();
        self.events.dead += gone.len();
        self.events.cleaned += gone.iter().filter(|gone| **gone).count();
        self.game.score(&[]).to_string()
    }

    /// Whoever passed first has the other's pass taken back and made again, and must not change its mind.
    fn ask_again(&mut self, lists: &[BTreeSet<Point>; 2]) {
        let game = self.game.clone();
        let last = !game.to_move();
        let first = self.seat(!last);
        first.ask("undo");
        first.ask(&format!("play {last} pass"));
        assert_eq!(first.dead(&game), lists[(!last).index()]);
    }

    fn clean_up(&mut self) {
        let longest = self.game.moves().len() + 4 * self.game.dims().area();
        while !self.game.is_over() {
            let color = self.game.to_move();
            if self.step("kgs-genmove_cleanup").is_none() {
                self.seat(color).lose("it resigns in a clean-up");
            }
            assert!(self.game.moves().len() < longest, "a clean-up without end");
        }
    }
}

#[test]
fn twenty_games_none_lost_by_a_reply() {
    let mut events = Events::default();
    for number in 0..GAMES {
        Table::new(number, &mut events).play();
    }
    println!("{events:#?}");
    assert_eq!(events.ends.len(), GAMES);
    let count = |is: fn(&End) -> bool| events.ends.iter().filter(|end| is(end)).count();
    assert!(count(|end| matches!(end, End::Score(_))) >= GAMES / 3);
    assert!(count(|end| *end == End::EngineResigned) > 0);
    assert!(count(|end| *end == End::LeftByHand) > 0);
    assert!(events.cleaned * 2 > events.dead, "{events:?}");
    assert!(events.undos > 3 && events.disconnects > 3 && events.disputes > 3);
}

/// The engine serves one game after another, as the bridge has it.
#[test]
fn a_dispute_leaves_nothing_behind_for_the_next_game() {
    let mut seat = Seat::new(Color::Black, QUICK, 1);
    for _ in 0..2 {
        for line in [
            "kgs-rules chinese",
            "boardsize 5",
            "clear_board",
            "komi 7.5",
        ] {
            seat.ask(line);
        }
        let mut game = Game::new(
            Dims::square(5).unwrap(),
            Rules::preset("chinese-kgs").unwrap(),
            7.5,
        );
        let black = ["B1", "B2", "B3", "B4", "B5", "C3"];
        for vertex in black {
            seat.ask(&format!("play b {vertex}"));
            game.play(Color::Black, parse_move(game.dims(), vertex).unwrap())
                .unwrap();
        }
        for line in ["play w E1", "play b pass", "play w pass"] {
            seat.ask(line);
        }
        game.play(Color::White, parse_move(game.dims(), "E1").unwrap())
            .unwrap();
        assert_eq!(seat.dead(&game).len(), 1);
        // The opponent says it lives: Black must take it off before passing.
        seat.ask("undo");
        seat.ask("undo");
        let mut captured = String::new();
        for _ in 0..25 {
            let reply = seat.ask("kgs-genmove_cleanup b");
            seat.ask("play w pass");
            captured = seat.ask("captures b");
            if reply == "pass" {
                break;
            }
        }
        assert_eq!(captured, "1");
        assert_eq!(seat.ask("final_status_list dead"), "");
        seat.ask("kgs-game_over");
    }
}
