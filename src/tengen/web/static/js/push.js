// The switch for notifications of this browser by web push.
import { ask, Refused } from "./api.js";
import { make, setText } from "./dom.js";
import { say } from "./words.js";

/** The switch for a page with a place for it, if the browser supports push. */
export class PushSwitch {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.on = false;
    this.frame = frame;
    this.button = make("button", { type: "button", id: "push", "aria-pressed": "false", click: () => this.turn() }, say("Notify me when it is my turn"));
    this.note = make("span", { class: "small muted", role: "status" });
    frame.append(this.button, " ", this.note);
    frame.hidden = !isPossible();
    if (!frame.hidden) this.look();
  }

  /** Learn whether this browser is called already. @private */
  async look() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const known = await registration?.pushManager.getSubscription();
    if (!known) return;
    const { on } = await ask("POST", "/api/push/subscriptions/state", { endpoint: known.endpoint }).catch(() => ({ on: false }));
    this.show(on, "");
  }

  /** @private */
  async turn() {
    this.button.disabled = true;
    try {
      if (this.on) await stop();
      else await begin();
      this.show(!this.on, this.on
        ? say("Notifications are off in this browser.")
        : say("Notifications are on in this browser, even while no Tengen page is open."));
    } catch (error) {
      setText(this.note, whyNot(error));
    } finally {
      this.button.disabled = false;
    }
  }

  /** @private @param {boolean} on @param {string} text */
  show(on, text) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
    setText(this.note, text);
  }
}

/** The switch in the panel of a game that may last for days. @returns {import("./gameparts.js").GamePart} */
export function pushPart() {
  const frame = make("p", { class: "push", hidden: true });
  document.getElementById("files")?.before(frame);
  let made = false;
  return {
    show(state) {
      const slow = state.players.black.clock?.kind === "correspondence" || !state.players.black.clock;
      if (made || !slow || !state.chat || state.phase === "over") return;
      made = true;
      new PushSwitch(frame);
    },
  };
}

function isPossible() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused("denied", say("The browser does not allow notifications from this page; its settings for this page do."), 0);
  await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await ask("GET", "/api/push/key");
  const old = await pushManager.getSubscription();
  if (old && !sameKey(old, key)) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  await ask("POST", "/api/push/subscriptions", { endpoint, keys });
}

async function stop() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  if (!known) return;
  await ask("DELETE", "/api/push/subscriptions", { endpoint: known.endpoint });
  await known.unsubscribe();
}

/** @param {PushSubscription} subscription @param {string} key */
function sameKey(subscription, key) {
  const known = subscription.options.applicationServerKey;
  return !!known && String.fromCharCode(...new Uint8Array(known)) === String.fromCharCode(...bytesOf(key));
}

/** @param {string} text in URL-safe base64 */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {unknown} error */
function whyNot(error) {
  if (error instanceof Refused) return error.message;
  return say("Notifications could not be turned on: {text}", { text: error instanceof Error ? error.message : String(error) });
}
