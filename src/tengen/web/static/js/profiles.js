// Links the names of players with accounts to their profiles.
import { ask } from "./api.js";

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function profilesPart(table) {
  let asked = "";
  return {
    async show(state) {
      const people = Object.values(state.players).every((each) => each.kind === "person");
      const phase = state.phase === "waiting" ? "waiting" : "begun";
      if (!people || asked === phase) return;
      asked = phase;
      const found = await ask("GET", `/api/games/${table.id}/profiles`).catch(() => ({}));
      for (const [colour, profile] of Object.entries(found)) {
        document.querySelector(`.player.${colour} a.profile`)?.setAttribute("href", profile);
      }
    },
  };
}
