package relay

import (
	"familiar/messages"
)

// Rules are all relays and puppets of a configuration. Of several relays that have
// one id the first in whose form a line fits brings it; of puppets the last says what
// an author is. The zero Rules change nothing.
type Rules struct {
	Relays  []Relay
	Puppets []Puppets
}

// Brings returns the relay that says things in a channel; nil: none does.
func (r *Rules) Brings(channel messages.ChannelID) *Relay {
	for i := range r.Relays {
		if r.Relays[i].Match(channel) {
			return &r.Relays[i]
		}
	}
	return nil
}

// Brought reports whether it was a relay that said a line, or a puppet.
func (r *Rules) Brought(l *messages.Line) bool {
	for i := range r.Relays {
		if r.Relays[i].is(l) {
			return true
		}
	}
	for i := range r.Puppets {
		if p := &r.Puppets[i]; matchAny(p.Authors, l.Author.ID) && p.Match(l.Channel) {
			return true
		}
	}
	return false
}

// HasPuppets reports whether a rule is for puppets of a channel.
func (r *Rules) HasPuppets(channel messages.ChannelID) bool {
	for i := range r.Puppets {
		if r.Puppets[i].Match(channel) {
			return true
		}
	}
	return false
}

// Take returns an event of a channel as it is to be heard: the lines in it are those
// of the people who said them. own reports that it is only what a relay says after
// one of the familiars, whom ours knows by name; of lines fetched later these are left
// out. An event that nothing is to be done to is returned as it is.
func (r *Rules) Take(channel messages.ChannelID, e messages.Event, ours func(name string) bool) (taken messages.Event, own bool) {
	if len(r.Relays)+len(r.Puppets) == 0 {
		return e, false
	}
	if said, is := messages.LineOf(e); is {
		line, own := r.Line(said, ours)
		return messages.WithLine(e, line), own
	}
	switch e := e.(type) {
	case messages.HistoryFetched:
		lines := make([]*messages.Line, 0, len(e.Lines))
		for _, l := range e.Lines {
			if line, own := r.Line(l, ours); !own {
				lines = append(lines, line)
			}
		}
		return messages.HistoryFetched{N: e.N, Lines: lines}, false
	case messages.Reacted:
		e.By = r.author(channel, e.By)
		return e, false
	default: // nobody on a network said it
		return e, false
	}
}

// Line returns a line as it is to be heard; own reports that it is one of a familiar's,
// said once more. What is taken apart already is nobody's on the network, so that
// nothing is done to it. A reply to what a relay brought is left without whose that is:
// the transcript knows, and the network takes it for the relay's.
func (r *Rules) Line(l *messages.Line, ours func(name string) bool) (line *messages.Line, own bool) {
	if to := l.ReplyTo; to.ID != "" && to.Author != "" && r.isRelay(l.Channel, to.Author) {
		line := *l
		line.ReplyTo.Author = ""
		l = &line
	}
	for i := range r.Relays {
		if relay := &r.Relays[i]; relay.is(l) {
			if line, own, is := relay.take(l, ours); is {
				return line, own
			}
		}
	}
	if author := r.author(l.Channel, l.Author); author != l.Author { // a relay's own word is a bot's
		line := *l
		line.Author = author
		return &line, false
	}
	return l, false
}

// isRelay reports whether somebody is a relay in a channel.
func (r *Rules) isRelay(channel messages.ChannelID, person messages.PersonID) bool {
	for i := range r.Relays {
		if matchAny(r.Relays[i].Authors, person) && r.Relays[i].Match(channel) {
			return true
		}
	}
	return false
}

// author returns somebody as a person or a bot, as the last rule for them says. A relay
// is a bot, also where its network doesn't know.
func (r *Rules) author(channel messages.ChannelID, a messages.Author) messages.Author {
	a.Bot = a.Bot || r.isRelay(channel, a.ID)
	for i := range r.Puppets {
		if p := &r.Puppets[i]; matchAny(p.Authors, a.ID) && p.Match(channel) {
			a.Bot = p.Are == Bots
		}
	}
	return a
}
