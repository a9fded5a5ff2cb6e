package conversation

import (
	"fmt"
	"math/bits"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/code"
	"familiar/policy/duty"
	"familiar/policy/persons"
)

// speaksOfLinks reports whether somebody says something of their accounts, who may.
func speaksOfLinks(o *admission.Order, may admission.Rights) bool {
	return (o.Command == admission.Link || o.Command == admission.Unlink || o.Share() != "" && !o.Unclear) && may.May(o.Command)
}

// askLink asks the channel that knows for what somebody says of their accounts. They may
// only in a direct message: a code that others read could be used by them, and so is
// void; and the answer may name who they are elsewhere. One seat asks for all of them, as no
// familiar has accounts of people; before are those that had heard the line as another
// account's copy.
func (s *State) askLink(l *messages.Line, o admission.Order, before uint32, out []Effect) []Effect {
	if o.To == 0 || o.To&before != 0 {
		return out
	}
	i := bits.TrailingZeros32(o.To)
	out = s.note(i, obeyedNote(l.ID, o.Command), out)
	said := messages.LinkSaid{
		Of:   messages.Identity{Network: s.Channel.Network(), Person: l.Author.ID, Name: persons.NameOf(l.Author.Name)},
		Ends: o.Command == admission.Unlink, Line: l.ID, Familiar: s.Seats[i].Familiar, Share: o.Share(),
	}
	if o.Command == admission.Link && code.Fits(o.Rest) {
		said.Code = strings.ToUpper(o.Rest)
	}
	a := admission.Answer{Command: o.Command, Name: s.cfg(i).Name}
	if said.Share != "" {
		a.Command += messages.Command(" share " + said.Share)
	}
	switch {
	case !l.DM || s.Roster.Effective(s.Now) > 1:
		if said.Public = said.Code != ""; said.Public {
			out = append(out, messages.AskLink{From: s.Channel, Said: said})
		}
		a.Key = admission.LinkPrivate
	case o.Command == admission.Link && o.Rest != "" && said.Code == "":
		a.Key = admission.LinkUnknown
	default:
		if asked, ok := s.duties().AskLink(said, s.Now, &s.Number); ok {
			return append(out, asked.Order(s.Channel))
		}
		a.Key = admission.LinkLate
	}
	return s.answerCommand(i, l.ID, a, out)
}

// linkAnswered tells somebody what came of what they said, or that the code which they
// were given was used.
func (s *State) linkAnswered(from messages.ChannelID, told messages.LinkAnswered, out []Effect) []Effect {
	if from != messages.Persons || told.N != 0 && !s.Duties.TakeLink(told.N) {
		return out
	}
	i := s.Seats.Of(told.Familiar)
	if i < 0 {
		return out
	}
	a := admission.Answer{Key: linkKeys[persons.Outcome(told.Outcome)], Name: s.cfg(i).Name, For: told.For}
	if a.Key == admission.NoAnswer { // of another version of the program
		return out
	}
	var texts []string
	names := persons.Names(told.With)
	if a.Told = names; a.Key == admission.LinkCode {
		if names != "" {
			texts = append(texts, s.inAnswer(admission.Answer{Key: admission.LinkWith, Name: a.Name, Told: names}))
		}
		a.Told = told.Code
	} else if a.Key != admission.LinkJoined && a.Key != admission.MemoryShared {
		told.With = nil // which the text doesn't name
	}
	texts = append(texts, s.inAnswer(a))
	if text := strings.Join(texts, "\n"); strings.TrimSpace(text) != "" {
		first := len(out)
		out = s.announceTo(i, told.Line, text, out)
		return s.named(told.With, out[first:], out)
	}
	return out
}

// linkKeys are what is said to what came of a question.
var linkKeys = map[persons.Outcome]admission.Key{
	persons.Offered:  admission.LinkCode,
	persons.Joined:   admission.LinkJoined,
	persons.Unknown:  admission.LinkUnknown,
	persons.Own:      admission.LinkOwn,
	persons.Full:     admission.LinkFull,
	persons.Often:    admission.LinkOften,
	persons.Busy:     admission.LinkOften,
	persons.Ended:    admission.LinkEnded,
	persons.Unlinked: admission.LinkNone,

	persons.Agreed:    admission.MemoryShared,
	persons.Withdrawn: admission.MemoryUnshared,
	persons.Single:    admission.MemorySingle,
}

// named remembers which of those posts name accounts, so that these can be forgotten.
func (s *State) named(with []messages.Identity, ordered, out []Effect) []Effect {
	if len(with) == 0 {
		return out
	}
	people := make([]messages.PersonID, len(with))
	for k := range with {
		people[k] = with[k].Person
	}
	if s.Named == nil {
		s.Named = &persons.Namings{}
	}
	for _, effect := range ordered {
		if p, is := effect.(messages.Post); is {
			out = s.deleteLine(s.Named.Add(p.ID, people), out)
		}
	}
	return out
}

// linkLate gives up a question that has no answer in time, and says so.
func (s *State) linkLate(a *duty.LinkAsked, out []Effect) []Effect {
	i, of := s.Seats.Of(a.Said.Familiar), admission.Link
	switch {
	case a.Said.Share != "":
		of = admission.Memory
	case a.Said.Ends:
		of = admission.Unlink
	}
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByFailed, Reason: because.Refused{Of: because.Obeyed{Command: string(of)}, Why: because.LinksSilent}}, out)
	if i < 0 {
		return out
	}
	return s.answerCommand(i, a.Said.Line, admission.Answer{Key: admission.LinkLate, Name: s.cfg(i).Name}, out)
}

// linkSaid does, where links are held, what somebody has said elsewhere.
func (s *State) linkSaid(from messages.ChannelID, said messages.LinkSaid, out []Effect) []Effect {
	if s.Links == nil {
		return out
	}
	before, c := s.Links.Version, &s.config.Room.Admission
	answers, deed := s.Links.Ask(s.Now, from, &said, persons.Limits{For: c.ClaimFor, Tries: c.ClaimTries})
	if len(answers) > 0 {
		out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: because.LinkCame{To: answers[0].Outcome}}, out)
	}
	for _, a := range answers {
		out = append(out, messages.Tell{Channel: a.To, Event: messages.Told{From: s.Channel, Fact: a.LinkAnswered}})
	}
	if s.Links.Version != before {
		out = append(out, messages.ShareLinks{Deed: deed})
	}
	return out
}

// LinksKept returns the links that an encoded state of [messages.Persons] has; nil: it
// was never saved.
func LinksKept(body []byte) (*persons.Links, error) {
	if len(body) == 0 {
		return &persons.Links{}, nil
	}
	kept, err := Kept(body)
	switch {
	case err != nil:
		return nil, fmt.Errorf("linked accounts: %w", err)
	case kept.Links == nil:
		return &persons.Links{}, nil
	}
	return kept.Links, nil
}

// endLink ends the link of an account, as the operator wants it.
func (s *State) endLink(e messages.LinkEnded, out []Effect) []Effect {
	if s.Links == nil || !s.Links.End(messages.Identity{Network: e.Network, Person: e.Person}) {
		return out
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: because.LinkCame{To: string(persons.Ended)}}, out)
	return append(out, messages.ShareLinks{})
}

// forgetLinks forgets which accounts somebody has linked, and what names them.
func (s *State) forgetLinks(id messages.PersonID, out []Effect) []Effect {
	s.Duties.DropLinks(id)
	for _, line := range s.Named.Forget(id) {
		out = s.deleteLine(line, out)
	}
	if s.Links == nil || !s.Links.Forget(id) {
		return out
	}
	return append(out, messages.ShareLinks{})
}
