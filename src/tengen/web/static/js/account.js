// The account page: creating an account, signing in, stored data, and deletion.
import { mine } from "./accountmine.js";
import { recordSheet } from "./accountrecord.js";
import { ask } from "./api.js";
import { forgetAccount, rememberAccount } from "./accountitems.js";
import { carrySheet } from "./carry.js";
import { byId, setText } from "./dom.js";
import { canPasskeys, enterByPasskey, makePasskey } from "./passkeys.js";
import { button, field, line, sheet, tell, trouble } from "./sheets.js";
import { ready, say } from "./words.js";

/** @typedef {{id: string, name: string, host: string, created: number, used: number | null}} Passkey */

/**
 * @typedef {object} Account
 * @property {string | null} name
 * @property {string} profile
 * @property {string | null} email
 * @property {number} created
 * @property {number} browsers
 * @property {Passkey[]} passkeys
 */

/** Fetch and show the account. */
async function show() {
  /** @type {{account: Account | null, mail: boolean}} */
  const { account, mail } = await ask("GET", "/api/account");
  if (account) {
    await rememberAccount();
    setText(byId("title"), account.name ? say("Signed in as {name}", { name: account.name }) : say("Signed in"));
    byId("doors").replaceChildren(...(await mine(account, mail, show)));
  } else {
    forgetAccount();
    setText(byId("title"), say("Account"));
    byId("doors").replaceChildren(...(await doors(mail)));
  }
}

/** @param {boolean} mail */
async function doors(mail) {
  const me = await ask("GET", "/api/me");
  const found = canPasskeys()
    ? [enterSheet(), newSheet(me.name ?? "")]
    : [sheet(say("Sign in"), line(say("Passkeys are not available here: they need HTTPS or localhost.")))];
  if (mail) found.push(mailSheet());
  if (me.known) found.push(await recordSheet(), carrySheet());
  return found;
}

function enterSheet() {
  return sheet(say("Sign in"), line(say("The games of this browser become your account's.")),
    button(say("Sign in with a passkey"), async () => {
      tell(say("Waiting for your device."));
      await enterByPasskey();
      await entered();
    }, { class: "first", id: "enter" }));
}

/** @param {string} name */
function newSheet(name) {
  const how = { label: say("Your name"), value: name, submit: say("Make an account with a passkey"), autocomplete: "nickname" };
  return sheet(say("Make an account"), line(say("With a passkey: your device keeps it and unlocks it by fingerprint, face or PIN. There is no password.")), field(how, async (given) => {
    tell(say("Waiting for your device."));
    await makePasskey(given);
    await entered();
  }));
}

async function entered() {
  await show();
  tell(say("Done."));
  byId("main").focus();
}

function mailSheet() {
  const how = { label: say("E-mail address"), submit: say("Send a link"), type: "email", autocomplete: "email", most: 254 };
  return sheet(say("By e-mail"), line(say("You get a link by e-mail. It works once, within 15 minutes. If the address has no account yet, the link creates one.")), field(how, async (email) => {
    await ask("POST", "/api/account/mail", { email });
    tell(say("A link is on its way to {email}. It works for 15 minutes.", { email }));
  }));
}

ready.then(show).then(() => tell(""), (error) => tell(trouble(error)));
