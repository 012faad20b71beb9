// The look of boards in this browser: wood, stones, orientation, coordinates, and confirmation of moves.
import { draw, make } from "./dom.js";
import { recall, remember } from "./memory.js";
import { theme } from "./theme.js";
import { msg, say } from "./words.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{wood: [string, string], line: string, ink: string}} Wood */

/** Woods other than the server's, light and dark. @type {Record<string, {name: string, light: Wood | null, dark: Wood | null}>} */
const WOODS = {
  kaya: { name: msg("Kaya"), light: null, dark: null },
  maple: {
    name: msg("Maple"),
    light: { wood: ["#F5E8CB", "#EFDDB9"], line: "#6B5B41", ink: "#7A6C54" },
    dark: { wood: ["#C6AE84", "#B89E72"], line: "#3A2E1E", ink: "#A8987C" },
  },
  slate: {
    name: msg("Slate"),
    light: { wood: ["#C6CFC9", "#B8C3BC"], line: "#3B4742", ink: "#5D6964" },
    dark: { wood: ["#7F8D87", "#727F7A"], line: "#1B2320", ink: "#98A59F" },
  },
};

/** Stones other than the server's: Black's and White's shades, and the shadow's darkness. @type {Record<string, {name: string, black: string[], white: string[], shadow: number | null}>} */
const STONES = {
  soft: { name: msg("Soft"), black: ["#4A4C55", "#15161A"], white: ["#FFFFFF", "#E9E6DD"], shadow: null },
  flat: { name: msg("Flat"), black: ["#1B1C20", "#1B1C20"], white: ["#FAF8F2", "#FAF8F2"], shadow: 0 },
  shell: { name: msg("Shell and slate"), black: ["#565C63", "#1E2124"], white: ["#FFFEFA", "#EDE6D6"], shadow: null },
};

/** The grain of a white shell, on a square of 1. */
const GRAIN = "M-.05 .2Q.5 .06 1.05 .3M-.05 .36Q.5 .2 1.05 .46M-.05 .52Q.5 .36 1.05 .62M-.05 .68Q.5 .53 1.05 .78M-.05 .84Q.5 .7 1.05 .93";

/** The distance of a text's baseline from its middle, relative to its height, as in `tengen.draw`. */
const BASELINE = 0.355;

let turned = false;

/**
 * Return whether coordinates are shown.
 * @param {boolean} usual the default
 */
export function coordinates(usual) {
  const kept = recall("coordinates");
  return kept === null ? usual : kept === "1";
}

/** Apply the chosen wood, stones and orientation to a picture. @param {Picture} picture */
export function dress(picture) {
  const wood = WOODS[recall("wood") ?? ""]?.[theme()];
  if (wood) lay(picture, wood);
  const kind = recall("stones") ?? "soft";
  const stones = STONES[kind];
  if (stones && kind !== "soft") cast(picture, stones, kind === "shell");
  if (turned) turn(picture);
}

/** @param {Picture} picture @param {Wood} wood */
function lay(picture, { wood, line, ink }) {
  const { svg } = picture;
  shade(picture, "wood", wood);
  for (const each of svg.querySelectorAll(".lines, .ghosts > path, .wood")) each.setAttribute("stroke", line);
  for (const each of svg.querySelectorAll(".hoshi, .dots")) each.setAttribute("fill", line);
  for (const each of svg.querySelectorAll(".coordinate, .name")) each.setAttribute("fill", ink);
}

/** @param {Picture} picture @param {{black: string[], white: string[], shadow: number | null}} stones @param {boolean} grained */
function cast(picture, { black, white, shadow }, grained) {
  const { svg, prefix } = picture;
  shade(picture, "black", black);
  shade(picture, "white", white);
  if (shadow !== null) svg.querySelector(".shadows")?.setAttribute("fill-opacity", String(shadow));
  if (!grained) return;
  svg.querySelector("defs")?.append(draw("pattern", { id: `${prefix}.shell`, width: 1, height: 1, patternContentUnits: "objectBoundingBox" },
    draw("rect", { width: 1, height: 1, fill: `url(#${prefix}.white)` }),
    draw("path", { d: GRAIN, fill: "none", stroke: "#CFC4AC", "stroke-opacity": 0.55, "stroke-width": 0.022 })));
  for (const each of svg.querySelectorAll(".white .stone")) each.setAttribute("fill", `url(#${prefix}.shell)`);
}

/** @param {Picture} picture @param {string} name of a gradient @param {string[]} colours */
function shade({ svg, prefix }, name, colours) {
  const stops = svg.querySelectorAll(`#${CSS.escape(`${prefix}.${name}`)} stop`);
  stops.forEach((stop, i) => stop.setAttribute("stop-color", colours[i]));
}

/** Rotate a picture by 180 degrees; letters, light and shadow stay upright. @param {Picture} picture */
function turn(picture) {
  const { svg, prefix } = picture;
  const box = svg.viewBox.baseVal;
  const [x, y] = [2 * box.x + box.width, 2 * box.y + box.height];
  picture.turned = `rotate(180 ${x / 2} ${y / 2})`;
  svg.append(draw("g", { transform: picture.turned }, ...[...svg.children].filter((each) => !each.matches("title, desc, defs"))));
  for (const text of svg.querySelectorAll("text")) {
    const [left, top, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
    text.setAttribute("transform", `rotate(180 ${left} ${top - BASELINE * size})`);
  }
  for (const name of ["black", "white"]) {
    svg.querySelector(`#${CSS.escape(`${prefix}.${name}`)}`)?.setAttribute("gradientTransform", "rotate(180 .5 .5)");
  }
  svg.querySelector(".shadows")?.setAttribute("transform", "translate(-2.9 -4.8)");
  for (const point of picture.points.values()) [point.x, point.y] = [x - point.x, y - point.y];
}

/** The controls for these choices. */
export class Looks {
  /**
   * @param {HTMLElement} frame
   * @param {import("./board.js").Board} board
   * @param {() => void} changed
   */
  constructor(frame, board, changed) {
    this.frame = frame;
    this.board = board;
    this.changed = changed;
    board.dress = dress;
    board.careful = recall("confirm") === "1";
    const opener = document.getElementById("open-looks");
    opener?.addEventListener("click", () => {
      frame.hidden = !frame.hidden;
      opener.setAttribute("aria-expanded", String(!frame.hidden));
      this.show();
    });
  }

  /** @private */
  show() {
    this.frame.replaceChildren(
      this.choice("wood", say("Board"), WOODS, "kaya"),
      this.choice("stones", say("Stones"), STONES, "soft"),
      this.check("coordinates", say("Coordinates"), !!this.board.picture?.svg.querySelector(".coordinate, .name"), "0"),
      this.check("confirm", say("Confirm each move"), this.board.careful, null),
      make("button", { type: "button", id: "turn", "aria-pressed": String(turned), click: () => {
        turned = !turned;
        this.done();
      } }, say("Turn the board")));
  }

  /** @private */
  done() {
    this.board.careful = recall("confirm") === "1";
    this.changed();
    const focused = document.activeElement?.id;
    this.show();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @private @param {string} name @param {string} title @param {Record<string, {name: string}>} all @param {string} usual */
  choice(name, title, all, usual) {
    const chosen = recall(name) ?? usual;
    return make("div", { class: "swatches", role: "group", "aria-label": title }, ...Object.entries(all).map(([key, { name: text }]) =>
      make("button", { type: "button", id: `${name}-${key}`, class: `swatch ${name}`, "data-look": key, title: say(text), "aria-label": say(text),
        "aria-pressed": String(chosen === key), click: () => {
          remember(name, key === usual ? null : key);
          this.done();
        } }, make("span", {}))));
  }

  /** @private @param {string} name @param {string} text @param {boolean} on @param {string | null} off the stored value when it is off */
  check(name, text, on, off) {
    const box = make("input", { type: "checkbox", id: `look-${name}`, change: () => {
      remember(name, box.checked ? "1" : off);
      this.done();
    } });
    box.checked = on;
    return make("label", { for: box.id }, box, " ", text);
  }
}
