// Events with sounds: a capture, time running short, a byo-yomi period, a request, an opponent's arrival, the end.
import { reading } from "./clock.js";
import { click, play } from "./sound.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */

/** Remaining seconds, without further periods, at which a player is warned. */
const WARNINGS = [30, 10];
/** The last seconds of a period, or of all time, with a tick. */
const COUNTED = 5;

/** @returns {import("./gameparts.js").GamePart} */
export function soundsPart() {
  /** @type {State | null} */
  let state = null;
  let heard = 0;
  /** @type {Map<Colour, {stage: number, seconds: number}>} the viewer's clocks */
  const stood = new Map();
  const listen = () => {
    for (const colour of state?.you ?? []) {
      const clock = state?.players[colour].clock;
      if (!clock?.running || state?.phase !== "playing") {
        stood.delete(colour);
        continue;
      }
      const elapsed = (performance.now() - heard) / 1000;
      const { seconds, periods, last } = reading(clock, elapsed);
      const main = !!clock.period && clock.main > elapsed;
      const now = { stage: main ? Infinity : periods ?? 0, seconds };
      const before = stood.get(colour);
      stood.set(colour, now);
      if (!before) continue;
      const passed = (/** @type {number} */ limit) => seconds <= limit && before.seconds > limit && seconds > 0;
      const whole = Math.ceil(seconds);
      if (now.stage < before.stage) play("period");
      else if (last && WARNINGS.some(passed)) play("low");
      else if (!main && whole <= COUNTED && passed(whole)) play("tick");
    }
  };
  setInterval(listen, 200);
  return {
    show(now) {
      if (now === state) return;
      if (state?.id === now.id) tell(state, now);
      state = now;
      heard = performance.now();
      listen();
    },
  };
}

/** Play the sounds of a new state. @param {State} before @param {State} now */
function tell(before, now) {
  if (now.phase === "over" && before.phase !== "over") play("end");
  else if (asked(now).some((each) => !asked(before).includes(each))) play("request");
  else if (Object.values(now.players).some((player, i) => player.taken && !Object.values(before.players)[i].taken)) play("join");
  else if (now.moves.length > before.moves.length && now.captured.length) click(1 + Math.min(3, now.captured.length));
}

/** @param {State} state @returns {string[]} requests to the viewer */
function asked({ offer, rematch, agreed, phase, you }) {
  if (!you.length) return [];
  const open = Object.values(offer).filter(({ by }) => !you.includes(by)).map(({ by, text }) => `${by} ${text}`);
  if (rematch && !rematch.declined && !you.includes(rematch.by)) open.push(rematch.id);
  if (phase === "counting") open.push("count", ...agreed.filter((colour) => !you.includes(colour)));
  return open;
}
