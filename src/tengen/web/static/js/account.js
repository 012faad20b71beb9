// The account's page: how to have one, what opens it, what it holds, and its end.
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
 * @property {string | null} email
 * @property {number} created
 * @property {number} browsers
 * @property {Passkey[]} passkeys
 */

/** Fetch what there is, and show it. */
async function show() {
  /** @type {{account: Account | null, mail: boolean}} */
  const { account, mail } = await ask("GET", "/api/account");
  if (account) {
    await rememberAccount();
    setText(byId("title"), account.name ? say("account.mine.hello", { name: account.name }) : say("account.mine.nameless"));
    byId("doors").replaceChildren(...(await mine(account, mail, show)));
  } else {
    forgetAccount();
    setText(byId("title"), say("account.title"));
    byId("doors").replaceChildren(...(await doors(mail)));
  }
}

/** @param {boolean} mail */
async function doors(mail) {
  const me = await ask("GET", "/api/me");
  const found = canPasskeys()
    ? [enterSheet(), newSheet(me.name ?? "")]
    : [sheet(say("account.enter.title"), line(say("account.no_passkeys")))];
  if (mail) found.push(mailSheet());
  if (me.known) found.push(await recordSheet(), carrySheet());
  return found;
}

function enterSheet() {
  return sheet(say("account.enter.title"), line(say("account.enter.help")),
    button(say("account.enter.button"), async () => {
      tell(say("account.working"));
      await enterByPasskey();
      await entered();
    }, { class: "first", id: "enter" }));
}

/** @param {string} name */
function newSheet(name) {
  const how = { label: say("account.new.name"), value: name, submit: say("account.new.button"), autocomplete: "nickname" };
  return sheet(say("account.new.title"), line(say("account.new.help")), field(how, async (given) => {
    tell(say("account.working"));
    await makePasskey(given);
    await entered();
  }));
}

async function entered() {
  await show();
  tell(say("account.done"));
  byId("main").focus();
}

function mailSheet() {
  const how = { label: say("account.mail.address"), submit: say("account.mail.button"), type: "email", autocomplete: "email", most: 254 };
  return sheet(say("account.mail.title"), line(say("account.mail.help")), field(how, async (email) => {
    await ask("POST", "/api/account/mail", { email });
    tell(say("account.mail.sent", { email }));
  }));
}

ready.then(show).then(() => tell(""), (error) => tell(trouble(error)));
