// Where a link lands that is good once. Its secret stands after the #: no server, mail scanner or other page sees it.
import { Refused, ask } from "./api.js";
import { rememberAccount, remembered, takeOver } from "./accountitems.js";
import { byId, make, setText } from "./dom.js";
import { askFirst, button, tell, trouble } from "./sheets.js";
import { ready, say, sayCount } from "./words.js";

const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

async function carry() {
  byId("deed").replaceChildren(button(say("Take them over"), async () => {
    const sent = remembered();
    const { games, items } = await ask("POST", "/api/me/carried", { token, items: sent });
    byId("deed").replaceChildren(make("a", { class: "button first", href: "/games" }, say("My games")));
    takeOver({ ...sent, ...items }, sent);
    tell(sayCount("account.once.carry_done", games));
  }, { class: "first" }));
}

async function mail() {
  const { deed, email, name } = await ask("POST", "/api/account/mail/look", { token });
  setText(byId("help"), say(`account.once.mail_${deed}`, { email, name: name ?? say("Tengen player") }));
  byId("deed").replaceChildren(button(say(`account.once.mail_${deed}_button`), async () => {
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
