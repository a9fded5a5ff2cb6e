// Where the page starts: the door if there is no token, else the room.

import { About } from "./about.js";
import { Actors } from "./actors.js";
import { Api } from "./api.js";
import { Audit } from "./audit.js";
import { Cards } from "./cards.js";
import { get } from "./dom.js";
import { Drain } from "./drain.js";
import { Home } from "./home.js";
import { Kept } from "./kept.js";
import { Letters } from "./letters.js";
import * as panes from "./panes.js";
import { Steer } from "./steer.js";
import { Talk } from "./talk.js";
import { showTips } from "./tips.js";
import { atHome, dropToken, keepToken, place, takeToken } from "./token.js";
import { Traces } from "./traces.js";
import { Tune } from "./tune.js";

let talk = null;
let home = null;

// door asks for a token, with why.
function door(why = "") {
  talk?.stop();
  home?.close();
  talk = home = null;
  dropToken();
  get("app").hidden = true;
  get("door").hidden = false;
  get("door-error").textContent = why;
  get("token").focus();
}

function enter(token) {
  get("door").hidden = true;
  get("app").hidden = false;
  const api = new Api(token);
  new Actors(api, door);
  new Traces(api, door);
  new Audit(api, door);
  new Tune(api, door);
  new Cards(api, door);
  new Steer(api, door);
  new Letters(api, door);
  new Kept(api, door);
  new Drain(api, door);
  talk = new Talk(api, door);
  new About(api, door, () => talk.room);
  home = new Home(api, door);
  showTips();
  begin(talk, home);
}

// begin shows the channel that the address names, else home; a token that may not
// see home gets its first channel.
async function begin(talk, home) {
  if (!atHome()) {
    talk.start();
    home.allow();
    return;
  }
  const listing = talk.list();
  listing.catch(() => {}); // home says what is wrong, or else start
  if (!(await home.open())) talk.start(listing);
}

get("door").addEventListener("submit", (event) => {
  event.preventDefault();
  const token = get("token").value.trim().replace(/^.*token=/, "");
  keepToken(token);
  location.reload(); // a new session is a new page: nothing of the old one stays
});

addEventListener("hashchange", () => {
  if (new URLSearchParams(location.hash.slice(1)).has("token")) {
    takeToken();
    location.reload();
    return;
  }
  const room = place();
  if (talk && room) {
    home.close();
    talk.open(room);
  } else if (home && location.hash === "#home") {
    home.open();
  }
});

get("decisions-toggle").addEventListener("click", (event) => {
  const on = get("app").classList.toggle("no-decisions");
  event.currentTarget.setAttribute("aria-pressed", String(!on));
});

panes.start();
const token = takeToken();
if (token) enter(token);
else door();
