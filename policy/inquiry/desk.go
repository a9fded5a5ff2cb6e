package inquiry

import (
	"encoding/json"
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/roster"
)

// Means are what an account can ask its network, a bit each.
type Means uint8

// The means.
const (
	Members Means = 1 << iota // who is here
	History                   // what was said before
)

// A Desk asks a channel's network what there is to know, where that can be
// asked at all.
type Desk struct {
	*Inquiry // nil: nobody was ever asked anything

	means Means // of any account
}

// An Asker is the account whose copy of a line shows that it is here, and what
// an order needs besides.
type Asker struct {
	Account messages.AccountID
	Means   Means // of that account
	Channel messages.ChannelID
	Now     messages.Instant
	Numbers *deadline.Counter
}

// Use says what can be asked by any account.
func (d *Desk) Use(means Means) { d.means = means }

// Idle reports whether nothing can be asked, and nothing was.
func (d *Desk) Idle() bool { return d.means == 0 && d.Inquiry == nil }

// Can reports whether any account can ask for that.
func (d *Desk) Can(means Means) bool { return d.means&means != 0 }

// Cancel forgets what was asked, and the lines that wait for it.
func (d *Desk) Cancel() { d.Inquiry = nil }

// IsZero reports whether nobody was ever asked anything.
func (d *Desk) IsZero() bool { return d.Inquiry == nil }

// UnmarshalJSON implements json.Unmarshaler: what was kept is an inquiry, even
// if nothing is in it.
func (d *Desk) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	d.Inquiry = &Inquiry{}
	return json.Unmarshal(b, d.Inquiry)
}

// begun returns the inquiry to be added to.
func (d *Desk) begun() *Inquiry {
	if d.Inquiry == nil {
		d.Inquiry = &Inquiry{}
	}
	return d.Inquiry
}

// AskHistory asks for what was said before the first line, and reports whether
// that line waits for it.
func (d *Desk) AskHistory(a Asker, out []messages.Effect) (_ []messages.Effect, waits bool) {
	if a.Means&History == 0 {
		return out, false
	}
	q := d.begun()
	if q.askHistory(a.Account, a.Numbers) {
		out = append(out, q.historyOrder(a.Channel, a.Now, q.History, a.Account))
	}
	return out, true
}

// AskHistoryToo asks another account for the same: what was said before, each
// has to see itself.
func (d *Desk) AskHistoryToo(a Asker, out []messages.Effect) []messages.Effect {
	if a.Means&History == 0 || !d.asksToo(a.Account) {
		return out
	}
	return append(out, d.historyOrder(a.Channel, a.Now, d.askToo(a.Account, a.Numbers), a.Account))
}

// AskMembers asks who is here, unless that was asked not long ago, and reports
// whether the answer is still to be waited for.
func (d *Desk) AskMembers(a Asker, out []messages.Effect) (_ []messages.Effect, open bool) {
	if a.Means&Members == 0 {
		return out, false
	}
	q := d.begun()
	if q.Members.N == 0 && (q.Asked == 0 || a.Now.Sub(q.Asked) >= roster.FreshFor) {
		q.askMembers(a.Account, a.Now, a.Numbers)
		out = append(out, q.membersOrder(a.Channel))
	}
	return out, q.Members.N != 0 && a.Now.Sub(q.Asked) < ColdWait
}

// Begin has the first line wait, for not longer than [ColdWait].
func (d *Desk) Begin(l *messages.Line, now messages.Instant, numbers *deadline.Counter) {
	d.begun().Hold(l, now)
	d.Until = numbers.By(now.Add(ColdWait))
}

// Ready reports whether nothing is left to wait for. room says that the channel's
// room has yet to say whether a reply of ours begins it, for which a line waits
// that stands in a thread off a line; hangs, whether a line's decision hangs on
// who is here.
func (d *Desk) Ready(room bool, hangs func(*messages.Line) bool) bool {
	return !d.fetches() &&
		!(room && slices.ContainsFunc(d.Held, func(h Held) bool { return h.ReplyTo.ThreadRoot })) &&
		!(d.Inquiry.Members.N != 0 && slices.ContainsFunc(d.Held, func(h Held) bool { return hangs(h.Line) }))
}

// Over says what a deadline ends.
type Over uint8

// What a deadline ends.
const (
	Nothing     Over = iota // it is none of these
	Wait                    // all wait no more
	MembersWait             // nobody waits for the members any more
)

// Fired takes the deadline of that number, and returns what it ends.
func (d *Desk) Fired(n uint64) Over {
	switch {
	case d.Inquiry == nil:
		return Nothing
	case d.Until.Is(n):
		return Wait
	case d.AnswerMembers(n):
		return MembersWait
	default:
		return Nothing
	}
}
