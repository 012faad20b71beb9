// The page of single-use links. The secret is after the #, so that servers, mail scanners and other pages do not see it.
import { Refused, ask } from "./api.js";
import { rememberAccount, remembered, takeOver } from "./accountitems.js";
import { byId, make, setText } from "./dom.js";
import { askFirst, button, tell, trouble } from "./sheets.js";
import { msg, ready, say, sayCount } from "./words.js";

const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

/** The text and the button for each kind of e-mail link. @type {Record<string, [string, string]>} */
const DEEDS = {
  enter: [msg("This link signs this browser in with {email}. The games of this browser become that account's."), msg("Sign in")],
  new: [msg("No account uses {email} yet. This link creates one and moves this browser's games to it."), msg("Make an account")],
  add: [msg("From now on you can also sign in to the account of {name} with {email}."), msg("Add the address")],
};

async function carry() {
  byId("deed").replaceChildren(button(say("Take them over"), async () => {
    const sent = remembered();
    const { games, items } = await ask("POST", "/api/me/carried", { token, items: sent });
    byId("deed").replaceChildren(make("a", { class: "button first", href: "/games" }, say("My games")));
    takeOver({ ...sent, ...items }, sent);
    tell(games ? sayCount("1 game is here now.", "{count} games are here now.", games)
      : say("This browser already had all of these games."));
  }, { class: "first" }));
}

async function mail() {
  const { deed, email, name } = await ask("POST", "/api/account/mail/look", { token });
  const [text, does] = DEEDS[deed];
  const nameless = say("Tengen player");
  setText(byId("help"), say(text, { email, name: name ?? nameless }));
  byId("deed").replaceChildren(button(say(does), async () => {
    try {
      await use();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "games") throw error;
      const [yes, no] = [say("Sign in and bring my games"), say("Do not sign in")];
      askFirst(byId("deed"), { question: error.message, yes, no }, () => use("?sure=true"));
    }
  }, { class: "first" }));
}

async function use(sure = "") {
  await ask("POST", `/api/account/mail/use${sure}`, { token });
  await rememberAccount();
  location.replace("/account");
}

ready.then(() => {
  if (!token) return tell(say("This address has no link in it: the part after # is missing."));
  return byId("once").dataset.kind === "carry" ? carry() : mail();
}).catch((error) => {
  setText(byId("help"), "");
  tell(trouble(error));
});
