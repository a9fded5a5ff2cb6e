// Package relay tells who said what comes by a relay: a bot that says in one room
// what people said in another, each line under the bot's own account. It makes of
// such a line that of a person of their own, knows again what the familiars
// themselves said, and says of puppets whether they are people.
//
//	relay.go    one relay: whose lines are taken apart, and what becomes of them
//	form.go     how a relay writes: where a name ends, and when nobody can tell
//	name.go     a name as it is shown, and as it is compared
//	mask.go     whose: an id, or the ids of many
//	puppets.go  accounts that a relay makes, one for each person
//	rules.go    all relays and puppets of a configuration over one event
//
// It knows lines and no network, room or familiar: which channels a rule is for and
// what the familiars are called it is told. The intake asks it before a line is
// journaled, package lab/importer's callers for recorded chat.
package relay
