package persons

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/code"
)

// An Outcome is what came of a question.
type Outcome string

// The outcomes.
const (
	Offered  Outcome = "offered"  // here is a code
	Joined   Outcome = "joined"   // they are one
	Unknown  Outcome = "unknown"  // no such code is open
	Own      Outcome = "own"      // the code was given to this very account
	Full     Outcome = "full"     // that would be more accounts than one person may link
	Often    Outcome = "often"    // they have asked too often
	Busy     Outcome = "busy"     // all together have, or there is no room
	Ended    Outcome = "ended"    // the link is ended
	Unlinked Outcome = "unlinked" // there was none

	Agreed    Outcome = "agreed"    // what is learned from the account may be recalled elsewhere
	Withdrawn Outcome = "withdrawn" // it may not
	Single    Outcome = "single"    // they have nothing linked, so that there is nothing to agree to
)

// An Answer is what one channel is to be told.
type Answer struct {
	To messages.ChannelID
	messages.LinkAnswered
}

// Ask takes what somebody has said in a channel, and gives what is to be said to that.
// The same question again, as after a crash, gets the same answer and does nothing;
// it only gets another code, since the first one is known to nobody. A code that was
// said where others read is void, and gets no answer.
func (l *Links) Ask(now messages.Instant, from messages.ChannelID, said *messages.LinkSaid, limits Limits) (answers []Answer, deed messages.LinkDeed) {
	l.expire(now)
	of := said.Of
	of.Network = from.Network()
	if said.Public {
		if k := l.open(said.Code); k >= 0 {
			l.Codes = slices.Delete(l.Codes, k, k+1)
			l.tidy()
		}
		return nil, messages.LinkDeed{}
	}
	answer := messages.LinkAnswered{N: said.N, Line: said.Line, Familiar: said.Familiar}
	asking := l.asking(now, of, limits)
	if asking == nil {
		answer.Outcome = string(Busy)
		return []Answer{{from, answer}}, messages.LinkDeed{}
	}
	again := asking.Channel == from && asking.Last == said.N
	if asking.Channel == from && said.N < asking.Last { // overtaken by the next one
		return nil, messages.LinkDeed{}
	}
	switch asking.Channel, asking.Last = from, said.N; {
	case again && asking.Came != Offered:
	case !again && asking.Asks >= MostAsks:
		asking.Came = Often
	default:
		if !again {
			asking.Asks++
		}
		answers, deed = l.answer(now, from, of, said, asking, limits)
	}
	answer.Outcome, answer.With = string(asking.Came), l.Others(of)
	if asking.Came == Offered {
		answer.Code, answer.For = code.Write(randomOf(said)), limits.For
	}
	return append([]Answer{{from, answer}}, answers...), deed
}

// answer does what is asked for, and notes what came of it.
func (l *Links) answer(now messages.Instant, from messages.ChannelID, of messages.Identity, said *messages.LinkSaid, asking *Asking, limits Limits) (others []Answer, deed messages.LinkDeed) {
	switch {
	case said.Share != "":
		asking.Came, deed = l.share(of, said.Share == messages.ShareOn)
	case said.Ends:
		if asking.Came = Unlinked; l.End(of) {
			asking.Came, deed = Ended, messages.LinkDeed{Act: messages.AccountUnlinked, Of: of}
		}
	case said.Code == "":
		asking.Came = l.offer(now, from, of, said, limits)
	default:
		return l.use(now, of, said, asking, limits)
	}
	return nil, deed
}

// offer opens a code in place of the one that the account may have been given before.
func (l *Links) offer(now messages.Instant, from messages.ChannelID, of messages.Identity, said *messages.LinkSaid, limits Limits) Outcome {
	if len(l.Others(of))+1 >= MostAccounts {
		return Full
	}
	l.Codes = slices.DeleteFunc(l.Codes, func(c Code) bool { return c.Of.Is(of) })
	if len(l.Codes) >= MostCodes || len(said.Random) != len(code.Random{}) {
		l.tidy()
		return Busy
	}
	l.Codes = append(l.Codes, Code{
		Sum: code.Sum(code.Write(randomOf(said))), Of: of, Until: now.Add(limits.For),
		Channel: from, Line: said.Line, Familiar: said.Familiar,
	})
	return Offered
}

// use takes a code that somebody says, and tells who it was given to.
func (l *Links) use(now messages.Instant, of messages.Identity, said *messages.LinkSaid, asking *Asking, limits Limits) (others []Answer, deed messages.LinkDeed) {
	switch k := l.open(said.Code); {
	case asking.Wrong >= limits.Tries:
		asking.Came = Often
	case l.Wrong >= MostWrong:
		asking.Came = Busy
	case k < 0:
		if asking.Came = Unknown; l.Wrong == 0 {
			l.WrongUntil = now.Add(limits.For)
		}
		asking.Wrong, l.Wrong = asking.Wrong+1, l.Wrong+1
	case l.Codes[k].Of.Is(of):
		asking.Came = Own
	default:
		given, before := l.Codes[k], l.Version
		if asking.Came = l.join(now, given.Of, of); asking.Came != Joined {
			return nil, messages.LinkDeed{}
		}
		l.Codes = slices.Delete(l.Codes, k, k+1)
		l.tidy()
		if l.Version != before {
			deed = messages.LinkDeed{Act: messages.AccountsLinked, Of: of, With: given.Of}
		}
		return []Answer{{given.Channel, messages.LinkAnswered{
			Line: given.Line, Familiar: given.Familiar, Outcome: string(Joined), With: l.Others(given.Of),
		}}}, deed
	}
	return nil, messages.LinkDeed{}
}

// open returns where the code is that somebody has said, however they wrote it; -1: it
// isn't open. It takes as long wherever it is.
func (l *Links) open(said string) (at int) {
	at = -1
	if !code.Fits(said) {
		return at
	}
	sum := code.Sum(strings.ToUpper(said))
	for k := range l.Codes {
		if code.Same(l.Codes[k].Sum, sum) {
			at = k
		}
	}
	return at
}

// asking returns what is known of who asks; nil: there is no room for another.
func (l *Links) asking(now messages.Instant, of messages.Identity, limits Limits) *Asking {
	k := slices.IndexFunc(l.Askings, func(a Asking) bool { return a.Network == of.Network && a.Person == of.Person })
	if k < 0 {
		if len(l.Askings) >= MostAsking {
			return nil
		}
		k = len(l.Askings)
		l.Askings = append(l.Askings, Asking{Network: of.Network, Person: of.Person, Until: now.Add(limits.For)})
	}
	return &l.Askings[k]
}

// randomOf returns the bits that came with a question.
func randomOf(said *messages.LinkSaid) (r code.Random) {
	copy(r[:], said.Random)
	return r
}
