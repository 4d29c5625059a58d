"""KaTrain's engine, game and opponents with Tengen, without its window.

python run_katrain.py "exec PROGRAM analysis -quit-without-waiting" GAME.sgf
"""

import os
import sys
import tempfile
import time

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", HOME=tempfile.mkdtemp())

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

OPPONENTS = ["default", "policy", "p:weighted", "p:pick", "p:local", "p:territory", "p:influence", "p:rank", "handicap", "scoreloss", "jigo", "simple"]
EXTRA = ["sweep", "equalize", "extra", "alternative"]
LIMIT = 300


class Nothing:
    """A window's controls: whatever is asked of them does nothing."""

    def __getattr__(self, name):
        return Nothing()

    def __call__(self, *arguments, **named):
        return Nothing()


class KaTrain(KaTrainBase):
    """KaTrain without a window."""

    controls = Nothing()

    def __init__(self):
        self.faults = []
        super().__init__(force_package_config=True)

    def log(self, message, level=0):
        if level == -1:
            self.faults.append(message)


def main(command, record):
    katrain = KaTrain()
    settings = dict(katrain.config("engine"), backend="custom", altcommand=command, max_visits=150)
    engine = KataGoEngine(katrain, settings)
    begun = time.time()

    def wait():
        while not engine.is_idle():
            assert time.time() - begun < LIMIT, f"waiting for {list(engine.queries)[:3]}"
            time.sleep(0.02)

    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_file(record))
    wait()
    nodes = [game.root]
    while nodes[-1].children:
        nodes.append(nodes[-1].children[0])
    assert all(node.analysis_complete for node in nodes)
    print(f"{len(nodes)} positions in {time.time() - begun:.1f} s")
    worst = max(nodes[1:], key=lambda node: node.points_lost)
    print(f"costliest: move {worst.depth}, {worst.move.gtp()}, {worst.points_lost:.1f} points")
    game.set_current_node(nodes[len(nodes) // 2])
    for what in EXTRA:
        game.analyze_extra(what)
        wait()
        print(what)
    for name in OPPONENTS:
        move, _ = generate_ai_move(game, f"ai:{name}", katrain.config("ai").get(f"ai:{name}", {}))
        wait()
        print(f"{name}: {move.gtp()}")
    engine.shutdown(finish=False)
    assert not katrain.faults, katrain.faults
    print("all is well")


main(*sys.argv[1:])
