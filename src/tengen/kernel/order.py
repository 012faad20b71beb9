"""The order of play if the sides do not simply alternate: handicaps (spec 0.6), orders and seats (spec 6.7)."""

from __future__ import annotations

from .array_types import Records
from .jit import helper, routine
from .layout import BLACK, BLOCKS, KEIMA, PROGRESSIVE, THUE_MORSE, WHITE


@helper
def mover(table: Records, turn: int) -> int:
    """Return who makes a turn of the order, counted from 0."""
    if table[0].order == THUE_MORSE:  # the parity of the binary digits
        for shift in (16, 8, 4, 2, 1):
            turn ^= turn >> shift
        white = turn & 1
    elif table[0].order == PROGRESSIVE:  # runs of 1, 2, 3, ... turns
        run = 1
        while turn >= run:
            turn -= run
            run += 1
        white = (run - 1) & 1
    else:
        white = (table[0].order_letters >> turn) & 1
    return WHITE if white else BLACK


@helper
def next_place(table: Records, turn: int) -> int:
    """Return the place in the order after a turn, at the repeated part after its end."""
    turn += 1
    return table[0].order_again if turn == table[0].order_length else turn


@routine
def settle_turn(table: Records) -> None:
    """Record who moves, and who moves after a placement."""
    left = max(table[0].placing, table[0].handicap_turns)
    turn = table[0].order_turn
    table[0].to_move = BLACK if left else mover(table, turn)
    if not left:
        turn = next_place(table, turn)
    table[0].following = BLACK if left > 1 else mover(table, turn)
    table[0].irregular = 1 if left or table[0].order or table[0].order_length != 2 else 0


@routine
def count_turn(table: Records) -> None:
    """Count a turn, and give the next one to its side."""
    colour = table[0].to_move
    if table[0].placing:
        table[0].placing -= 1
    elif table[0].handicap_turns:
        table[0].handicap_turns -= 1
    else:
        table[0].order_turn = next_place(table, table[0].order_turn)
    settle_turn(table)
    if table[0].to_move == colour:
        table[0].bar = 0  # a turn only restricts the opponent


@routine
def end_run(table: Records) -> None:
    """Skip all but one of the turns in a row that the side to move still has; `count_turn` counts that one."""
    while table[0].following == table[0].to_move:
        count_turn(table)


@routine
def note_stone(table: Records, p: int) -> None:
    """Record the stone on which `where` of the next one depends (spec 6.9), or n; while a keima is due, it comes first.

    Under ``keima`` it is a stone of the side to move, under ``blocks`` one placed by the last turn.
    """
    table[0].latest = p
    if table[0].where == KEIMA and p < table[0].points:
        if table[0].may_pass:
            table[0].may_pass, table[0].must_place = 0, 2
    elif table[0].must_place == 2:
        table[0].may_pass, table[0].must_place = 1, 0


@routine
def forget_stone(table: Records) -> None:
    """Record a turn without a placement, which does not restrict the next one."""
    table[0].bar = 0
    if table[0].where in (KEIMA, BLOCKS):
        note_stone(table, table[0].points)


@routine
def skip_to(table: Records, colour: int) -> None:
    """Advance to a side's next turn, which may be the current one; handicap turns are given up."""
    if table[0].where == KEIMA:
        note_stone(table, table[0].points)
    table[0].handicap_turns = 0
    settle_turn(table)
    while table[0].to_move != colour:
        count_turn(table)


@routine
def run_from(table: Records, turn: int) -> tuple[int, int]:
    """Return the number of consecutive turns of one side from a turn on, and the turn after them."""
    side = mover(table, turn)
    count = 0
    while mover(table, turn) == side:
        turn = next_place(table, turn)
        count += 1
    return count, turn
