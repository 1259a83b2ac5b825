"""The process from which servers of tests are forked: it has imported what `companion serve` needs, no more.

Run as `python -m tests.forks`; the other end of its standard input is `tests.phones.Forks`.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import traceback
from importlib import import_module
from pkgutil import walk_packages
from typing import NoReturn

# With all that they import.
MODULES = (
    "alembic.ddl.sqlite",
    "alembic.migration",
    "companion.cli.copies",
    "companion.cli.http_server",
    "companion.cli.main",
    "companion.cli.server",
    "flask_migrate",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
)
PACKAGES = ("companion.games", "companion.web")


def main() -> NoReturn:
    channel = socket.socket(fileno=0)  # an ordinary one: opened before the library of the server replaces sockets
    gc.disable()
    from gevent import monkey

    monkey.patch_all()
    for name in MODULES:
        import_module(name)
    for package in map(import_module, PACKAGES):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    gc.freeze()
    # gevent's own fork would start its loop here, and each server would begin with a copy of it.
    fork, waitpid = (monkey.get_original("os", name) for name in ("fork", "waitpid"))
    while True:
        message, files, _, _ = socket.recv_fds(channel, 1 << 18, 1)
        if not message:
            os._exit(0)
        request = json.loads(message)
        if "wait" in request:
            pid, status = waitpid(request["wait"], request["how"])
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = fork()
            if answer == 0:
                channel.close()
                os.dup2(files[0], 2)
                os.close(files[0])
                become(**request)
        os.close(files[0])
        channel.send(json.dumps(answer).encode())


def become(arguments: list[str], environment: dict[str, str]) -> NoReturn:
    """Run `companion` with these arguments, and exit when it does."""
    from companion.cli.main import main

    os.environ.clear()
    os.environ.update(environment)
    try:
        main(arguments, prog_name="companion")
    except BaseException:  # noqa: BLE001 - this is where the process ends
        traceback.print_exc()
    finally:
        os._exit(1)  # it ends by itself, unless something went wrong


if __name__ == "__main__":
    main()
