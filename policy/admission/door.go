package admission

import "familiar/messages"

// A Door says who is who in one channel. It is made from the configuration
// when the channel is activated or something changed, and then only read. The
// zero Door takes everybody for a guest without rights.
type Door struct {
	places *[]place                       // the highest first; nil: there are none
	people map[messages.PersonID]standing // of those a rule names; never lower than base
	base   standing                       // of everybody
}

// A standing is an index into Door.places, in the chat and in direct messages:
// a rule can tell the two apart.
type standing struct{ chat, dm uint8 }

// NewDoor makes the door of a channel. listed says that the operator's
// configuration has a rule for the channel; granted are the roles that claims
// have given, which count like rules of the configuration. A role nobody
// knows any more is left out.
func NewDoor(c *Config, channel messages.ChannelID, listed bool, granted []Grant) Door {
	d := Door{places: c.ranked()}
	everybody := c.Listed
	if !listed {
		everybody = c.elsewhere()
	}
	at := d.find(everybody)
	d.base = standing{at, at}
	d.open(channel, func(yield func(Role, Rule)) {
		for name, holders := range c.Roles {
			for _, rule := range holders.Match {
				yield(Role(name), rule)
			}
		}
		for _, g := range granted {
			yield(g.Role, g.Rule)
		}
	})
	return d
}

// open applies every rule that is for the channel: first those for everybody,
// from which the people that others name start.
func (d *Door) open(channel messages.ChannelID, rules func(yield func(Role, Rule))) {
	named := false
	rules(func(role Role, r Rule) {
		if r.author != "" {
			named = true
			return
		}
		d.base = d.base.raised(d.find(role), r, channel)
	})
	if !named { // as mostly
		return
	}
	rules(func(role Role, r Rule) {
		if r.author == "" {
			return
		}
		before, known := d.people[r.author]
		if !known {
			before = d.base
		}
		if now := before.raised(d.find(role), r, channel); now != before {
			if d.people == nil {
				d.people = make(map[messages.PersonID]standing)
			}
			d.people[r.author] = now
		}
	})
}

// raised returns the higher of a standing and the place that a rule gives.
func (s standing) raised(place uint8, r Rule, channel messages.ChannelID) standing {
	if r.Match(channel, false) {
		s.chat = min(s.chat, place)
	}
	if r.Match(channel, true) {
		s.dm = min(s.dm, place)
	}
	return s
}

// find returns the index of a role; of an unknown one that of guest.
func (d *Door) find(role Role) uint8 {
	places := *d.places
	for i := range places {
		if places[i].role == role {
			return uint8(i)
		}
	}
	return uint8(len(places) - 1)
}

// Role returns what somebody is here and what they may; dm says that they speak
// in a direct message. Whose lines come by a relay is a member at most, whatever the
// rules say: nobody has proved the name. It allocates nothing.
func (d *Door) Role(person messages.PersonID, dm bool) (Role, Rights) {
	role, may := d.role(person, dm)
	if role == Member { // as mostly, and a relay takes nothing from it
		return role, may
	}
	if _, relayed := person.Relay(); !relayed || d.places == nil {
		return role, may
	}
	member := (*d.places)[d.find(Member)]
	if rank(role) < rank(Member) {
		role = Member
	}
	return role, may & member.may
}

// role does so for whom the network knows.
func (d *Door) role(person messages.PersonID, dm bool) (Role, Rights) {
	if d.places == nil {
		return Guest, 0
	}
	s, named := d.people[person]
	if !named {
		s = d.base
	}
	at := s.chat
	if dm {
		at = s.dm
	}
	place := &(*d.places)[at]
	return place.role, place.may
}

// Admits reports whether a line is heard at all: its author, human or bot, may
// wake the familiar. One that isn't is noted as denied and kept nowhere.
func (d *Door) Admits(l *messages.Line) bool {
	_, may := d.Role(l.Author.ID, l.DM)
	return may.May(messages.Wake)
}
