import contextlib
import io
import lzma
import random
import tempfile
import unittest
from pathlib import Path

from tengen_training import vary

GAME = "(;GM[1]KM[6.5]RU[Chinese]RE[B+R];B[aa];W[bb])"


class VaryTest(unittest.TestCase):
    def test_rules_and_komi_are_those_drawn(self):
        draw = random.Random(1)
        seen = {vary.varied(GAME, ["Japanese", "NZ"], 8, draw) for _ in range(60)}
        for record in seen:
            self.assertEqual(record.count("RU["), 1)
            self.assertEqual(record.count("KM["), 1)
            self.assertTrue(record.startswith("(;") and record.endswith("RE[B+R];B[aa];W[bb])"), record)
        self.assertEqual({"Japanese" in record for record in seen}, {True, False})
        self.assertFalse(any("Chinese" in record for record in seen))
        self.assertGreater(len(seen), 20)

    def test_rules_in_a_comment_go_too(self):
        noted = r'(;GM[1]RU[Chinese]C[Rules\: {"ko"\:"SIMPLE"}\]]C[kept];B[aa])'
        self.assertEqual(vary.varied(noted, ["NZ"], 0, random.Random(1)), "(;RU[NZ]GM[1]C[kept];B[aa])")

    def test_a_root_node_is_found_behind_a_mark_and_spaces(self):
        for begin in ("\ufeff(;", "( ;", "\ufeff (\t;"):
            record = vary.varied(GAME.replace("(;", begin), ["NZ"], 0, random.Random(1))
            self.assertEqual(record, begin + "RU[NZ]GM[1]KM[6.5]RE[B+R];B[aa];W[bb])")

    def test_what_does_not_begin_like_a_record_stays(self):
        for other in ("", "GM[1]KM[6.5]RU[Chinese]", "# " + GAME):
            for seed in range(4):
                self.assertEqual(vary.varied(other, ["NZ"], 8, random.Random(seed)), other)

    def test_komi_is_read_as_tengen_reads_it(self):
        points = {"6.5": 6.5, " -7 ": -7, "6,5": 6.5, "0": 0, "3.75": 7.5, "2.75": 5.5, "3.25": 6.5, "375": 7.5, "275": 5.5,
                  "325": 6.5, "350": 7, "550": 5.5, "650": 6.5, "700": 7, "750": 7.5, "7.5目": 7.5, "6目半": 6.5,
                  "-5半": -5.5, "5.5 points": 5.5, "1000": 1000}  # fmt: skip
        for text, komi in points.items():
            self.assertEqual(vary.read_komi(text), komi, text)
        for text in ("", "-", "1.2.3", "6,5,5", "seven", "nan", "inf", "6.3", "1001", "1e400", "6½", "7 (white)"):
            self.assertIsNone(vary.read_komi(text), text)

    def test_komi_of_other_kinds_is_varied_about_what_it_means(self):
        def drawn(komi, spread=0.001):
            records = (vary.varied(f"(;GM[1]KM[{komi}];B[aa])", [], spread, random.Random(seed)) for seed in range(9))
            return {vary.KOMI.findall(record)[0] for record in records}

        for komi in ("375", "750", "3.75", "7,5"):
            self.assertEqual(drawn(komi), {komi, "7.5"})
        for komi in ("-", "1.2.3", "", "6.3"):
            self.assertEqual(drawn(komi), {komi})
        self.assertEqual(drawn("58", 1e9), {"58", "60", "-60"})

    def test_nothing_changes_without_being_asked_for(self):
        self.assertEqual(vary.varied(GAME, [], 0, random.Random(1)), GAME)

    def test_counted_games_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.sgf"
            path.write_text(f"{GAME}\n\n{GAME.replace('B+R', 'W+2.5')}\n")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                vary.main([str(path), "--counted"])
        self.assertEqual(out.getvalue(), GAME.replace("B+R", "W+2.5") + "\n")

    def test_results_are_read_as_tengen_reads_them(self):
        for counted in ("B+1.5", "w+12", "B+3.", " 0 ", "0.0", "Draw", "jigo", "W+.5"):
            self.assertTrue(vary.is_counted(f"(;RE[{counted}])"), counted)
        for other in ("", "?", "Void", "B+", "B+R", "W+T", "W+3,5", "B+3.5 (moyo)", "B+inf", "00"):
            self.assertFalse(vary.is_counted(f"(;RE[{other}])"), other)
        self.assertFalse(vary.is_counted("(;B[aa])"))

    def test_no_more_records_are_drawn_than_were_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.sgf"
            path.write_text(f"{GAME}\n{GAME}\n")
            for count in (0, 1, 2, 3):
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    vary.main([str(path), "--count", str(count)])
                self.assertEqual(out.getvalue().count("\n"), min(count, 2))
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as error:
                vary.parse([str(path), "--count", "-1"])
            self.assertIn("at least 0", error.getvalue())
            with self.assertRaisesRegex(SystemExit, "none: No such file"):
                vary.main([f"{folder}/none"])

    def test_records_are_told_apart_as_tengen_does(self):
        commented = GAME.replace("RE[", "C[one\rtwo]RE[")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.sgf"
            content = f"{commented}\r\n{GAME}\n".encode()
            for written in (content, lzma.compress(content)):
                path.write_bytes(written)
                self.assertEqual(vary.read(path), [commented, GAME])


if __name__ == "__main__":
    unittest.main()
