"""Proposals in one form instead of four kinds of events; passes taken back to go on become undos."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_WHAT = {"ask": "undo", "void": "no-result", "rematch": "rematch", "hints": "hints"}


def upgrade() -> None:
    """Convert the stored proposals."""
    events = sa.table("events", sa.column("game"), sa.column("number"), sa.column("body"))
    connection = op.get_bind()
    for kind, what in (*_WHAT.items(), ("resume", "")):
        stored = sa.select(events).where(events.c.body.startswith(json.dumps({"kind": kind})[:-1]))
        for row in connection.execute(stored).all():
            body = json.loads(row.body)
            if what:
                body |= {"kind": "propose", "what": what}
            elif "count" in body:  # passes taken back
                body["kind"] = "undo"
            place = (events.c.game == row.game) & (events.c.number == row.number)
            connection.execute(sa.update(events).where(place).values(body=json.dumps(body)))
