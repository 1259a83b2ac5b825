"""The time from a start to the first page, against importing the libraries alone, in the same run.

    python -m benchmarks.start [--times 7]

The database exists already, as at every start but the first, and all modules and templates are compiled. Both are
measured by the clock and in processor time, which stays the same while the machine does other things. Exits with 1 if
the start takes more than 1.3 times the processor time of importing what the server is built on.
"""

from __future__ import annotations

import argparse
import http.client
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.phones import Server

AIM = 1.3
STACK = (
    "import os; from gevent import monkey; monkey.patch_all(); import flask, flask_sqlalchemy, flask_migrate, "
    "flask_babel, flask_wtf, wtforms, sqlalchemy, alembic, click, gevent.pywsgi, msgspec; os._exit(0)"
)


def main() -> int:
    """Measure both, one after the other, and print the ratio."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--times", type=int, default=7)
    asked = read.parse_args()
    imports, starts = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # The modules are compiled in a folder of our own, whatever the environment says.
        compiled = {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        load(compiled)
        start(folder, compiled)  # makes the database, too
        for _ in range(asked.times):
            imports.append(measured(lambda: load(compiled)))
            starts.append(measured(lambda: start(folder, compiled)))
    for clock, place in ("by the clock", 0), ("processor time", 1):
        first, alone = median(took[place] for took in starts), median(took[place] for took in imports)
        ratio = first / alone
        print(f"{clock}: first page {first:.2f} s, imports alone {alone:.2f} s, ratio {ratio:.2f} (aim: {AIM})")
    return 0 if ratio <= AIM else 1


def measured(action: Callable[[], float]) -> tuple[float, float]:
    """Return the seconds that `action` says, and the processor time of the processes that it started and ended."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = action()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def load(environment: dict[str, str]) -> float:
    """Return the seconds that a new Python takes to import the libraries."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", STACK], env={**os.environ, **environment}, check=True)
    return time.perf_counter() - began


def start(folder: Path, environment: dict[str, str]) -> float:
    """Return the seconds from starting a server until it has answered its first page."""
    server = Server(folder, environment)
    began = time.perf_counter()
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    took = time.perf_counter() - began
    server.kill()
    return took


if __name__ == "__main__":
    sys.exit(main())
