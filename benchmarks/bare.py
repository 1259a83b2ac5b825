"""The comparison of benchmarks.pages: a bare Flask page with Flask-SQLAlchemy, on Companion's server.

    python -m benchmarks.bare PORT

`GET /` reads and lists sixty rows, `POST /` inserts one and commits it. The database is SQLite (WAL,
synchronous=FULL) in the folder that COMPANION_INSTANCE names.
"""

from gevent import monkey

monkey.patch_all()

import os  # noqa: E402
import sys  # noqa: E402
from datetime import UTC, datetime  # noqa: E402
from typing import Any  # noqa: E402

from flask import Flask, render_template, request  # noqa: E402
from flask_sqlalchemy import SQLAlchemy  # noqa: E402
from gevent.pywsgi import WSGIServer  # noqa: E402
from jinja2 import DictLoader  # noqa: E402
from sqlalchemy import event, select  # noqa: E402
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column  # noqa: E402

from companion.cli.server import Handler  # noqa: E402

ROWS = 60
PAGE = """<!doctype html><html lang="en"><head><title>Rows</title></head><body><ul>{% for row in rows %}
<li class="{{ loop.cycle('odd', 'even') }}"><a href="{{ url_for('show', first=row.id) }}">{{ row.id }}</a>
{{ row.text }} {{ row.at }}</li>{% endfor %}</ul></body></html>"""


class Base(DeclarativeBase):
    pass


db = SQLAlchemy(model_class=Base)


class Row(db.Model):  # type: ignore[name-defined,misc]  # made from `Base` while running
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]
    at: Mapped[datetime]


app = Flask("bare")
app.jinja_loader = DictLoader({"page.html": PAGE})
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.environ['COMPANION_INSTANCE']}/bare.sqlite3"
db.init_app(app)


@app.get("/")
def show() -> str:
    return render_template("page.html", rows=db.session.scalars(select(Row).order_by(Row.id).limit(ROWS)).all())


@app.post("/")
def insert() -> str:
    db.session.add(Row(text=request.form["text"], at=datetime.now(UTC)))
    db.session.commit()
    return "written"


def main(port: int) -> None:
    """Serve until killed."""
    with app.app_context():

        @event.listens_for(db.engine, "connect")
        def set_pragmas(connection: Any, _record: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL"):
                connection.execute(f"PRAGMA {pragma}")

        db.create_all()
        db.session.add_all(Row(text=f"row {number}", at=datetime.now(UTC)) for number in range(ROWS))
        db.session.commit()
    WSGIServer(("127.0.0.1", port), app, log=None, spawn=100, handler_class=Handler).serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
