"""Trains a network, from nothing or from where it was stopped.

The rate of learning stays the same after a short rise, so that a run can go on for as long as there is time; the running
average of the weights is what is exported. `--finish` and `--until` let the rate fall to zero before the end.
"""

import argparse
import json
import signal
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

from .data import Sampler, load, unseen
from .export import write_model
from .files import whole_file
from .loss import losses, total
from .model import Network, Shape, deepen
from .optim import Average, optimizers
from .validate import validate


# How long processes wait for each other: longer than an export takes, not for ever.
PATIENCE = timedelta(minutes=10)


def parse(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True, help="directory of shards")
    p.add_argument("--run", required=True, help="directory of this run: checkpoints, log, exports")
    p.add_argument("--blocks", help=f"r residual, g with global pooling: of a new run, {Shape.blocks} if none are given; "
                   "more than a run has, beginning with those, deepen it")  # fmt: skip
    p.add_argument("--channels", type=int, help=f"of a new run, {Shape.channels} if none are given")
    p.add_argument("--mix", type=mix, default="9:96,13:24,19:24", help="positions of each side in a step")
    p.add_argument("--warmup", type=int, default=100, help="steps in which the rate rises; 0: it is full at once")
    p.add_argument("--steps", type=int, default=10**9, help="stop after so many steps in all")
    p.add_argument("--finish", type=int, default=0, help="the rate falls to 0 over the last so many of --steps")
    p.add_argument("--until", type=clock, help="stop at this time, HH:MM in UTC, and let the rate fall to 0 before")
    p.add_argument("--fade", type=float, default=30, help="minutes over which it falls before --until; 0: only then")
    p.add_argument("--muon-lr", type=float, default=0.02)
    p.add_argument("--adam-lr", type=float, default=2e-3)
    p.add_argument("--far-komi", type=float, default=0.0, help="share of the positions that get a komi which decides the game")
    p.add_argument("--save-minutes", type=float, default=3)
    p.add_argument("--export-minutes", type=float, default=20)
    p.add_argument("--bf16", action="store_true", help="activations in bf16: faster where the processor multiplies them")
    p.add_argument("--threads", type=int, default=1, help="of each process")
    p.add_argument("--processes", type=int, default=1, help="which share out the positions of each step")
    p.add_argument("--seed", type=int, default=1)
    options = p.parse_args(arguments)
    if options.processes < 1:
        p.error("--processes is at least 1")
    if max(options.mix.values()) < options.processes:
        p.error(f"--processes {options.processes}: one of them would get no position of --mix")
    return options


def mix(text):
    """{side: positions of a step} of a text like 9:96,13:24."""
    try:
        return {int(side): int(count) for side, count in (part.split(":") for part in text.split(","))}
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not SIDE:POSITIONS,…") from None


def clock(text):
    """The next time that a clock shows HH:MM in UTC, in seconds since 1970."""
    try:
        shown = time.strptime(text, "%H:%M")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time of day, HH:MM") from None
    now = int(time.time())
    then = now - now % 86400 + shown.tm_hour * 3600 + shown.tm_min * 60
    return then if then > now else then + 86400


def settled(until, folder):
    """The end of a run. Where the same time of day was asked for before, that day is meant and not the next one: a command that
    is given again after a crash does not make the run longer."""
    path = folder / "until"
    kept = int(path.read_text()) if path.exists() else until
    return kept if kept % 86400 == until % 86400 else until


def settle(until, folder):
    """Keeps the day for `settled`."""
    with whole_file(folder / "until") as file:
        file.write(f"{until}\n".encode())


def rate(step, now, options):
    """The factor on every base rate, after `step` steps and `now` seconds since 1970."""
    factor = min(1.0, (step + 1) / max(1, options.warmup))
    factor *= fading(options.steps - step, options.finish)
    if options.until:
        factor *= fading(options.until - now, 60 * options.fade)
    return factor


def fading(left, span):
    """The factor where so much is left before the end: it falls from 1 to 0 over the last `span`, at once if that is 0."""
    return min(1.0, max(0.0, left / span)) if span else float(left > 0)


def keep(state, path):
    with whole_file(path) as file:
        torch.save(state, file)


def newest_state(folder):
    """What stands in the newest checkpoint that can be read, none if there are no checkpoints."""
    checkpoints = sorted(folder.glob("checkpoint-*.pt"), reverse=True)
    for path in checkpoints:
        try:
            return torch.load(path, weights_only=True)
        except Exception as error:  # what torch raises depends on where a file is cut
            print(f"{path} cannot be read, the one before is taken: {error}", file=sys.stderr, flush=True)
    if checkpoints:
        raise SystemExit(f"no checkpoint in {folder} can be read")
    return None


def restored(state, blocks):
    """The network of a checkpoint, deepened where there are more blocks."""
    network = Network(Shape(**state["shape"]))
    network.load_state_dict(state["network"])
    try:
        return deepen(network, blocks)
    except ValueError as error:
        raise SystemExit(f"--blocks cannot deepen the run: {error}") from None


def new_to(data, held):
    """The positions held back that are not trained on."""
    new = unseen(held, data)
    if len(new) < len(held):
        print(f"{len(held) - len(new)} of {len(held)} positions of side {held.side} to validate on are trained on, and left out",
              file=sys.stderr, flush=True)  # fmt: skip
    return new


class Run:
    """Everything that is trained. With several processes each has one, and all stay equal; the first one writes."""

    def __init__(self, options, rank=0):
        self.options, self.rank = options, rank
        self.folder = Path(options.run)
        (self.folder / "export").mkdir(parents=True, exist_ok=True)
        self.mix = options.mix
        state = newest_state(self.folder)
        if state:
            self.go_on(state)
        else:
            self.begin()
        self.take_positions()

    def begin(self):
        """With a new network."""
        self.step, self.samples, self.seconds = 0, {}, 0.0
        channels = self.options.channels or Shape.channels
        self.take_network(Network(Shape(self.options.blocks or Shape.blocks, channels, pool_channels=channels // 4)))

    def go_on(self, state):
        """Where a checkpoint left off."""
        shape = state["shape"]
        if self.options.channels not in (None, shape["channels"]):
            raise SystemExit(f"the run has {shape['channels']} channels, which --channels cannot change")
        blocks = self.options.blocks or shape["blocks"]
        self.step, self.samples, self.seconds = state["step"], state["samples"], state["seconds"]
        self.take_network(restored(state, blocks))
        # New blocks are in the average what they are in the network.
        self.average.weights.update(state["average"])
        self.average.steps = state["average_steps"]
        # The optimizers of a run that is deepened begin anew: what they kept does not fit it.
        if state["optimizers"] and blocks == shape["blocks"]:
            self.take_optimizers(state["optimizers"])

    def take_network(self, network):
        self.network = network.to(memory_format=torch.channels_last)
        self.average = Average(self.network)
        self.optimizers = optimizers(self.network, self.options.muon_lr, self.options.adam_lr)

    def take_optimizers(self, states):
        """What the optimizers remember, but with the rates of these options."""
        for optimizer, saved in zip(self.optimizers, states):
            for group, current in zip(saved["param_groups"], optimizer.param_groups):
                group["base_lr"] = current["base_lr"]
            optimizer.load_state_dict(saved)

    def take_positions(self):
        """Those to train on, and for the first process those to validate on."""
        options = self.options
        data = load(options.data, "train")
        missing = self.mix.keys() - data.keys()
        if missing:
            raise SystemExit(f"no positions of side {sorted(missing)} in {options.data}")
        seed = options.seed + self.step + 1_000_003 * self.rank
        self.samplers = {side: Sampler(data[side], seed, options.far_komi) for side in self.mix}
        held = load(options.data, "validation") if self.rank == 0 else {}
        self.held = {side: new_to(data[side], held[side]) for side in self.mix if side in held}

    def save(self):
        state = {
            "shape": self.network.shape.as_dict(),
            "network": self.network.state_dict(),
            "average": self.average.weights,
            "average_steps": self.average.steps,
            "optimizers": [o.state_dict() for o in self.optimizers],
            "step": self.step,
            "samples": self.samples,
            "seconds": self.seconds,
        }
        keep(state, self.folder / f"checkpoint-{self.step:08}.pt")
        for old in sorted(self.folder.glob("checkpoint-*.pt"))[:-3]:
            old.unlink()

    def averaged(self):
        network = Network(self.network.shape)
        network.load_state_dict(self.average.weights)
        return network.to(memory_format=torch.channels_last)

    def train_step(self, factor):
        """One step over a batch of each board side at `factor` of every rate; -> the loss terms of each side, of this
        process's share of it."""
        processes = self.options.processes
        everything = sum(self.mix.values())
        seen = {}
        for side, all_of_side in self.mix.items():
            self.samples[side] = self.samples.get(side, 0) + all_of_side
            count = all_of_side // processes + (self.rank < all_of_side % processes)
            if not count:
                continue
            batch = self.samplers[side].batch(count)
            with torch.autocast("cpu", torch.bfloat16, enabled=self.options.bf16):
                output = self.network(batch.spatial, batch.globals)
            parts = losses(output.float(), batch)
            (total(parts) * (count / everything)).backward()
            seen[side] = {k: v.item() for k, v in parts.items()}
        if processes > 1:
            self.share_gradients()
        # All processes see the same gradients here, and so end together.
        if not torch.nn.utils.clip_grad_norm_(self.network.parameters(), 10.0).isfinite():
            raise SystemExit(f"the loss after step {self.step} is not finite; nothing of it is learnt or kept")
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["base_lr"] * factor
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self.average.update(self.network)
        self.step += 1
        return seen

    def share_gradients(self):
        """Makes the gradients of all processes their sum: each has weighed its positions by those of the whole step."""
        gradients = [p.grad for p in self.network.parameters()]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(flat)
        for gradient, whole in zip(gradients, flat.split([gradient.numel() for gradient in gradients])):
            gradient.copy_(whole.view_as(gradient))

    def log(self, kind, **fields):
        line = json.dumps({"kind": kind, "step": self.step, "seconds": round(self.seconds, 1), **fields}, allow_nan=False)
        with open(self.folder / "log", "a") as file:
            file.write(line + "\n")
        print(line, flush=True)

    def export(self, name):
        network = self.averaged()
        for side, held in self.held.items():
            self.log("validation", side=side, **validate(network, held))
        write_model(network, self.folder / "export" / name, f"tengen-b{len(network.shape.blocks)}c{network.shape.channels}-s{self.step}")


def mean_terms(seen):
    """[{side: {term: value}}] -> {side: {term: mean}}"""
    return {
        side: {term: round(sum(s[side][term] for s in seen) / len(seen), 4) for term in seen[0][side]}
        for side in seen[0]
    }


def follow(rank, options, store):
    """A process other than the first: takes the steps that the first one wants."""
    join_group(rank, options, store)
    run = Run(options, rank)
    while (factor := agreed(options, -1.0)) >= 0:
        run.train_step(factor)
    dist.destroy_process_group()


def join_group(rank, options, store):
    """Makes this process ready, and known to the others by the file `store`."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    if options.processes > 1:
        dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=options.processes, timeout=PATIENCE)


def agreed(options, factor):
    """What the first process says: the factor on every rate, or -1 at the end."""
    if options.processes == 1:
        return factor
    said = torch.tensor([factor], dtype=torch.float64)
    dist.broadcast(said, 0)
    return said.item()


def on_signals(handler):
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def main(arguments=None):
    options = parse(arguments)
    if options.until:
        options.until = settled(options.until, Path(options.run))
        if options.until <= time.time():
            raise SystemExit(f"{options.run} was to end at that time and has; another --until lets it go on")
    stopping = []
    with tempfile.TemporaryDirectory() as folder:
        context, store = mp.get_context("spawn"), f"{folder}/store"
        # The first process ends a run; the others inherit that signals are ignored.
        on_signals(signal.SIG_IGN)
        others = [context.Process(target=follow, args=(rank, options, store)) for rank in range(1, options.processes)]
        for process in others:
            process.start()
        on_signals(lambda *_: stopping.append(True))
        try:
            join_group(0, options, store)
            run = Run(options)
            # Not before: a command that cannot begin, as with a mistyped --data, leaves no end behind.
            if options.until:
                settle(options.until, run.folder)
            lead(run, options, stopping)
        except BaseException:
            # They would wait for what does not come.
            for process in others:
                process.kill()
            raise
        finally:
            if dist.is_initialized():
                dist.destroy_process_group()
        for process in others:
            process.join()


def lead(run, options, stopping):
    """Trains until the end, and writes what comes of it."""
    run.log("start", shape=run.network.shape.as_dict(), parameters=sum(p.numel() for p in run.network.parameters()),
            mix=run.mix, positions={s: len(p.positions) for s, p in run.samplers.items()})  # fmt: skip
    saved = exported = time.monotonic()
    before, seen = time.process_time(), []
    while run.step < options.steps and not stopping and not (options.until and time.time() > options.until):
        seen.append(run.train_step(agreed(options, rate(run.step, time.time(), options))))
        now = time.process_time()
        run.seconds, before = run.seconds + options.processes * (now - before), now
        if run.step % 50 == 0:
            run.log("train", samples=run.samples, loss=mean_terms(seen))
            seen = []
        if time.monotonic() - saved > options.save_minutes * 60:
            run.save()
            saved = time.monotonic()
        if time.monotonic() - exported > options.export_minutes * 60:
            run.export(f"step-{run.step}.bin.gz")
            exported = time.monotonic()
    agreed(options, -1.0)
    run.save()
    run.export(f"step-{run.step}.bin.gz")


if __name__ == "__main__":
    main()
