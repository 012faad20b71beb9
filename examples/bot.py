"""A bot for a Tengen server, in standard Python: it starts a game against the computer and plays it to the end.

python examples/bot.py http://localhost:8000 [variant] [board] [level]
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


def ask(url, path, body=None):
    """Return the server's answer; raise HTTPError if it refuses."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def play(url, variant="cushion", board="5", level=1):
    """Play at random, pass or resign after a long while, agree to the dead stones; return the last state."""
    wanted = {"variant": variant, "board": board, "opponent": {"kind": "computer", "level": level}, "colour": "black"}
    made = ask(url, "/api/games", wanted)
    seat = made["seats"]["black"].partition("#seat=")[2]  # this secret is the right to play Black: keep it
    points = list(ask(url, f"/api/games/{made['id']}/relations"))

    def intend(state, **wish):
        intent = {"id": str(uuid.uuid4()), "number": state["number"], "seat": seat, "intent": wish}
        return ask(url, f"/api/games/{made['id']}/intents", intent)

    while (state := ask(url, f"/api/games/{made['id']}"))["phase"] != "over":
        if state["phase"] == "counting" and "black" not in state["agreed"]:
            intend(state, kind="agree")
        elif state["phase"] == "playing" and state["to_play"] == "black":
            moves = random.sample(points, len(points)) if len(state["moves"]) < 2 * len(points) else []
            for move in [*moves, "pass"]:
                try:
                    intend(state, kind="move", move=move)
                    break
                except urllib.error.HTTPError as error:
                    if json.load(error)["error"]["code"] != "illegal":
                        raise
            else:
                intend(state, kind="resign")  # no move is legal, or the game is long and has no pass
        else:
            time.sleep(0.2)  # the computer thinks; a WebSocket would report its move
    return state


if __name__ == "__main__":
    print(play(*sys.argv[1:4], *map(int, sys.argv[4:5]))["outcome"]["text"])
