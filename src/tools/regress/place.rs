//! Where a file's tests take place: what was done before, followed on a board of
//! our own, so that failed tests can be drawn whatever the engine can show.

use super::effect::{Effect, effect_of};
use crate::files;
use crate::game::sgf;
use crate::game::{Game, Position, Rules};
use crate::types::{Color, Dims, Point, parse_move, parse_vertex};
use crate::wire::loadsgf;
use std::path::Path;

/// The position after these commands, as a memory tells them; `None` if one cannot be followed, unless a later one
/// starts afresh. Records are looked for in `directory`.
pub(super) fn position(directory: &Path, commands: &[String]) -> Option<Position> {
    let first = Dims::square(19).ok().map(empty);
    let game = commands
        .iter()
        .fold(first, |game, command| after(directory, game, command));
    Some(game?.position().clone())
}

fn after(directory: &Path, game: Option<Game>, command: &str) -> Option<Game> {
    let mut words = command.split_whitespace();
    let effect = effect_of(words.next().unwrap_or_default());
    let args: Vec<&str> = words.collect();
    match effect {
        Effect::Resize => Dims::of_words(&args).map(empty),
        Effect::Load => {
            // Engines take tabs for blanks.
            let line = command.replace('\t', " ");
            let (_, arguments) = line.trim().split_once(' ').unwrap_or_default();
            load(directory, arguments.trim())
        }
        _ => next(game?, effect, &args),
    }
}

fn load(directory: &Path, arguments: &str) -> Option<Game> {
    let path = |name: &str| directory.join(name);
    let (file, before) = loadsgf::split(arguments, |name| path(name).is_file());
    let text = files::read_regular(&path(file), sgf::MAX_BYTES as u64).ok()?;
    Some(sgf::load_before(&text, before).ok()?.game)
}

fn empty(dims: Dims) -> Game {
    Game::new(dims, Rules::default(), 0.0)
}

/// The game after a command with this effect, of which Tengen, as GNU Go, ignores the words that it does not need;
/// `None` if that cannot be told.
fn next(mut game: Game, effect: Effect, args: &[&str]) -> Option<Game> {
    match (effect, args) {
        (Effect::Clear, _) => game.clear(),
        (Effect::Play, [color, vertex, ..]) => play(&mut game, Color::parse(color)?, vertex)?,
        (Effect::PlayAs(color), [vertex, ..]) => play(&mut game, color, vertex)?,
        (Effect::Undo, _) | (Effect::UndoMany, []) => undo(&mut game, 1)?,
        (Effect::UndoMany, [count, ..]) => undo(&mut game, count.parse().ok()?)?,
        (Effect::FixedHandicap, [count, ..]) => {
            game.place_fixed_handicap(count.parse().ok()?).ok()?;
        }
        (Effect::FreeHandicap, vertices) => handicap(&mut game, vertices)?,
        // A diagram of a board that the engine has turned would mislead. A memory with a handicap still to be chosen does not
        // tell the points.
        (Effect::SetUp | Effect::Turn | Effect::ChosenHandicap, _) => return None,
        _ => {}
    }
    Some(game)
}

fn play(game: &mut Game, color: Color, vertex: &str) -> Option<()> {
    if vertex.eq_ignore_ascii_case("resign") {
        return Some(());
    }
    let mv = parse_move(game.dims(), vertex).ok()?;
    game.play_from_record(color, mv).ok()
}

fn undo(game: &mut Game, count: usize) -> Option<()> {
    game.undo_moves(count).then_some(())
}

fn handicap(game: &mut Game, vertices: &[&str]) -> Option<()> {
    let point = |vertex: &&str| parse_vertex(game.dims(), vertex).ok();
    let points: Option<Vec<Point>> = vertices.iter().map(point).collect();
    game.set_free_handicap(&points?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::*;
    use crate::game::diagram_of;
    use crate::temporary::{Directory, TemporaryFile};

    fn diagram(commands: &[(&str, &str)]) -> Option<String> {
        let mut memory = Memory::default();
        for (command, reply) in commands {
            memory.note(command, false, reply, |_| None);
        }
        let position = position(Path::new("regressions"), memory.commands())?;
        Some(diagram_of(position.board()))
    }

    #[test]
    fn moves_and_undo_are_followed() {
        let commands = [
            ("boardsize 3", ""),
            ("play black B2", ""),
            ("genmove white", "A1"),
            ("reg_genmove black", "C3"),
            ("restricted_genmove black C3 C2", "C3"),
            ("tryko black C3", ""),
            ("popgo", ""),
            ("genmove black", "resign"),
            ("play B C1", ""),
            ("undo", ""),
            ("level 10", ""),
        ];
        assert_eq!(diagram(&commands).as_deref(), Some("...\n.X.\nO..\n"));
    }

    #[test]
    fn the_move_of_an_analysis_is_followed() {
        let commands = [
            ("boardsize 3", ""),
            (
                "kata-genmove_analyze b 10",
                "info move A1 visits 5\nplay B2",
            ),
            ("kata-search_analyze w", "info move A1 visits 5\nplay A1"),
        ];
        assert_eq!(diagram(&commands).as_deref(), Some("...\n.X.\n...\n"));
    }

    #[test]
    fn words_that_are_not_needed_are_ignored() {
        let commands = [
            ("boardsize 3", ""),
            ("play black B2 x", ""),
            ("white A1 x", ""),
            ("play black C3", ""),
            ("gg-undo 1 x", ""),
        ];
        assert_eq!(diagram(&commands).as_deref(), Some("...\n.X.\nO..\n"));
        let handicap = [("boardsize 7", ""), ("fixed_handicap 2 x", "C3 E5")];
        let rows = ".......\n.......\n....X..\n.......\n..X....\n.......\n.......\n";
        assert_eq!(diagram(&handicap).as_deref(), Some(rows));
    }

    #[test]
    fn who_resigns_leaves_the_board_as_it_is() {
        let commands = [
            ("boardsize 2", ""),
            ("play b A1", ""),
            ("play w resign", ""),
        ];
        assert_eq!(diagram(&commands).as_deref(), Some("..\nX.\n"));
    }

    #[test]
    fn a_suicide_that_the_engine_has_played_is_drawn() {
        let mut commands = vec![("boardsize 3", ""), ("kata-set-rules tromp-taylor", "")];
        let moves = ["b A1", "w A2", "w B2", "w C1", "b B1"].map(|mv| format!("play {mv}"));
        commands.extend(moves.iter().map(|command| (command.as_str(), "")));
        assert_eq!(diagram(&commands).as_deref(), Some("...\nOO.\n..O\n"));
    }

    #[test]
    fn records_are_found_beside_the_file() {
        let loaded = diagram(&[("loadsgf sgf/captures-four-at-once.sgf", "")]).unwrap();
        assert_eq!(loaded, "..X..\n.XOX.\nXO.OX\n.XOX.\n..X..\n");
    }

    #[test]
    fn a_vertex_is_found_after_stones_set_up_in_the_middle() {
        let file = TemporaryFile::new("a.sgf", "(;SZ[4];B[aa];W[bb];AB[cc];B[dd])");
        let loaded =
            |vertex: &str| diagram(&[(&format!("loadsgf {} {vertex}", file.display()), "")]);
        assert_eq!(loaded("D1").as_deref(), Some("X...\n.O..\n..X.\n....\n"));
        assert_eq!(loaded("B3").as_deref(), Some("X...\n....\n....\n....\n"));
        assert_eq!(loaded("C2"), None, "no move is played there");
    }

    #[test]
    fn names_of_records_may_hold_blanks() {
        let directory = Directory::new("place");
        directory.write("a game.sgf", "(;SZ[2];B[aa];W[bb])");
        let loaded = |arguments: &str| {
            let command = format!("loadsgf a game.sgf{arguments}");
            let position = position(&directory, &[command])?;
            Some(diagram_of(position.board()))
        };
        assert_eq!(loaded("").as_deref(), Some("X.\n.O\n"));
        assert_eq!(loaded(" 2").as_deref(), Some("X.\n..\n"));
        assert_eq!(loaded("\t2").as_deref(), Some("X.\n..\n"));
        assert_eq!(loaded("  B1").as_deref(), Some("X.\n..\n"));
        assert_eq!(loaded(" B2"), None, "no move is played there");
    }

    #[test]
    fn a_lost_position_comes_back_with_the_next_start() {
        let mut commands = vec![("boardsize 2", ""), ("play black Q16", "")];
        assert_eq!(diagram(&commands), None);
        commands.push(("play black A1", ""));
        assert_eq!(diagram(&commands), None);
        commands.extend([("boardsize 2", ""), ("place_free_handicap 2", "A1 B2")]);
        assert_eq!(diagram(&commands).as_deref(), Some(".X\nX.\n"));
    }
}
