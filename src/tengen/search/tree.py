"""The tree: upper confidence with AMAF (Gelly & Silver 2011) over nodes in one array, lock-free on several threads.

Threads share the nodes and grow them from separate arenas; lost updates are rare and harmless (Enzenberger & Müller
2009). A node's children are one block, and its count is written last. Repetition is judged by keys along the game and
the path, so superko holds in the tree; the game judges the final move exactly.
"""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Records, UInt32s
from ..kernel.counting import hahn_share
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import AREA, BLACK, PASS, PLACE, RETURN, SCORE, TAO, StateArrays
from ..kernel.moves import copy_state, may_put_tao, pass_turn, place, return_turn, tao_price, tao_turn
from ..kernel.taxes import reckon
from .nodes import (
    ADVISED,
    ASKED,
    FREE,
    GROWING,
    NATURAL,
    OPEN,
    PASSED_OUT,
    REPEATED,
    STUCK,
    THIRD,
    UNASKED,
    WHOLE,
    WON,
    SearchTask,
    SearchThread,
)
from .planes import write_planes
from .policy import has_prisoner, play_on
from .priors import UNTRUSTED, is_tried, measure, weigh_children, write_prior
from .situations import NOTHING, following_player, situation_key, times_seen, whole_key
from .strengths import prepare, strength_of
from .threats import survey


@helper
def clear_node(node: np.record, kind: int, point: int, mover: int) -> None:
    """Reset a node."""
    node.wins = 0
    node.amaf_wins = 0
    node.visits = 0
    node.amaf_visits = 0
    node.prior_visits = 1
    node.prior_wins = 0
    node.trust = 0
    node.margins = 0
    node.children = 0
    node.count = 0
    node.point = point
    node.kind = kind
    node.mover = mover
    node.state = OPEN
    node.advised = UNASKED


@helper
def is_barred(task: SearchTask, colour: int, action: int, depth: int) -> bool:
    """Return whether a move is left out at a depth; actions are numbered as in `players.actions`."""
    return len(task.barred) > 0 and depth < task.barred[colour - 1, action]


@routine
def grow(nodes: Records, node: int, task: SearchTask, thread: SearchThread, depth: int, last: int) -> bool:
    """Give a node its children; return whether there was room.

    They are the legal moves that are not barred, without eye-filling and idle suicide unless a pass is barred.
    """
    state, adjacency, settings, arena = thread.state, task.adjacency, task.settings, thread.arena
    points, table = state
    n = np.uint32(len(points))
    colour = table[0].to_move
    rule = settings[0].repetition
    free = table[0].may_pass and not table[0].placing and not is_barred(task, colour, 2 * np.int64(n), depth)

    # Room: the children are one block of the thread's arena, and their number is not known yet.
    most = np.int64(table[0].open) + 2  # see `search.most_children`
    if table[0].tao_on:
        most += np.int64(table[0].open)
    begin = np.int64(arena[0])
    if begin + most > np.int64(arena[1]):
        return False
    nodes[node].state = GROWING  # other threads wait until the count is written

    # Data for the priors of all placements: distances from the last stone, ladders read, features learnt.
    measure(state, adjacency, thread.bench.scratch, thread.near, last)
    if adjacency.wide is None and settings[0].reading:
        survey(thread, task)
    learnt = len(task.shapes.field) > 0
    if learnt:
        prepare(task, thread, last)

    # Placements: legal, worth trying, not barred, and repeating no situation.
    following = following_player(table)
    count = 0
    for i in range(table[0].open):
        p = points[i].open
        tried, key, removed, own = is_tried(task, thread, p, colour, free)
        if not tried or is_barred(task, colour, np.int64(p), depth):
            continue
        if rule != FREE and rule != WHOLE:
            situation = situation_key(settings, key, colour, following)
            seen = times_seen(task.history, thread.keys, depth, situation)
            if seen > (1 if rule == THIRD else 0):
                continue
        child = begin + count
        clear_node(nodes[child], PLACE, p, colour)
        wasted = write_prior(nodes[child], task, thread, p, colour, removed, own, free)
        if learnt:
            nodes[child].trust = (
                UNTRUSTED
                if wasted
                else strength_of(task, thread, np.int64(p), np.int64(colour), np.int64(removed), np.int64(own))
            )
        count += 1
    if learnt:  # virtual visits need all strengths
        weigh_children(nodes, begin, count, settings)

    # Tao stones, the pass and the return of a prisoner, each with a lower prior than a placement.
    frugal = settings[0].frugal and depth == 0 and table[colour].tao_in_hand == 0
    if table[0].tao_on and not table[0].placing and not frugal:
        count = grow_tao(nodes, task, state, begin, count, depth)
    forced = table[0].must_place and count == 0 and not table[0].placing
    if free or forced:
        clear_node(nodes[begin + count], PASS, n, colour)
        nodes[begin + count].prior_visits = settings[0].even
        expected = min(1.0, 0.1 + 0.045 * table[0].coupons)  # 1 from a coupon of 10 points on
        nodes[begin + count].prior_wins = np.float32(expected) * settings[0].even
        count += 1
    if has_prisoner(table, colour) and not is_barred(task, colour, 2 * np.int64(n) + 1, depth):
        clear_node(nodes[begin + count], RETURN, n, colour)
        nodes[begin + count].prior_visits = settings[0].even
        nodes[begin + count].prior_wins = np.float32(0.4) * settings[0].even
        count += 1

    # The count is written last: a thread that sees it finds complete children.
    arena[0] += count
    nodes[node].children = begin
    nodes[node].state = STUCK if count == 0 and len(task.barred) == 0 else OPEN
    nodes[node].count = count
    return True


@helper
def grow_tao(nodes: Records, task: SearchTask, state: StateArrays, begin: int, count: int, depth: int) -> int:
    """Add the Tao stones that the side to move can place (spec 3.3)."""
    points, table = state
    settings, colour = task.settings, table[0].to_move
    n = np.int64(len(points))
    if not may_put_tao(table, task.prices, colour):
        return count
    for i in range(table[0].open):
        p = points[i].open
        if points[p].tao == 0 and points[p].footprints == 0 and not is_barred(task, colour, n + p, depth):
            clear_node(nodes[begin + count], TAO, p, colour)
            nodes[begin + count].prior_visits = settings[0].even
            nodes[begin + count].prior_wins = np.float32(0.3) * settings[0].even
            count += 1
    return count


@helper
def select(nodes: Records, node: int, settings: Records) -> int:
    """Return the most promising child."""
    first = np.int64(nodes[node].children)
    best = first
    best_value = -1.0
    equivalence = settings[0].amaf_equivalence
    said, fading = (1.0, 1.0 / equivalence) if equivalence > 0 else (0.0, 0.0)  # at 0 there are no AMAF results
    for c in range(first, first + np.int64(nodes[node].count)):
        visits = np.float64(nodes[c].visits + nodes[c].prior_visits)
        amaf = np.float64(nodes[c].amaf_visits)
        heft = 1.0 + amaf * fading  # weight of a visit of its own, relative to one by AMAF
        own = heft * (nodes[c].wins + nodes[c].prior_wins)
        value = (said * nodes[c].amaf_wins + own) / (said * amaf + heft * visits)
        if value > best_value:
            best_value = value
            best = c
    return best


@helper
def make(state: StateArrays, task: SearchTask, scratch: UInt32s, node: np.record) -> None:
    """Make a node's move."""
    table = state.table
    kind = node.kind
    if kind == PLACE:
        place(state, task.adjacency, scratch, node.point)
    elif kind == PASS:
        pass_turn(table)
    elif kind == RETURN:
        return_turn(table)
    else:
        tao_turn(state, task.adjacency, node.point, tao_price(table, task.prices, table[0].to_move))


@helper
def result(margin: float, settings: Records, payoff: int) -> float:
    """Return Black's result from 0 to 1: the winner or the margin's payoff, with a small share of the margin."""
    won = 1.0 if margin > 0 else (0.0 if margin < 0 else 0.5)
    if payoff:
        won = hahn_share(margin)
    weight = settings[0].score_weight
    size = margin / (abs(margin) + settings[0].score_scale)
    return (1 - weight) * won + weight * (0.5 + 0.5 * size)


@helper
def count_up(task: SearchTask, thread: SearchThread, lead: float, ended: int) -> float:
    """Return Black's margin over komi at the end of a playout, or of the final position if the game has ended."""
    state, bench, settings = thread.state, thread.bench, task.settings
    estimated = settings[0].area_from and not ended
    scoring = AREA if estimated else state.table[0].scoring
    black, white = reckon(state, task.adjacency, bench.scratch, bench.owner, scoring)
    margin = black - white - settings[0].komi - (lead if estimated else 0.0)
    return -margin if state.table[0].misere and state.table[0].goal == SCORE else margin


@helper
def back_up(nodes: Records, thread: SearchThread, depth: int, black: float, margin: float) -> None:
    """Credit a result to the nodes of the path, and to siblings that were played later."""
    path, first = thread.path, thread.first
    for d in range(depth, 0, -1):
        node = path[d]
        mover = nodes[node].mover
        gain = black if mover == BLACK else 1.0 - black
        nodes[node].wins += gain
        nodes[node].margins += np.float32(margin)
        if nodes[node].kind == PLACE:
            first[nodes[node].point] = mover
        parent = path[d - 1]
        begin = np.int64(nodes[parent].children)
        for c in range(begin, begin + np.int64(nodes[parent].count)):
            if nodes[c].kind == PLACE and first[nodes[c].point] == mover:
                nodes[c].amaf_visits += 1
                nodes[c].amaf_wins += gain


@helper
def is_over(task: SearchTask, thread: SearchThread, depth: int, kind: int, mover: int) -> int:
    """Record the situation after a move on the path; return how the game has ended in it, or OPEN.

    Only a placement creates a position (spec 1.5), and only one ends the game by repeating a whole state (1.6).
    """
    table, settings = thread.state.table, task.settings
    rule = settings[0].repetition
    if rule == NATURAL and kind != PLACE:
        thread.keys[depth - 1] = NOTHING
    elif rule != FREE:
        key = situation_key(settings, table[0].key, mover, table[0].to_move)
        key = whole_key(thread.state, task.prices, settings[0].whole, key)
        thread.keys[depth - 1] = key
        if rule == WHOLE and kind == PLACE and times_seen(task.history, thread.keys, depth - 1, key) > 0:
            return WON if table[0].won else REPEATED
    if table[0].won:
        return WON
    if table[0].passes_to_end and table[0].passes >= table[0].passes_to_end:
        return PASSED_OUT
    return OPEN


@routine
def ask(nodes: Records, node: int, task: SearchTask, thread: SearchThread, last: int, before: int, lead: float) -> None:
    """Add the network's input for a node's position to the questions, if there is room.

    Positions where a side may move several times in a row are skipped: the network was not trained on any.
    """
    questions = thread.questions
    place = np.int64(questions.asked[0])
    if place >= len(questions.nodes) or thread.state.table[0].irregular:
        return
    nodes[node].advised = ASKED  # before copying, since other threads may come here, too
    write_planes(task, thread, np.int64(last), np.int64(before), questions.planes[place])
    questions.nodes[place] = node
    questions.leads[place] = lead
    questions.asked[0] = place + 1


@helper
def judged_share(task: SearchTask, vacant: float) -> float:
    """Return the share of the network's expectation in a result, for a fraction of vacant points."""
    least, most = task.settings[0].judged_above, task.settings[0].judged_fully
    return task.settings[0].judgement * max(0.0, min(1.0, (vacant - least) / (most - least)))


@helper
def descend(
    nodes: Records, task: SearchTask, thread: SearchThread, last: int
) -> tuple[int, int, int, float, int, int, float]:
    """Go down the tree from the root to a leaf, which grows if it has been visited often enough.

    Nodes on the way that have been visited often enough are queued for the network. Returns the depth, the last two
    stones, Black's lead in placements, how the game has ended, if it has, and the deepest evaluated node (0: none) with
    the share of its expectation in the result.
    """
    settings = task.settings
    n = np.uint32(len(thread.state.points))
    node = np.int64(1)
    depth = np.int64(0)
    before = settings[0].before
    judged = np.int64(0)
    share = 0.0
    lead = settings[0].lead
    ended = OPEN
    thread.path[0] = 1
    nodes[1].visits += 1
    while ended == OPEN:
        # A leaf: the playout begins here unless it has been visited often enough to grow.
        if nodes[node].count == 0:
            if nodes[node].visits < settings[0].expand_at and depth > 0:
                break
            if nodes[node].state == OPEN and not grow(nodes, node, task, thread, depth, last):
                break
            if nodes[node].count == 0:
                if nodes[node].state == STUCK:
                    ended = STUCK
                break
        if depth + 1 >= len(thread.path):
            break

        # The network: queue the node when it is due, and remember the deepest evaluated one on the path.
        asks = settings[0].foresee_at
        if asks and nodes[node].visits >= asks and nodes[node].advised == UNASKED:
            ask(nodes, node, task, thread, last, before, lead)
        if nodes[node].advised == ADVISED:
            judged = node
            share = judged_share(task, np.float64(thread.state.table[0].open) / n)

        # The most promising child; its visit is counted now, so that other threads take other paths.
        node = select(nodes, node, settings)
        depth += 1
        thread.path[depth] = node
        nodes[node].visits += 1

        # Make its move, and count its cost: komi is compared with a lead in placements and in prisoners given away.
        mover = nodes[node].mover
        held = np.float64(thread.state.table[mover].prisoners)
        make(thread.state, task, thread.bench.scratch, nodes[node])
        before = last
        last = n
        if nodes[node].kind == PLACE:
            last = nodes[node].point
            if not thread.state.table[0].pass_stones:  # otherwise passes balance it
                lead += 1.0 if mover == BLACK else -1.0
        elif nodes[node].kind == RETURN or nodes[node].kind == TAO:  # prisoners given away count in territory only
            spent = (held - thread.state.table[mover].prisoners) * thread.state.table[0].prisoner_value
            lead += spent if mover == BLACK else -spent
        ended = is_over(task, thread, depth, nodes[node].kind, mover)
    return depth, last, before, lead, ended, judged, share


@helper
def count_apart(thread: SearchThread, place: int, margin: float) -> None:
    """Add the end of a simulation to the separate results of the root's move at an index."""
    spread, owners, owned = thread.tally
    spread[place, 0] += 1
    spread[place, 1] += margin
    spread[place, 2] += margin * margin
    for p in range(len(thread.bench.owner)):
        owner = np.int32(thread.bench.owner[p])
        owners[place, p] += owner
        owned[place, p] += owner * owner


@helper
def simulate(
    nodes: Records, task: SearchTask, thread: SearchThread, last: int, s0: np.uint64, s1: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Run one simulation: down the tree, a playout from its leaf, and the result back up; return the random state."""
    table, settings, totals = thread.state.table, task.settings, thread.totals
    copy_state(task.root, thread.state)
    depth, last, before, lead, ended, judged, share = descend(nodes, task, thread, last)
    if ended == PASSED_OUT and settings[0].settled:
        judged = np.int64(0)
        table[0].passes = 0
        ended = OPEN
    for p in range(len(thread.first)):
        thread.first[p] = 0
    loser = np.int64(table[0].to_move) if ended == STUCK else 0
    if ended == WON:
        loser = 3 - np.int64(table[0].won)
    if ended == OPEN:
        loser, s0, s1 = play_on(task, thread, last, before, s0, s1)
    margin = count_up(task, thread, lead, ended == PASSED_OUT)
    black = result(margin, settings, table[0].payoff)
    if ended == REPEATED:
        black = 0.5
    elif loser:
        black = 0.0 if loser == BLACK else 1.0
    elif judged and ended == OPEN:
        black += share * (nodes[judged].worth - black)
    back_up(nodes, thread, depth, black, margin)
    for p in range(len(thread.ownership)):
        thread.ownership[p] += thread.bench.owner[p]
    totals[0] += 1
    totals[1] += margin
    totals[2] += black
    totals[3] += margin * margin
    totals[4] += black * black
    if len(thread.tally.spread) > 0 and depth > 0:
        count_apart(thread, np.int64(thread.path[1]) - np.int64(nodes[1].children), margin)
    return s0, s1


@entry
def search(nodes: Records, task: SearchTask, thread: SearchThread, last: int, simulations: int) -> int:
    """Run simulations from node 1, after the stone ``last``, while there is room for questions; return their number."""
    s0 = thread.random[0]
    s1 = thread.random[1]
    done = 0
    full = np.uint32(len(thread.questions.nodes))
    while done < simulations and thread.questions.asked[0] < full:
        s0, s1 = simulate(nodes, task, thread, last, s0, s1)
        done += 1
    thread.random[0] = s0
    thread.random[1] = s1
    return done


@entry
def keep(nodes: Records, fresh: Records, node: int) -> int:
    """Copy the tree below a node into fresh memory, as node number 1; return the first free node."""
    fresh[1] = nodes[node]
    following = 2
    i = 1
    while i < following:
        count = np.int64(fresh[i].count)
        if count:
            begin = np.int64(fresh[i].children)
            if following + count > len(fresh):
                fresh[i].count = 0
                fresh[i].children = 0
                fresh[i].advised = UNASKED
            else:
                for c in range(count):
                    fresh[following + c] = nodes[begin + c]
                fresh[i].children = following
                following += count
        i += 1
    return following
