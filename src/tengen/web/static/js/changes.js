// What has changed since the last state, put into that state: the server sends only the first one whole.

/** @typedef {import("./types.js").State} State */

/**
 * Return the state after a message: a whole one, or what differs from the one before.
 * @param {State | null} before
 * @param {any} message
 * @returns {State}
 */
export function changed(before, message) {
  if (message.type === "state" || !before) return message;
  const after = { ...before, ...message, type: "state" };
  if (message.moves) after.moves = [...before.moves.slice(0, message.moves.keep), ...message.moves.add];
  if (message.svg) {
    const lines = before.svg.split("\n");
    for (const [from, count, instead] of message.svg) lines.splice(from, count, ...instead);
    after.svg = lines.join("\n");
  }
  return after;
}
