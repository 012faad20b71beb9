"""Job-level proof-number search proves exactly the provable nodes, in any order of jobs and workers."""

import random

import pytest
from example_counts import first

from benchmarks.whole_board.first_numbers import NEVER
from benchmarks.whole_board.job_tree import Child, Finding, JobTree, Key, Numbers, key_of, node_of
from tengen.solve.proofs.prover import ProofNode

Graph = dict[Key, list[Key]]


def key(number: int, theirs: bool) -> Key:
    return number, int(theirs) << 63


def drawn(chance: random.Random, size: int) -> tuple[Graph, set[Key]]:
    """Return a random game with possible cycles, and its proved ends."""
    keys = [key(number, bool(chance.getrandbits(1))) for number in range(size)]
    graph = {each: chance.sample(keys, chance.choice((0, 0, 1, 2, 2, 3))) for each in keys}
    graph[keys[0]] = chance.sample(keys[1:], 2)
    return graph, {each for each in keys if not graph[each] and chance.random() < 0.6}


def provable(graph: Graph, ends: set[Key]) -> set[Key]:
    """Return the nodes provable without cycles: the least set that follows from the ends."""
    found = set(ends)
    while True:
        more = {
            each
            for each, children in graph.items()
            if children and each not in found and (all if node_of(each).turn else any)(c in found for c in children)
        }
        if not more:
            return found
        found |= more


def finding(graph: Graph, ends: set[Key], at: Key, chance: random.Random) -> Finding:
    """Return a job's findings from a node's children alone."""
    if at in ends:
        return Finding(at, Numbers(0, NEVER), (), 1)
    if not graph[at]:
        return Finding(at, Numbers(NEVER, 0), (), 1)
    children = tuple(Child(each, Numbers(chance.randint(1, 90), chance.randint(1, 90))) for each in graph[at])
    return Finding(at, Numbers(50, 50), children, 1)


@pytest.mark.parametrize("seed", first(15, range(40)))
def test_what_is_proved_is_what_can_be_proved(seed: int) -> None:
    chance = random.Random(seed)
    proofs = 0
    for _ in range(50):
        graph, ends = drawn(chance, chance.randint(3, 30))
        root = next(iter(graph))
        tree, waiting = JobTree(root), list[Key]()
        while not (tree.is_proved or tree.is_given_up):
            chosen = tree.choose() if len(waiting) < chance.randint(1, 3) else None
            if chosen is not None:
                waiting.append(chosen)
            elif not waiting:
                break
            else:
                tree.enter(finding(graph, ends, waiting.pop(chance.randrange(len(waiting))), chance))
        assert tree.is_proved or tree.is_given_up
        proofs += tree.is_proved
        assert tree.is_proved == (root in provable(graph, ends)), (seed, graph, ends)
        assert set(tree.proved()) <= provable(graph, ends)
    assert 5 < proofs < 45


def test_a_job_in_progress_is_given_once_and_may_be_returned() -> None:
    tree = JobTree(key(0, theirs=False))
    assert tree.choose() == tree.root
    assert tree.choose() is None
    tree.release()
    assert tree.choose() == tree.root


def test_several_jobs_look_at_several_moves_of_the_adversary() -> None:
    tree = JobTree(key(0, theirs=True))
    tree.choose()
    children = tuple(Child(key(number, theirs=False), Numbers(10, 10 + number)) for number in range(1, 4))
    tree.enter(Finding(tree.root, Numbers(10, 10), children, 5))
    assert [tree.choose() for _ in range(4)] == [*(child.key for child in children), None]


def test_no_job_searches_another_move_of_the_provers() -> None:
    tree = JobTree(key(0, theirs=False))
    tree.choose()
    children = tuple(Child(key(number, theirs=True), Numbers(10 + number, 10)) for number in range(1, 4))
    tree.enter(Finding(tree.root, Numbers(10, 10), children, 5))
    assert [tree.choose(), tree.choose()] == [children[0].key, None]
    tree.enter(Finding(children[0].key, Numbers(100, 10), (), 5))
    assert tree.choose() == children[1].key


def test_symmetric_children_are_one() -> None:
    tree = JobTree(key(0, theirs=True))
    children = tuple(Child(key(number, theirs=False), Numbers(16, 10)) for number in (1, 2, 1, 1, 2, 1))
    tree.enter(Finding(tree.root, Numbers(90, 10), children, 5))
    assert tree.numbers == Numbers(16 + 16 // 8, 10)


def test_the_same_findings_make_the_same_tree() -> None:
    chance = random.Random(1)
    nodes = [key(number, theirs=number % 2 == 1) for number in range(17)]
    graph = {nodes[n]: nodes[2 * n + 1 : 2 * n + 3] for n in range(8)} | {node: [] for node in nodes[8:]}
    ends = set[Key]()
    tree = JobTree(next(iter(graph)))
    found = []
    while not tree.is_proved and (chosen := tree.choose()) is not None:
        found.append(finding(graph, ends, chosen, chance))
        tree.enter(found[-1])
    again = JobTree(tree.root)
    for each in found:
        again.enter(each)
    assert (again.numbers, len(again), again.positions) == (tree.numbers, len(tree), tree.positions)
    assert len(found) > 5


def test_words_and_nodes_are_the_same() -> None:
    node = ProofNode(mine=0b1011, theirs=0b100, turn=1, ko=17, passes=1)
    assert node_of(key_of(node)) == node
