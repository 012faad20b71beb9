// The signed-in view of an account: name, ways to sign in, record, signing out and deletion.
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
 * @param {boolean} mail whether the server sends e-mail
 * @param {() => Promise<void>} again shows everything again
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
    label: say("Your name"), value: account.name ?? "", submit: say("Save"), autocomplete: "nickname",
  };
  return sheet(say("Account"), line(say("This account keeps your games, your progress in lessons and problems, and your settings for colours, sound and coordinates.")),
    field(how, async (name) => {
      await ask("PUT", "/api/me", { name });
      await again();
      tell(say("Saved."));
    }),
    make("div", { class: "row" },
      button(say("Sign out"), () => leave(false, again), { id: "out" }),
      button(say("Sign out all browsers"), () => leave(true, again))),
    make("p", {}, make("a", { href: account.profile }, say("Your profile")), " ", make("span", { class: "small muted" }, say("Others see your name, ratings and games from the lobby there."))),
    line(sayCount("This is the only browser of this account.", "{count} browsers have been signed in to this account.", account.browsers)));
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
  const add = button(say("Add a passkey"), async () => {
    tell(say("Waiting for your device."));
    await makePasskey("");
    await again();
    tell(say("Done."));
  });
  const made = sheet(say("Ways to sign in"), account.passkeys.length ? list : line(say("This account has no passkey.")));
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
    say("made {date}", { date: day(created) }),
    used ? say("last used {date}", { date: day(used) }) : say("not used yet"),
  ];
  if (host !== location.hostname) facts.push(say("for {host}", { host }));
  const row = make("li", {},
    make("div", { class: "what" }, make("strong", {}, name), make("span", { class: "small muted" }, facts.join(" · "))));
  row.append(
    button(say("Rename"), async () => renaming(row, passkey, again), { "aria-label": say("Rename {name}", { name }) }),
    button(say("Remove"), () => remove(row, id, again), { "aria-label": say("Remove {name}", { name }) }));
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {Passkey} passkey
 * @param {() => Promise<void>} again
 */
function renaming(row, { id, name }, again) {
  const how = { label: say("Name of the passkey"), value: name, submit: say("Save") };
  const form = field(how, async (given) => {
    await ask("PUT", `/api/account/passkeys/${id}`, { name: given });
    await again();
  });
  row.replaceChildren(form);
  form.querySelector("input")?.focus();
}

/**
 * Remove a passkey; if it is the only way to sign in, ask first.
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
  const words = { question: say("This is the only way to sign in to this account: once signed out, you cannot come back. Remove it anyway?"), yes: say("Remove it"), no: say("Keep it") };
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
  if (!email) return mail ? [line(say("This account has no e-mail address.")), addressForm()] : [];
  const row = make("div", { class: "row" });
  row.append(button(say("Remove the address"), async () => {
    try {
      await ask("DELETE", "/api/account/mail");
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "last-way") throw error;
      askLast(row, () => ask("DELETE", "/api/account/mail?sure=true"), again);
      return;
    }
    await again();
    tell(say("You can no longer sign in with this address."));
  }));
  return [make("p", {}, say("You can also sign in with {email}.", { email })), row];
}

function addressForm() {
  const how = { label: say("E-mail address"), submit: say("Add an address"), type: "email", autocomplete: "email", most: 254 };
  return field(how, async (email) => {
    await ask("POST", "/api/account/mail", { email });
    tell(say("A link is on its way to {email}. It works for 15 minutes.", { email }));
  });
}

/** @param {() => Promise<void>} again */
function endSheet(again) {
  const row = make("div", { class: "row" },
    make("a", { class: "button", href: "/api/me/export.zip", download: "" }, say("Download my data")),
    button(say("Delete this account"), async () => {
      const words = { question: say("Passkeys, address, ratings, settings, progress and reviews are deleted at once and for good. Your games stay, without your name, for your opponents. Delete the account?"), yes: say("Delete it"), no: say("Keep it") };
      askFirst(row, words, async () => {
        await ask("DELETE", "/api/account?sure=true");
        forgetAccount();
        await again();
        tell(say("The account is deleted, and this browser starts afresh."));
      });
    }, { id: "delete" }));
  return sheet(say("Download or delete"), line(say("All your data in one file: games as SGF, and everything else as JSON.")), row);
}
