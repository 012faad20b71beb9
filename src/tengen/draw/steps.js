// Steps through the pictures of a game, and along the lines that lead elsewhere: by buttons, slider, graph and keys.
(() => {
  /** From which line on, how many lines go, and which come instead. @typedef {[number, number, string[]]} Splice */
  /** @typedef {{ on: Splice[][], said: string[] }} Line */

  /** @param {string[]} lines @param {Splice[]} splices */
  const apply = (lines, splices) => {
    for (const [from, count, instead] of splices) lines.splice(from, count, ...instead);
  };

  /** @param {HTMLElement} root */
  const start = (root) => {
    /** @template {Element} T @param {string} selector @returns {T} */
    const find = (selector) => /** @type {T} */ (root.querySelector(selector));
    /** @type {{ back: Splice[][], said: string[], lines: Record<string, Line> }} */
    const data = JSON.parse(find("script").textContent ?? "");
    const [board, said] = [/** @type {HTMLElement} */ (find(".board")), /** @type {HTMLElement} */ (find(".said"))];
    const slider = /** @type {HTMLInputElement} */ (find("input"));
    const other = /** @type {HTMLButtonElement} */ (find(".other"));
    const graph = /** @type {SVGSVGElement | null} */ (root.querySelector("svg[data-across]"));
    const across = (graph?.dataset.across ?? "").split(" ").map(Number);
    const [whole, last] = [board.innerHTML, data.back.length];
    let [at, along] = [last, 0]; // the place in the game, and how far along the line that leads from before it

    const show = () => {
      const lines = whole.split("\n");
      const line = data.lines[at];
      for (let place = last; place > (along ? at - 1 : at); place--) apply(lines, data.back[place - 1] ?? []);
      for (let place = 0; place < along; place++) apply(lines, line?.on[place] ?? []);
      board.innerHTML = lines.join("\n");
      said.textContent = (along ? line?.said[along - 1] : data.said[at]) ?? "";
      board.setAttribute("aria-label", said.textContent);
      slider.value = String(at);
      other.hidden = !line;
      other.textContent = along ? "Back to the game" : "Show the better line";
      graph?.querySelector(".now")?.setAttribute("transform", `translate(${across[at] ?? 0} 0)`);
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
    const heard = root.dataset.keys === "page" ? document : root;
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
    graph?.addEventListener("click", ({ clientX, clientY }) => {
      const x = new DOMPoint(clientX, clientY).matrixTransform(graph.getScreenCTM()?.inverse()).x;
      go(across.reduce((best, spot, place) => (Math.abs(spot - x) < Math.abs((across[best] ?? 0) - x) ? place : best), 0));
    });
    addEventListener("beforeprint", () => go(last));
    for (const link of document.querySelectorAll("[data-go]"))
      link.addEventListener("click", () => go(Number(/** @type {HTMLElement} */ (link).dataset.go)));
    show();
  };

  for (const root of document.querySelectorAll(".tengen-steps:not([data-on])")) {
    root.setAttribute("data-on", "");
    start(/** @type {HTMLElement} */ (root));
  }
})();
