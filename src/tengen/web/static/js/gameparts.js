// Further parts of a game's page: each is created once, and gets every state and every key.
import { advicePart } from "./advice.js";
import { chatPart } from "./chat.js";
import { doorPart, spectatorsPart } from "./doorpart.js";
import { endPart } from "./end.js";
import { invitationPart } from "./invitation.js";
import { nextGamePart } from "./nextgame.js";
import { presencePart } from "./presence.js";
import { profilesPart } from "./profiles.js";
import { proposalsPart } from "./proposals.js";
import { pushPart } from "./push.js";
import { queuedPart } from "./queued.js";
import { ratedPart } from "./ratedpart.js";
import { reviewedPart } from "./reviewed.js";
import { sheetPart } from "./sheet.js";
import { soundsPart } from "./sounds.js";
import { titlePart } from "./title.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */

/**
 * The interface of the page for its parts.
 * @typedef {object} GameTable
 * @property {string} id of the game
 * @property {(intent: Intent) => void} send
 * @property {(text: string) => void} note shows a text under the status until the game goes on
 * @property {import("./board.js").Board} board
 * @property {import("./api.js").Live} live
 */

/**
 * @typedef {object} GamePart
 * @property {(state: State, past: number | null) => void} show on a change of the game, or of the shown move
 * @property {(name: import("./types.js").ActionName) => boolean} [act] on a button; returns whether it is this part's
 * @property {(key: string) => boolean} [key] on a key; returns whether it was handled
 */

/** Modules add themselves here; each is created with the table, and fills its own place in game.html.
 * @type {((table: GameTable) => GamePart)[]}
 */
export const PARTS = [
  doorPart, spectatorsPart, invitationPart, ratedPart, proposalsPart, endPart, nextGamePart, sheetPart, advicePart, presencePart, queuedPart, titlePart,
  chatPart, pushPart, soundsPart, reviewedPart, profilesPart,
];
