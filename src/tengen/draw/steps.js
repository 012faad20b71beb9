// Steps through the pictures of a game, and along the lines that lead elsewhere: by buttons, slider, graph and keys.
(() => {
  /** From which line on, how many lines go, and which come instead. @typedef {[number, number, string[]]} Splice */
  /** @typedef {{ number: number, chance: number | null, error: number | null, by: string | null, degree: string | null }} Look */
  /** @typedef {{ on: Splice[][], said: string[] }} Line */

  /** @param {string[]} lines @param {Splice[]} splices */
  const apply = (lines, splices) => {
    for (const [from, count, instead] of splices) lines.splice(from, count, ...instead);
  };

  /**
   * Draw a graph of Black's chances; return what marks a place on it.
   * @param {HTMLElement} where
   * @param {Look[]} looks of every frame
   * @param {(place: number) => void} go
   */
  const drawn = (where, looks, go) => {
    const numbers = looks.map((look) => look.number);
    const [first, last] = [numbers[0] ?? 0, Math.max(numbers.at(-1) ?? 1, 1)];
    const [left, top, high] = [46, 10, 180];
    const wide = Math.max(200, where.clientWidth - left - 16);
    /** @param {number} place */
    const x = (place) => left + (wide * ((numbers[place] ?? 0) - first)) / (last - first || 1);
    /** @param {number} chance */
    const y = (chance) => top + high * (1 - Math.max(0, Math.min(1, chance)));
    const known = looks.flatMap(({ chance, error }, place) => (chance === null ? [] : [{ place, chance, error: error ?? 0 }]));
    /** @param {(look: { chance: number, error: number }) => number} of */
    const line = (of) => known.map((look) => `${x(look.place).toFixed(1)},${y(of(look)).toFixed(1)}`);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => (last - first) / each <= wide / 50) ?? 1000;
    const ticks = numbers.map((number, place) => (number % step ? "" : `<text x="${x(place)}" y="${top + high + 18}" text-anchor="middle">${number}</text>`));
    const rules = [0, 0.25, 0.5, 0.75, 1].map((share) => `<path class="rule" d="M${left} ${y(share)}h${wide}"/>` +
      `<text x="${left - 6}" y="${y(share) + 4}" text-anchor="end">${100 * share}%</text>`);
    const dots = looks.flatMap(({ by, degree, chance }, place) =>
      by ? [`<circle class="${by}" cx="${x(place)}" cy="${y(chance ?? 0)}" r="${degree === "grave" ? 6 : 4}"/>`] : []);
    const band = [...line((look) => look.chance + look.error), ...line((look) => look.chance - look.error).reverse()];
    const figure = document.createElement("figure");
    figure.className = "graph";
    figure.innerHTML = `<svg viewBox="0 0 ${left + wide + 12} ${top + high + 40}" role="img" aria-label="Black's chance to win, by move">` +
      `${rules.join("")}${ticks.join("")}<polygon class="band" points="${band.join(" ")}"/><polyline points="${line((look) => look.chance).join(" ")}"/>` +
      `<path class="now" d="M0 ${top}v${high}"/>${dots.join("")}<text x="${left + wide / 2}" y="${top + high + 36}" text-anchor="middle">Move</text></svg>` +
      `<figcaption>Black's chance to win after each move.${known.some((look) => look.error) ? " Grey: one standard error." : ""}` +
      `${dots.length ? " Dots: mistakes, filled for Black, open for White; the large ones are grave." : ""}</figcaption>`;
    where.append(figure);
    const svg = /** @type {SVGSVGElement} */ (figure.firstChild);
    svg.addEventListener("click", ({ clientX, clientY }) => {
      const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse()).x;
      go(numbers.reduce((best, _, place) => (Math.abs(x(place) - at) < Math.abs(x(best) - at) ? place : best), 0));
    });
    /** @param {number} place */
    return (place) => svg.querySelector(".now")?.setAttribute("transform", `translate(${x(place)} 0)`);
  };

  /** @param {HTMLElement} root */
  const start = (root) => {
    /** @template {Element} T @param {string} selector @returns {T} */
    const find = (selector) => /** @type {T} */ (root.querySelector(selector));
    /** @type {{ back: Splice[][], said: string[], lines: Record<string, Line>, graph: Look[] }} */
    const data = JSON.parse(find("script").textContent ?? "");
    const [board, said] = [/** @type {HTMLElement} */ (find(".board")), /** @type {HTMLElement} */ (find(".said"))];
    const bar = document.createElement("div");
    bar.className = "bar";
    const names = { first: ["First", "|◀"], back: ["Back", "◀"], on: ["On", "▶"], last: ["Last", "▶|"] };
    bar.innerHTML = Object.entries(names).map(([name, [title, sign]]) =>
      `<button type="button" class="${name}" title="${title}" aria-label="${title}">${sign}</button>`).join("") +
      `<input type="range" min="0" max="${data.back.length}" aria-label="Move">`;
    said.before(bar);
    const slider = /** @type {HTMLInputElement} */ (find("input"));
    const other = document.createElement("button");
    [other.type, other.className] = ["button", "other"];
    said.after(other);
    const graph = data.graph.length > 1 && drawn(find(".beside"), data.graph, (place) => go(place));
    const [whole, last] = [board.innerHTML, data.back.length];
    let [at, along] = [last, 0]; // the place in the game, and how far along the line that leads from before it

    const show = () => {
      const lines = whole.split("\n");
      const line = data.lines[at];
      for (let place = last; place > (along ? at - 1 : at); place--) apply(lines, data.back[last - place] ?? []);
      for (let place = 0; place < along; place++) apply(lines, line?.on[place] ?? []);
      board.innerHTML = lines.join("\n");
      said.textContent = (along ? line?.said[along - 1] : data.said[at]) ?? "";
      board.setAttribute("aria-label", said.textContent);
      slider.value = String(at);
      other.hidden = !line;
      other.textContent = along ? "Back to the game" : "Show the better line";
      if (graph) graph(at);
      for (const [name, end] of Object.entries({ first: at === 0, back: at === 0, on: at === last, last: at === last }))
        /** @type {HTMLButtonElement} */ (find(`.${name}`)).disabled = along ? false : end;
    };
    /** @param {number} place */
    const go = (place) => {
      [at, along] = [Math.max(0, Math.min(last, place)), 0];
      show();
    };
    /** @param {number} way */
    const step = (way) => {
      if (!along) return go(at + way);
      along = Math.max(0, Math.min(data.lines[at]?.on.length ?? 0, along + way));
      show();
    };
    const leave = () => {
      along = along || !data.lines[at] ? 0 : 1;
      show();
    };
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(last), b: leave };
    const heard = document.body.matches(".report") ? document : root;
    heard.addEventListener("keydown", (event) => {
      const { key, target, ctrlKey, altKey, metaKey } = /** @type {KeyboardEvent} */ (event);
      if (!keys[key] || ctrlKey || altKey || metaKey || target === slider) return;
      event.preventDefault();
      keys[key]();
    });
    /** @type {[string, () => void][]} */
    const buttons = [["first", () => go(0)], ["back", () => step(-1)], ["on", () => step(1)], ["last", () => go(last)], ["other", leave]];
    for (const [name, press] of buttons) find(`.${name}`).addEventListener("click", press);
    slider.addEventListener("input", () => go(Number(slider.value)));
    addEventListener("beforeprint", () => go(last));
    document.addEventListener("click", ({ target }) => {
      const link = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-go]")) : null;
      if (link) go(Number(link.dataset.go));
    });
    show();
  };

  for (const root of document.querySelectorAll(".tengen-steps:not([data-on])")) {
    root.setAttribute("data-on", "");
    start(/** @type {HTMLElement} */ (root));
  }
})();
