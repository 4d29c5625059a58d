"""Files that are whole under their names."""

import contextlib
import os
from pathlib import Path


@contextlib.contextmanager
def whole_file(path):
    """A file to write bytes to, which gets its name when it is whole. That holds after a power cut too: without `fsync` the name
    may be kept and the content lost."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
