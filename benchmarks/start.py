"""The time from a start to the first page.

    python -m benchmarks.start [--times 7]

The database exists already, as at every start but the first, and all modules are compiled. Exits with 1 if the median
is more than 2 seconds.
"""

from __future__ import annotations

import argparse
import http.client
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.phones import Server

AIM = 2.0  # seconds


def main() -> int:
    """Start a server again and again, and print how long it takes."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--times", type=int, default=7)
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start(folder)  # makes the database, too
        starts = [start(folder) for _ in range(asked.times)]
    print(f"first page after {median(starts):.2f} s, at most {max(starts):.2f} s (aim: {AIM} s)")
    return 0 if median(starts) <= AIM else 1


def start(folder: Path) -> float:
    """Return the seconds from starting a server until it has answered its first page."""
    # The modules are compiled in a folder of our own, whatever the environment says.
    server = Server(folder, {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""})
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
