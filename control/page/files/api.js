// The HTTP interface, one function a request. An answer that is no success is
// thrown as Refused with the server's own sentence.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// An Api speaks with one token. Addresses are relative, so the page also works
// behind a proxy's prefix.
export class Api {
  constructor(token) {
    this.token = token;
  }

  find(wanted) { return this.ask("GET", "v1/channels" + query(wanted)); }
  channel(room) { return this.ask("GET", path(room, "")); }
  say(room, line) { return this.ask("POST", path(room, "/lines"), inThread(room, line)); }
  edit(room, id, line) { return this.ask("PUT", path(room, `/lines/${encodeURIComponent(id)}`), inThread(room, line)); }
  remove(room, id) { return this.ask("DELETE", path(room, `/lines/${encodeURIComponent(id)}`) + query({ thread: room.thread })); }
  typing(room, author, on) { return this.ask("POST", path(room, "/typing"), inThread(room, { author, on })); }
  // Those below are for channels of any network: one of another than the web has an id.
  why(room, line) { return room.id ? this.use("why", { channel: room.id, line }) : this.ask("GET", path(room, "/why") + query({ thread: room.thread, line })); }
  command(room, { command, familiar, ...more }) { return room.id ? this.use(command, { channel: room.id, familiar }) : this.ask("POST", path(room, "/commands"), inThread(room, { command, familiar, ...more })); }

  older(room, cursor) { return this.ask("GET", room.id ? "v1/lines" + query({ channel: room.id, cursor }) : path(room, "/lines") + query({ thread: room.thread, cursor })); }

  // use uses a tool.
  use(tool, given) { return this.ask("POST", `v1/tools/${tool}`, given); }

  home() { return this.ask("GET", "v1/home"); }
  details(place) { return this.ask("GET", "v1/details" + query(place)); }
  letters() { return this.ask("GET", "v1/letters"); }
  sort(letter, order) { return this.ask("POST", `v1/letters/${letter}/${order}`, {}); }
  retention() { return this.ask("GET", "v1/retention"); }
  hold(match, reason) { return this.ask("POST", "v1/holds", { match, reason }); }
  release(match) { return this.ask("POST", "v1/holds/release", { match }); }
  order(node, order) { return this.ask("POST", `v1/nodes/${encodeURIComponent(node)}/${order}`, {}); }
  experiments() { return this.ask("GET", "v1/experiments"); }
  beginExperiment(name, room, plan, seen) { return this.ask("POST", `v1/experiments/${encodeURIComponent(name)}/begin`, { ...placeOf(room), ...plan, seen }); }
  endExperiment(name, how, seen) { return this.ask("POST", `v1/experiments/${encodeURIComponent(name)}/end`, { how, seen }); }
  knobs(familiar, room) { return this.ask("GET", of(familiar, "/knobs") + query(placeOf(room))); }
  preview(familiar, room, since, trial) { return this.ask("POST", of(familiar, "/preview"), { ...placeOf(room), since, ...trial }); }
  apply(familiar, room, where, trial, seen) { return this.ask("POST", of(familiar, "/apply"), { ...placeOf(room), where, ...trial, seen }); }
  changes(familiar) { return this.ask("GET", of(familiar, "/changes")); }
  undo(familiar, n) { return this.ask("POST", of(familiar, "/undo"), { n }); }

  familiars() { return this.ask("GET", "v1/familiars"); }
  familiar(id) { return this.ask("GET", of(id)); }
  prompt(id, trial) { return this.ask("POST", of(id, "/prompt"), trial); }
  tryLine(id, trial) { return this.ask("POST", of(id, "/try"), trial); }
  writeCard(id, edit) { return this.ask("POST", of(id, "/card"), edit); }

  // picture gives a familiar's as the address of an image: an image itself can send no token.
  async picture(id) {
    const answer = await fetch(of(id, "/picture"), { headers: this.headers(), cache: "no-store" });
    if (!answer.ok) throw await refusal(answer);
    const reader = new FileReader();
    const read = new Promise((done, failed) => { reader.onload = () => done(reader.result); reader.onerror = failed; });
    reader.readAsDataURL(await answer.blob());
    return read;
  }

  traces() { return this.ask("GET", "v1/traces"); }
  trace(id) { return this.ask("GET", `v1/traces/${encodeURIComponent(id)}`); }
  audit(wanted) { return this.ask("GET", "v1/audit" + query(wanted)); }
  person(id) { return this.ask("GET", `v1/people/${encodeURIComponent(id)}`); }
  actors(most) { return this.ask("GET", "v1/actors" + query({ most })); }

  // events opens the stream of a room from after the event id, or from its
  // newest `tail` lines.
  events(room, { after, tail, signal }) {
    const headers = this.headers();
    if (after) headers["Last-Event-ID"] = after;
    const address = room.id
      ? "v1/events" + query({ channel: room.id, tail })
      : path({ ...room, thread: "" }, "/events") + query({ thread: room.thread, tail });
    return fetch(address, { headers, signal, cache: "no-store" });
  }

  async ask(method, address, body) {
    const headers = this.headers();
    if (body) headers["Content-Type"] = "application/json";
    const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
    if (!answer.ok) throw await refusal(answer);
    return answer.status === 204 ? {} : answer.json().catch(() => ({}));
  }

  headers() { return { Authorization: `Bearer ${this.token}` }; }
}

// refusal reads what an unsuccessful answer says.
export async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  return new Refused(answer.status, said.error || `the server answered ${answer.status}`);
}

function path(room, rest) {
  const address = `v1/channels/${encodeURIComponent(room.channel)}${rest}`;
  return rest === "" ? address + query({ thread: room.thread }) : address;
}

const of = (familiar, rest = "") => `v1/familiars/${encodeURIComponent(familiar)}${rest}`;

// placeOf names a room of any network where an address doesn't.
export const placeOf = (room) => (room.id ? { channel: room.id } : { chat: room.channel, thread: room.thread || undefined });

const inThread = (room, body) => (room.thread ? { ...body, thread: room.thread } : body);

function query(words) {
  const given = Object.entries(words).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
