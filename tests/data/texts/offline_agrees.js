async (games) => {
    const { GoGame } = await import("/static/js/gorules.js");
    for (const { board, rules, neighbours, turns, owners, margin } of games) {
        const game = new GoGame(neighbours, rules);
        for (const [at, { legal, move, stones, captures }] of turns.entries()) {
            const found = neighbours.map((_, point) => game.whyNot(point) === null ? "1" : "0").join("");
            const where = `${board} ${JSON.stringify(rules)} after ${game.moves}`;
            if (found !== legal) return `${where}: ${found} may be played, not ${legal}`;
            if (!game.play(move)) return `${where}: ${move} is refused`;
            if (game.stones.join() !== stones.join()) return `${where} ${move}: ${game.stones}, not ${stones}`;
            if (Object.values(game.captures).join() !== captures.join()) return `${where}: prisoners ${captures}`;
        }
        const area = game.area();
        if (area.owners.join() !== owners.join()) return `${board} ${game.moves}: ${area.owners}`;
        if (area.margin !== margin) return `${board} ${game.moves}: ${area.margin}`;
        if (game.over && game.undone().over) return "a move cannot be taken back";
    }
    return "";
}