// The access token and the open channel, both first read from the address:
// "#token=…" is taken out of it at once and kept for this tab only;
// "#channel=garden&thread=" stays, so that an address can be kept or shared.

const KEY = "familiar.token";

const hash = () => new URLSearchParams(location.hash.slice(1));

// takeToken moves a token out of the address, and gives the one to use, or "".
export function takeToken() {
  const words = hash();
  const given = words.get("token");
  if (given !== null) {
    sessionStorage.setItem(KEY, given);
    words.delete("token");
    const rest = words.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  }
  return sessionStorage.getItem(KEY) ?? "";
}

export const keepToken = (token) => sessionStorage.setItem(KEY, token);
export const dropToken = () => sessionStorage.removeItem(KEY);

// place is the channel the address names, or null. One of another network than the web
// has an id, which is then its channel's name, too.
export function place() {
  const words = hash();
  const id = words.get("id");
  if (id) return { id, channel: id, thread: "" };
  const channel = words.get("channel");
  return channel ? { channel, thread: words.get("thread") ?? "" } : null;
}

// atHome reports whether the address is home's, or names no channel.
export const atHome = () => place() === null;

// address is the other way: the hash of a channel.
export function address({ id, channel, thread }) {
  if (id) return `#${new URLSearchParams({ id })}`;
  const words = new URLSearchParams({ channel });
  if (thread) words.set("thread", thread);
  return `#${words}`;
}

// addressOf is that of a channel that was found on any network.
export const addressOf = ({ id, network, channel, thread }) => address(network === "web" ? { channel, thread } : { id });

const escaped = (part) => part.replaceAll("%", "%25").replaceAll("/", "%2F");

// idOf is the whole id of a room, also of the web network's.
export const idOf = ({ id, channel, thread }) => id || ["web", "", channel, thread].filter((part, at) => part || at === 1).map(escaped).join("/");
