"""A program that speaks KataGo's analysis protocol, and can die, hang, be slow, refuse, or talk nonsense."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tengen.engines import Installation

_SCRIPT = """\
import json, os, sys, threading, time
log = open({log!r}, "a", buffering=1)
lives = sum(1 for line in open({log!r}) if line.startswith("{{\\"life\\"")) + 1
log.write(json.dumps({{"life": lives, "arguments": sys.argv[1:], "nice": os.nice(0)}}) + "\\n")
deeds, every_life, visits_told = {deeds!r}, {every_life!r}, 0
asked = sum('"moves"' in line and '"boardXSize": 3,' not in line for line in open({log!r}))
if "--lasting" in {flags!r}:
    deeds = deeds[asked:]
elif not every_life and lives > 1:
    deeds = []
deeds = list(deeds)
lock = threading.Lock()
ended = set()

def say(what):
    with lock:
        sys.stdout.write((what if isinstance(what, str) else json.dumps(what)) + "\\n")
        sys.stdout.flush()

def label(x, y, height):
    return "ABCDEFGHJKLMNOPQRST"[x] + str(height - y)

def answer(query, turn, during=False, visits=None):
    width, height = query["boardXSize"], query["boardYSize"]
    taken = {{place.upper() for _, place in query["initialStones"] + query["moves"]}}
    free = [label(x, y, height) for y in range(height) for x in range(width) if label(x, y, height) not in taken]
    mover = query["initialPlayer"] if not query["moves"] else "BW"[query["moves"][-1][0] == "B"]
    black = 0.5 + 0.004 * (len(query["moves"]) % 50)
    visits = visits or query["maxVisits"]
    infos = [
        {{"move": move, "order": order, "visits": max(1, visits // (order + 2)), "winrate": black - 0.01 * order,
          "scoreLead": 2.5, "prior": 0.5 / (order + 1), "pv": [move, *[each for each in free if each != move][:3]]}}
        for order, move in enumerate([*free[:4], "pass"])
    ]
    more = {{}}
    if query["maxVisits"] == 1:  # KataGo then looks at no move
        infos = []
        if query.get("includePolicy"):
            places = [label(x, y, height) for y in range(height) for x in range(width)]
            told = [-1 if each in taken else (n + 1) / 1000 for n, each in enumerate(places)]
            more = {{"policy": [*told, 0.001]}}
    return {{
        **more,
        "id": query["id"], "turnNumber": turn, "isDuringSearch": during, "moveInfos": infos,
        "rootInfo": {{"winrate": black, "scoreLead": 2.5, "visits": visits, "currentPlayer": mover}},
        "ownership": [1.0 if y * 2 < height else -1.0 for y in range(height) for x in range(width)],
    }}

def serve(query):
    if query["boardXSize"] == 3 and query["maxVisits"] == 1:  # what a server asks it first
        if "--dumb" not in {flags!r} or os.path.exists({log!r} + ".go"):
            say(answer(query, 0))
        return
    deed = deeds.pop(0) if deeds else "answer"
    if deed == "die":
        sys.stderr.write("Uncaught exception: out of luck\\n"); sys.stderr.flush(); os._exit(3)
    if deed == "hang":
        return
    if deed == "garbage":
        for _ in range(30):
            say("what is a stone?")
        return
    if deed == "nonsense":
        say({{"id": query["id"], "isDuringSearch": False, "moveInfos": "none"}}); return
    if deed in ("unlikely", "fewer") or deed.startswith("plays "):
        said = answer(query, len(query["moves"]))
        if deed == "unlikely":
            said["rootInfo"]["winrate"] = 7.5
        elif deed == "fewer":
            said["ownership"] = [1.0]
        else:
            move = deed.split()[1]
            said["moveInfos"] = [{{**each, "move": move, "pv": [move]}} for each in said["moveInfos"]]
        say(said); return
    if deed == "refuse":
        say({{"id": query["id"], "error": "Could not parse rules", "field": "rules"}}); return
    if deed == "warn":
        say({{"id": query["id"], "warning": "Rules not supported by neural net", "field": "rules"}})
    if deed == "empty":
        say({{**answer(query, len(query["moves"])), "moveInfos": [], "policy": []}}); return
    if deed == "slow":
        for visits in range(1, 200):
            if query["id"] in ended:
                break
            say(answer(query, len(query["moves"]), True, visits)); time.sleep(0.02)
    say(answer(query, len(query["moves"])))

while "--late" in {flags!r} and not os.path.exists({log!r} + ".go"):
    time.sleep(0.02)
if "--mute" in {flags!r}:
    sys.stdin.read()
if "--no-network" in {flags!r}:
    sys.stderr.write("Could not open file: network.bin.gz\\n"); sys.exit(1)
for line in sys.stdin:
    log.write(line)
    query = json.loads(line)
    action = query.get("action")
    if action == "query_version":
        say({{**query, "version": "0.0.1", "git_hash": "fake"}})
    elif action == "query_models":
        say({{**query, "models": [{{"name": "/nets/fake-net.bin.gz"}}]}})
    elif action == "terminate":
        ended.add(query["terminateId"]); say(query)
    else:
        threading.Thread(target=serve, args=(query,), daemon=False).start()
"""


class FakeKataGo:
    """A KataGo that reacts to its first queries by ``deeds`` ("die", "hang", ...) and answers all others.

    Only its first process does so, unless ``every_life``. With the flag "--mute" it never prints anything, with
    "--late" nothing before it is `let_go`; with "--dumb", until then, only its version and no analyses. With
    "--lasting" its next process continues with the remaining deeds.
    """

    def __init__(self, folder: Path, deeds: Sequence[str] = (), *, every_life: bool = False, flags: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / "katago.log"
        self._log.touch()
        script = folder / "fake_katago.py"
        script.write_text(
            _SCRIPT.format(log=str(self._log), deeds=list(deeds), every_life=every_life, flags=flags), encoding="utf-8"
        )
        self.program = folder / "katago"
        self.program.write_text(f'#!/bin/sh\nexec {sys.executable} {script} "$@"\n', encoding="utf-8")
        self.program.chmod(0o755)
        self.network = folder / "fake-net.bin.gz"
        self.network.write_bytes(b"weights")

    def installation(self, *, patience: float = 30.0, visits: int = 40) -> Installation:
        return Installation("katago", str(self.program), str(self.network), patience=patience, visits=visits)

    def let_go(self) -> None:
        self._log.with_name(f"{self._log.name}.go").touch()

    @property
    def heard(self) -> list[dict[str, object]]:
        """All its input, in all its processes, each of which begins with its number and its arguments."""
        return [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]

    @property
    def lives(self) -> int:
        return sum("life" in each for each in self.heard)

    @property
    def questions(self) -> list[dict[str, object]]:
        return [each for each in self.heard if "moves" in each and each["boardXSize"] != 3]
