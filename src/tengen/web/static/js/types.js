// Types of the API's data, which the API's documentation explains.

/** @typedef {"black" | "white"} Colour */

/**
 * @typedef {object} ClockState
 * @property {"absolute" | "fischer" | "byoyomi" | "canadian" | "correspondence"} kind
 * @property {number} main seconds of the main time left, at the state's `now`
 * @property {number | null} periods of byo-yomi left, the running one included
 * @property {number | null} stones left to play in the Canadian period
 * @property {boolean} running
 * @property {number | null} period the length of a period
 * @property {number} rest the rest of the running period
 */

/**
 * @typedef {object} Player
 * @property {string | null} name
 * @property {"person" | "computer"} kind
 * @property {number | null} level
 * @property {number | null} visits
 * @property {number | null} stand_in the level of the stand-in for a stronger engine
 * @property {boolean} taken whether the seat is taken
 * @property {boolean} here whether their page is open
 * @property {"here" | "away" | "offline"} presence
 * @property {number} prisoners
 * @property {number} tao_in_hand
 * @property {number | null} tao_price the current price of a Tao stone; null if none can be bought
 * @property {number} coupons the worth of their coupons
 * @property {ClockState | null} clock
 */

/** @typedef {{ok: boolean, why?: string, cost?: string, price?: number | null, paid?: "prisoner" | "points", more?: boolean}} Action */
/** @typedef {"bid" | "swap" | "pass" | "return" | "tao" | "undo" | "resign" | "agree" | "resume" | "no-result" | "estimate" | "hint" | "outlook" | "hints" | "pause" | "time" | "seki" | "seki-auto"} ActionName */

/**
 * @typedef {object} Score
 * @property {number} black
 * @property {number} white
 * @property {number} komi
 * @property {number} bonus White's points for a handicap
 * @property {Record<Colour, number>} totals with komi and bonus
 * @property {Record<Colour, string[]>} owners the points of each side, by labels
 * @property {number} margin
 * @property {string} kind
 * @property {{kind: string, black: number, white: number} | null} beside the second count
 * @property {string[]} notes further sentences
 * @property {string} text
 */

/**
 * A move: why it is an incursion or a tile fell, who asked to go on after it, where it ended the game, and who swapped
 * sides after it.
 * @typedef {{by: Colour, text: string, why?: string, tile?: boolean, resumed?: Colour, swapped?: Colour}} Move
 */

/**
 * @typedef {object} Tiles
 * @property {boolean} last_incursion whether the last placement was an incursion
 * @property {string[]} region the region in which it was one
 * @property {"any" | "incursion" | null} due which of the next stones would lie on a tile
 * @property {string[][]} incursions the regions in which the next stone would be an incursion
 * @property {string} text why a tile is due
 * @property {Record<string, {why: string, region: string[], number: number}>} fallen why each tile fell, by its point
 */

/** @typedef {{by: Colour, text: string}} Offer */

/** @typedef {{number: number, by: Colour, at: number, kind: "text" | "phrase" | "on" | "off", body: string}} ChatMessage */

/**
 * @typedef {object} State
 * @property {string} id
 * @property {number} number how many events there were
 * @property {"waiting" | "playing" | "counting" | "over"} phase
 * @property {Colour[]} you
 * @property {{name: string, title: string}} variant
 * @property {{text: string, name: string, points: number, wide: boolean, radius: number}} board
 * @property {Colour} to_play
 * @property {string} status
 * @property {Move[]} moves
 * @property {string | null} last
 * @property {string[]} landed
 * @property {string[]} captured
 * @property {Record<Colour, string[]>} gone where the stones stood that the last turn took off
 * @property {string} said
 * @property {string} happened what the last turn did, in sentences
 * @property {string} due what the side to move has to reckon with
 * @property {string} why the last turn was an incursion, or a tile fell
 * @property {Record<Colour, Player>} players
 * @property {number} watchers
 * @property {number} now
 * @property {number | null} deadline
 * @property {string} svg
 * @property {Partial<Record<ActionName, Action>>} actions
 * @property {Record<string, string>} illegal
 * @property {string[]} closed where the rules let the side to move place no stone
 * @property {Record<string, string>} tao_illegal
 * @property {Tiles | null} tiles null in games without tiles
 * @property {{undo?: Offer, no_result?: Offer, hints?: Offer, pause?: Offer}} offer
 * @property {{what: What, how: "granted" | "declined" | "withdrawn" | "lapsed", by: Colour, text: string} | null} answered how the last request was answered
 * @property {string[]} dead
 * @property {string} dead_by whose opinion the marks are, "" where players have made them
 * @property {{stones: string[], agreed: boolean} | null} seki if it is taxed
 * @property {Colour[]} agreed
 * @property {Score | null} score
 * @property {{winner: Colour | null, margin: number | null, how: string, text: string} | null} outcome
 * @property {{by: Colour, id: string, text: string, declined: boolean} | null} rematch the game that repeats this one
 * @property {string | null} doomed a sentence, once, for a viewer in a lost game
 * @property {boolean} rated whether the game changes the players' ratings
 * @property {string | null} tournament the id of the one whose game it is
 * @property {boolean} chat whether the viewer may chat
 * @property {string} terms what a handicap game begins with
 * @property {{since: number, queued: boolean} | null} thinking
 */

/**
 * How a game stood, and the move that led there.
 * @typedef {{svg: string, moves_shown: number, last: string | null, landed: string[], captured: string[], gone: Record<Colour, string[]>, said: string, why: string, happened: string}} PastState
 */

/**
 * A position with moves that are only tried, and what can be tried next.
 * @typedef {PastState & Pick<State, "to_play" | "actions" | "illegal" | "closed" | "tao_illegal" | "tiles" | "due" | "outcome"> & {then: string[]}} TriedState
 */

/** @typedef {Record<string, {footprint: string[], neighbours: string[]}>} Relations */

/**
 * What a player may propose to the other.
 * @typedef {"undo" | "no-result" | "rematch" | "hints" | "pause" | "time"} What
 */

/**
 * @typedef {{kind: "move", move: string} | {kind: "sides", said: string} | {kind: "resign"} | {kind: "propose", what: Exclude<What, "rematch">}
 *   | {kind: "accept" | "decline" | "withdraw", what: What} | {kind: "agree"} | {kind: "resume"} | {kind: "estimate"}
 *   | {kind: "seki", stones: string[], seki: boolean} | {kind: "seki-auto"} | {kind: "dead", stones: string[], dead: boolean}} Intent
 */

export {};
