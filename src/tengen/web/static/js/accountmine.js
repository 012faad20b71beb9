// What a person sees of their account: their name, what opens it, their record, and how to leave.
import { ask, Refused } from "./api.js";
import { forgetAccount, inStep } from "./accountitems.js";
import { recordSheet } from "./accountrecord.js";
import { carrySheet } from "./carry.js";
import { make } from "./dom.js";
import { canPasskeys, makePasskey } from "./passkeys.js";
import { askFirst, button, day, field, line, sheet, tell } from "./sheets.js";
import { say, sayCount } from "./words.js";

/** @typedef {import("./account.js").Account} Account */
/** @typedef {import("./account.js").Passkey} Passkey */

/**
 * @param {Account} account
 * @param {boolean} mail whether the server sends mails
 * @param {() => Promise<void>} again shows all of it anew
 */
export async function mine(account, mail, again) {
  return [
    nameSheet(account, again), await recordSheet(), waysSheet(account, mail, again), carrySheet(), endSheet(again),
  ];
}

/**
 * @param {Account} account
 * @param {() => Promise<void>} again
 */
function nameSheet(account, again) {
  const how = {
    label: say("account.mine.name"), value: account.name ?? "", submit: say("account.mine.save"), autocomplete: "nickname",
  };
  return sheet(say("account.page"), line(say("account.mine.follows")),
    field(how, async (name) => {
      await ask("PUT", "/api/me", { name });
      await again();
      tell(say("account.mine.saved"));
    }),
    make("div", { class: "row" },
      button(say("account.mine.out"), () => leave(false, again), { id: "out" }),
      button(say("account.mine.everywhere"), () => leave(true, again))),
    line(sayCount("account.mine.browsers", account.browsers)));
}

/**
 * @param {boolean} everywhere
 * @param {() => Promise<void>} again
 */
async function leave(everywhere, again) {
  await inStep();
  await ask("POST", "/api/account/sign-out", { everywhere });
  forgetAccount();
  await again();
}

/**
 * @param {Account} account
 * @param {boolean} mail
 * @param {() => Promise<void>} again
 */
function waysSheet(account, mail, again) {
  const list = make("ul", { class: "ways" }, ...account.passkeys.map((each) => passkeyRow(each, again)));
  const add = button(say("account.ways.add"), async () => {
    tell(say("account.working"));
    await makePasskey("");
    await again();
    tell(say("account.done"));
  });
  const made = sheet(say("account.ways.title"), account.passkeys.length ? list : line(say("account.ways.none")));
  if (canPasskeys()) made.append(make("div", { class: "row" }, add));
  if (mail || account.email) made.append(...mailLines(account, mail, again));
  return made;
}

/**
 * @param {Passkey} passkey
 * @param {() => Promise<void>} again
 */
function passkeyRow(passkey, again) {
  const { id, name, host, created, used } = passkey;
  const facts = [
    say("account.ways.created", { date: day(created) }),
    used ? say("account.ways.used", { date: day(used) }) : say("account.ways.never"),
  ];
  if (host !== location.hostname) facts.push(say("account.ways.host", { host }));
  const row = make("li", {},
    make("div", { class: "what" }, make("strong", {}, name), make("span", { class: "small muted" }, facts.join(" · "))));
  row.append(
    button(say("account.ways.rename"), async () => renaming(row, passkey, again), { "aria-label": say("account.ways.rename_named", { name }) }),
    button(say("account.ways.remove"), () => remove(row, id, again), { "aria-label": say("account.ways.remove_named", { name }) }));
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {Passkey} passkey
 * @param {() => Promise<void>} again
 */
function renaming(row, { id, name }, again) {
  const how = { label: say("account.ways.name"), value: name, submit: say("account.mine.save") };
  const form = field(how, async (given) => {
    await ask("PUT", `/api/account/passkeys/${id}`, { name: given });
    await again();
  });
  row.replaceChildren(form);
  form.querySelector("input")?.focus();
}

/**
 * Remove a passkey; where nothing else opens the account, ask first.
 * @param {HTMLElement} row
 * @param {string} id
 * @param {() => Promise<void>} again
 */
async function remove(row, id, again) {
  try {
    await ask("DELETE", `/api/account/passkeys/${id}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "last-way") throw error;
    askLast(row, () => ask("DELETE", `/api/account/passkeys/${id}?sure=true`), again);
    return;
  }
  await again();
}

/**
 * @param {HTMLElement} place
 * @param {() => Promise<unknown>} deed
 * @param {() => Promise<void>} again
 */
function askLast(place, deed, again) {
  const words = { question: say("account.ways.last"), yes: say("account.ways.sure"), no: say("account.ways.keep") };
  askFirst(place, words, async () => {
    await deed();
    await again();
  });
}

/**
 * @param {Account} account
 * @param {boolean} mail
 * @param {() => Promise<void>} again
 */
function mailLines({ email }, mail, again) {
  if (!email) return mail ? [line(say("account.mail.none")), addressForm()] : [];
  const row = make("div", { class: "row" });
  row.append(button(say("account.mail.remove"), async () => {
    try {
      await ask("DELETE", "/api/account/mail");
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "last-way") throw error;
      askLast(row, () => ask("DELETE", "/api/account/mail?sure=true"), again);
      return;
    }
    await again();
    tell(say("account.mail.removed"));
  }));
  return [make("p", {}, say("account.mail.some", { email })), row];
}

function addressForm() {
  const how = { label: say("account.mail.address"), submit: say("account.mail.add"), type: "email", autocomplete: "email", most: 254 };
  return field(how, async (email) => {
    await ask("POST", "/api/account/mail", { email });
    tell(say("account.mail.sent", { email }));
  });
}

/** @param {() => Promise<void>} again */
function endSheet(again) {
  const row = make("div", { class: "row" },
    make("a", { class: "button", href: "/api/me/export.zip", download: "" }, say("account.end.export")),
    button(say("account.end.delete"), async () => {
      const words = { question: say("account.end.ask"), yes: say("account.end.sure"), no: say("account.end.keep") };
      askFirst(row, words, async () => {
        await ask("DELETE", "/api/account?sure=true");
        forgetAccount();
        await again();
        tell(say("account.end.deleted"));
      });
    }, { id: "delete" }));
  return sheet(say("account.end.title"), line(say("account.end.export_help")), row);
}
