// The page's title and icon show the turn and unread messages while the page is in the background.
import { isToMove } from "./status.js";
import { commas, say } from "./words.js";

let unread = 0;
let reviewed = false;
/** @type {import("./types.js").State | null} */
let seen = null;

/** @returns {import("./gameparts.js").GamePart} */
export function titlePart() {
  return {
    show(state) {
      seen = state;
      write();
    },
  };
}

/** Show the number of unread messages in the title. @param {number} count */
export function tellUnread(count) {
  unread = count;
  write();
}

/** Show that the review is ready, while the page is in the background. */
export function tellReviewed() {
  if (!document.hidden) return;
  reviewed = true;
  document.addEventListener("visibilitychange", () => {
    reviewed = false;
    write();
  }, { once: true });
  write();
}

function write() {
  if (!seen) return;
  const waits = isToMove(seen) && seen.you.length === 1;
  const name = commas([seen.variant.title, seen.board.name]);
  const offers = Object.values(seen.offer);
  const asked = seen.you.length === 1 && offers.some((offer) => offer && !seen?.you.includes(offer.by));
  const title = asked ? say("● A request · {game}", { game: name }) : waits ? say("● Your turn · {game}", { game: name }) : reviewed ? say("● Review ready · {game}", { game: name }) : name;
  document.title = unread ? say("({count}) {title}", { count: unread, title }) : title;
  const icon = document.querySelector('link[rel="icon"][type="image/svg+xml"]');
  icon?.setAttribute("href", waits || asked || reviewed || unread ? "/static/icons/waits.svg" : "/static/icon.svg");
}
