// Package admission says who may do what in a channel, before any rung is
// asked: roles, the rules that give them, claim codes, the commands people type,
// and the two ways of asking a familiar for silence.
//
// Roles. Everybody holds one role in a channel: owner, trusted, a custom one,
// member or guest, in that order. A rule such as "discord:9/c1 author:u1" gives
// it; of all that match the highest role wins, so the order of rules means
// nothing and no rule takes a role away. Where none matches, everybody is what
// the configuration says of channels it lists (member) or doesn't (guest; member
// while it gives nobody a role).
// Between custom roles the one with more rights is higher, then the name that
// sorts first.
//
// Rights are the words of the commands. A guest has none and is not heard
// (denied). A member may wake the familiar, which is to be answered at all, and
// ask for help, status and why, and link their accounts. Trusted people may also tell it quiet, engage,
// disengage and stop; owners say, reload, claim and forget.
//
// Claims. The operator opens one and gets a code; the first human who says it
// within ten minutes gets the role. There is one at a time, kept as its hash,
// and it ends when used, too old, guessed at too often, or followed by another.
//
// Commands are read from what a human just said: a slash and a word, or a
// mention and a whole phrase. Never from a bot's line, one fetched later, an
// edit, or quoted text, which doesn't stand at the beginning.
//
// Silence. "quiet" keeps a seat from answering anybody until a moment or until
// told otherwise. Who says "leave me alone" is answered only after a mention, a
// reply or in a direct message, until they say "you may talk to me again".
//
// The package knows ids and text, no turns and no rungs. policy/conversation
// asks it about every line; the keeper of the claims feeds [Claims]; config
// fills [Config].
package admission
