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
