"""Text of the prompt: the board, the turn, the commands, and the engine's opinions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from typing import Final

from ...draw.sentences import due_under, ending, handicap_terms, moving, price_text
from ...draw.text import board_text
from ...engines import Engine, estimate
from ...engines.hints.hint import hint_of
from ...engines.reports.mistakes import mistakes_of, report
from ...game import Game
from ...game.outcome import leader
from ...records import COLOURS, Colour, Place, Tao, TengenError
from ...rules import AXES, Rules
from ..terminal import Looks, and_komi, announced, counted, gauge, harmless, thinking

COMMANDS: Final = {
    "undo": "take back the last move; against the computer, yours and its answer",
    "swap": "swap sides with the other player instead of moving",
    "bid 6.5": "bid this komi for Black; `bid none` bids no more, in an auction",
    "why D4": "explain why a move is illegal",
    "legal": "mark the points where you may not play",
    "territory": "mark the owner of each region, as used for incursions",
    "hint": "show the computer's best moves, their win rates and the reasons",
    "mistakes": "list the most costly moves so far, with better ones and the reasons",
    "estimate": "show the likely owners of points, and the stones that look dead",
    "score": "count the position as it stands; `score D4 E5` removes dead stones first",
    "resume": "resume play after the final passes; `resume white` does so at White's request",
    "no-result": "end the game without result, if both agree, after a position repeats",
    "again": "play again: the same rules and board, colours swapped",
    "save FILE": "save the game, losing nothing",
    "load FILE": "load a saved game in place of this one",
    "rules": "explain this game",
    "board": "draw the board again",
    "help": "this list",
    "quit": "leave",
}
"""Commands other than moves, with their help."""

_SHOWN: Final = 5
SIGNS: Final = {False: {"black": "■", "white": "□"}, True: {"black": "x", "white": "o"}}
"""Signs for the likely owner of a point, in Unicode and in ASCII."""


def introduction(game: Game, against: tuple[Colour, str] | None) -> Iterator[str]:
    """Yield the lines before a game; ``against`` is the player's colour and the opponent's name."""
    komi = and_komi(game.rules.komi) if game.rules.komi_counts else ""
    yield f"{game.variant.title} on {game.board.name}{komi}. `help` lists what you can type."
    if against is not None:
        colour, name = against
        yield harmless(f"You play {colour.capitalize()} against {name}.")
    if game.rules.fairness != "none":
        yield str(AXES["fairness"].say(game.rules.fairness))
    if terms := handicap_terms(game.rules):
        yield terms


def picture(game: Game, looks: Looks, marks: dict[str, str] | None = None) -> str:
    """Return the board with its last move marked, and signs on the given points."""
    last = next((move for move in reversed(game.moves[-1:]) if isinstance(move, Place | Tao)), None)
    label = None if last is None else game.board.labels[last.point]
    width, height = get_terminal_size((80, 48))
    return board_text(
        game.board, game.position, ascii=looks.ascii, colour=looks.colour, last=label, marks=marks,
        room=(width - 2, height - 8), walls=game.rules.captured == "wall",
    )  # fmt: skip


def ended(game: Game) -> Iterator[str]:
    """Yield how a game ended, and the commands for its count; nothing during play."""
    outcome = game.outcome
    if outcome is None:
        return
    yield ending(outcome.how, outcome.winner, outcome.margin, game.rules.scoring)
    if outcome.how == "score":
        yield from game.score(dead=game.dead, seki=game.seki).notes
    if outcome.how == "score" and game.variant.dead_stones == "stay":
        yield "The position is counted as it stands. `resume` resumes play."
    elif outcome.how == "score" and not game.dead:
        yield "No stones were taken as dead; `dead D4 E5` removes their chains and counts again."
        yield "`estimate` shows which stones look dead. `resume` resumes play."


def question(game: Game) -> str:
    """Return the prompt before the cursor."""
    if game.bidder:
        return f"{game.bidder.capitalize()} player, bid > "
    return "Over > " if game.outcome is not None else f"{game.to_play.capitalize()}, move {len(game.moves) + 1} > "


def standing(game: Game) -> str:
    """Return the state that the board does not show: prisoners, tiles due, Tao stones; "" for none."""
    position, rules = game.position, game.rules
    notes = []
    if any(position.prisoners.values()):
        notes.append("prisoners: " + ", ".join(f"{c.capitalize()} {position.prisoners[c]}" for c in COLOURS))
    if not game.why_no_swap():
        notes.append("`swap` swaps sides instead of moving")
    if game.rules.coupons != "none":
        held = ", ".join(f"{c.capitalize()} {position.coupons[c]:g}" for c in COLOURS)
        notes.append(f"coupons: {held}" + (f"; a pass takes {game.coupon:g}" if game.coupon else "; none left"))
    if game.outcome is None:
        notes += filter(None, [str(moving(rules, game.to_play, game.turns_in_a_row, game.seat))])
        if position.last_incursion and rules.tiles != "none":
            notes.append(str(due_under(rules)))
        if position.tao_in_hand[game.to_play]:
            notes.append(f"Tao stones in hand: {position.tao_in_hand[game.to_play]}")
        elif rules.tao == "on":
            notes.append(str(price_text(game.tao_prices[game.to_play], rules)))
    return " ".join(map(sentence, notes))


def gestures(rules: Rules) -> list[str]:
    """Return the moves without a stone that these rules have."""
    words = ["pass"] * rules.may_pass + ["return"] * rules.may_return
    return words + (["tao D4"] if rules.tao == "on" else []) + ["resign"]


def help_lines(game: Game) -> Iterator[str]:
    """Yield the commands of a game and their help."""
    label = game.board.labels[0]
    moves = {
        "pass": "pass the turn",
        "return": "return a prisoner instead of placing a stone",
        "tao D4": "put a Tao stone on a point",
        "resign": "resign the game",
    }
    rules, counted = game.rules, game.outcome is not None and game.outcome.how == "score"
    absent = {
        "swap": rules.fairness not in ("swap", "switch"),
        "bid 6.5": game.bidder is None,
        "territory": rules.tiles == "none",
        "resume": not counted,
        "no-result": not game.may_end_without_result,
        "again": game.outcome is None,
        "score": not rules.ends_by_passes,
    }
    lines = {label: "place a stone there", **{word: moves[word] for word in gestures(rules)}}
    lines |= {word: meaning for word, meaning in COMMANDS.items() if not absent.get(word)}
    if counted and game.variant.dead_stones == "agreed":
        lines["dead D4 E5"] = "agree that these chains are dead, and count again"
    if rules.tax == "seki":
        lines["score seki D4 E5"] = "count with only these groups in seki"
        if counted:
            lines["seki D4 E5"] = "agree that only these groups are in seki; `seki auto` detects it again"
    width = max(map(len, lines))
    for word, meaning in lines.items():
        yield f"  {word.replace('D4', label).replace('E5', game.board.labels[-1]):{width}}  {meaning}"


def sentence(text: str) -> str:
    """Return a message as a sentence, with a capital and a full stop.

    >>> sentence("no such point")
    'No such point.'
    """
    told = text[:1].upper() + text[1:]
    return told if told.endswith((".", "!", "?")) else told + "."


# -- what the engine thinks of the game --------------------------------------------------------------------------------


def hints(game: Game, engine: Engine) -> Iterator[str]:
    """Yield lines about an engine's best move, its reasons, and the next best moves."""
    if game.outcome is not None:
        raise TengenError("the game is over; there is no move to suggest")
    with announced(), thinking():
        found = engine.judge(game)
        yield str(hint_of(game, found))
    best = found.candidates[:_SHOWN]
    if not best:
        return
    width = max(4, *(len(each.move) for each in best))
    yield f"  {'move':{width}}  wins     visits  continuation"
    for each in best:
        then = " ".join(each.variation[1:6])
        yield f"  {each.move:{width}}  {each.win_rate:4.0%}  {each.visits:9,}  {then}".rstrip()
    yield _whose(found.by)


def mistakes(game: Game, engine: Engine) -> Iterator[str]:
    """Yield a line for each of the largest mistakes so far, and the engine that judged them."""
    if not game.moves:
        raise TengenError("no move has been made")
    with announced(), gauge(remaining=True) as show:
        found = report(game, engine, step=lambda done, of: show(done / of, f"{done} of {counted(of, 'position')}"))
    yield from map(str, made := mistakes_of(found))
    if not made:
        yield "No move cost a tenth of the win rate or more."
    yield _whose(" and ".join(found.engines))


def _whose(by: str) -> str:
    return f"Judged by {by}."


class PromptEstimate:
    """The likely owners of the points at the end of a game, and the dead stones, as text of the prompt."""

    def __init__(self, game: Game, engine: Engine) -> None:
        self.game = game
        with announced(), thinking():
            self.found: Final = estimate(game, engine)

    def marks(self, ascii: bool) -> dict[str, str]:
        """Return a sign for every point with a likely owner, except stones that stay their owner's."""
        stones, signs = self.game.stones, SIGNS[ascii]
        owners = {label: self.found.owner(label) for label in self.game.board.labels}
        return {label: signs[owner] for label, owner in owners.items() if owner and stones.get(label) != owner}

    def lines(self, ascii: bool) -> Iterator[str]:
        found, signs = self.found, SIGNS[ascii]
        black, white = (found.points(colour) for colour in COLOURS)
        yield (
            f"Likely to be Black's ({signs['black']}): {_points(black)}; White's ({signs['white']}): {_points(white)}; "
            f"open: {len(found.owners) - black - white}."
        )
        if found.margin is not None:
            lead = round(abs(found.margin))
            ahead = leader(found.margin) if lead else None
            yield f"{ahead.capitalize()} leads by about {_points(lead)}." if ahead else "It is close."
        if found.dead:
            named = self._one_of_each(found.dead)
            outcome = self.game.outcome
            ended = outcome is not None and outcome.how == "score"
            yield f"These chains look dead: {named}." + (f" `dead {named}` removes them." if ended else "")
        else:
            yield "No stones look dead."
        if found.endangered:
            named = self._one_of_each(found.endangered)
            yield f"These chains are counted as lost, though not certainly dead: {named}."
        if self.game.outcome is not None and found.dead_by:
            yield "The count stands; this shows how play would probably continue."
        if found.by:
            yield _whose(found.by)
        if found.dead_by not in ("", found.by):
            yield f"Dead stones judged by {found.dead_by}."

    def _one_of_each(self, stones: Sequence[str]) -> str:
        """Return one stone of each of these stones' chains."""
        named, left = list[str](), set(stones)
        for label in stones:
            if label in left:
                named.append(label)
                left.difference_update(self.game.board.names(self.game.chain(label)))
        return " ".join(named)


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
