//! Moves from the opening book.

use super::{Config, Session};
use crate::random;
use crate::search::{Guidance, Request, Restriction};
use crate::types::{Color, Move, Point};

/// Playouts for a move of the book: enough to tell what it is worth and what may follow.
const PLAYOUTS: u64 = 50;

impl Config {
    /// Why no move comes from a book, on any board; nothing if moves may. The book is for a network that plays as well as it can, by
    /// its own judgement and not by chance: who plays otherwise has openings of its own.
    pub fn why_no_book(&self) -> Option<String> {
        if self.searching_network().is_none() {
            return Some("no network searches".to_owned());
        }
        if self.networks.judge_is_human_style() {
            return Some("the network plays as people do".to_owned());
        }
        if !self.level.is_full() {
            return Some("it is for full strength".to_owned());
        }
        let params = &self.params;
        let otherwise = [
            ("human_move_share", params.human_move_share),
            ("early_move_temperature", params.early_move_temperature),
            ("move_temperature", params.move_temperature),
            (
                "playout_doubling_advantage",
                params.playout_doubling_advantage,
            ),
        ];
        let changed = otherwise.iter().find(|(_, value)| *value != 0.0);
        changed.map(|(name, _)| format!("{name} is not 0"))
    }
}

impl Session {
    /// The request for a move of the book and nothing else, looked at briefly, if the book knows the position; otherwise the
    /// request as it is.
    pub(super) fn by_the_book(&self, request: Request) -> Request {
        if !request.guidance.restrictions.is_empty()
            || request.is_cleanup()
            || self.config.why_no_book().is_some()
        {
            return request;
        }
        let Some(point) = self.book_move(request.color) else {
            return request;
        };
        let only = Restriction::only(request.color, vec![Move::Place(point)]);
        Request {
            playouts: Some(request.playouts.unwrap_or(PLAYOUTS).min(PLAYOUTS)),
            guidance: Guidance {
                restrictions: only.into(),
                ..request.guidance
            },
            resign_below: 0.0,
            human_policy: None,
            ..request
        }
    }

    /// A move of the book, drawn by its share.
    fn book_move(&self, color: Color) -> Option<Point> {
        let book = self.config.book.as_ref()?.book(self.game.dims())?;
        let moves = book.moves(&self.game, color);
        let weighted: Vec<_> = moves
            .iter()
            .map(|answer| (answer.share, answer.point))
            .collect();
        let drawn = random::draw(&weighted, &mut random::of(&self.game, self.seed));
        // What rounding leaves over is the last one's.
        drawn.or(moves.last().map(|answer| answer.point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Book, Source};
    use crate::game::{Game, Rules};
    use crate::net::{Loading, NetworkOptions};
    use crate::search::{Choice, DeadStones};
    use crate::session::Answer;
    use crate::types::{Dims, parse_move};

    /// No network would open so.
    const BOOK: &str = "board 9 komi 7 to 7\n: A9 1\n";

    fn config() -> Config {
        let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let book = Book::read(BOOK).unwrap();
        Config {
            playouts: Some(200),
            memory_mb: 64,
            seed: Some(1),
            networks: Some(network).into(),
            book: Some(Source::Read(book.into())),
            ..Config::default()
        }
    }

    /// Black's first move on 9×9, and whether it is in a corner.
    fn first(config: Config, request: Request) -> (Answer, bool) {
        let dims = Dims::square(9).unwrap();
        let mut session = Session::new(config, Game::new(dims, Rules::default(), 7.0));
        let answer = session.genmove(request, None).unwrap();
        let corners = ["A1", "A9", "J1", "J9"].map(|vertex| parse_move(dims, vertex).unwrap());
        let is_corner = corners.map(Choice::Move).contains(&answer.choice);
        (answer, is_corner)
    }

    #[test]
    fn a_move_of_the_book_is_looked_at_briefly() {
        let (answer, is_corner) = first(config(), Request::new(Color::Black));
        assert!(is_corner, "{answer:?}");
        assert_eq!(answer.report.unwrap().playouts, PLAYOUTS);
    }

    #[test]
    fn what_is_to_be_found_out_besides_is_found_out_of_its_moves_too() {
        let asked = Request {
            guidance: Guidance {
                ownership_by_move: true,
                ..Guidance::default()
            },
            ..Request::new(Color::Black)
        };
        let (answer, is_corner) = first(config(), asked);
        let report = answer.report.unwrap();
        assert!(is_corner && !report.best().unwrap().ownership.is_empty());
    }

    #[test]
    fn other_players_do_without_it() {
        let black = || Request::new(Color::Black);
        let mut level = config();
        level.level = "10".parse().unwrap();
        let mut people = config();
        people.params.human_move_share = 0.5;
        let mut early_chance = config();
        early_chance.params.early_move_temperature = 0.5;
        let mut late_chance = config();
        late_chance.params.move_temperature = 0.5;
        let mut advantage = config();
        advantage.params.playout_doubling_advantage = 1.0;
        let configs = [
            ("level 10", level),
            ("early chance", early_chance),
            ("late chance", late_chance),
            ("advantage", advantage),
            ("people", people),
            (
                "classical",
                Config {
                    classical: true,
                    ..config()
                },
            ),
            (
                "no network",
                Config {
                    networks: None.into(),
                    ..config()
                },
            ),
            (
                "no book",
                Config {
                    book: None,
                    ..config()
                },
            ),
        ];
        for (name, config) in configs {
            assert!(!first(config, black()).1, "{name}");
        }
    }

    #[test]
    fn it_gives_way_to_what_else_is_asked_for() {
        let elsewhere = Restriction::not(Color::Black, vec![Move::Pass]);
        let asked = Request {
            guidance: elsewhere.into(),
            ..Request::new(Color::Black)
        };
        assert!(!first(config(), asked).1);
        let cleanup = Request {
            dead_stones: DeadStones::Captured,
            ..Request::new(Color::Black)
        };
        assert!(!first(config(), cleanup).1);
    }
}
