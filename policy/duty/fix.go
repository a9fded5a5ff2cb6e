package duty

import (
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/ties"
)

// fixKept is how long a side-fork outlives the time it had, in case nobody
// tells it that it is closed.
const fixKept = ForkFor + time.Hour

// IsFork reports whether this channel is a side-fork at work, or one that has
// answered.
func (d *Duties) IsFork() bool { return d != nil && d.Fix != nil }

// BeginFix takes the task of a side-fork, which this channel is.
func (d *Duties) BeginFix(from messages.ChannelID, task messages.ForkBegun, now messages.Instant, numbers *deadline.Counter) {
	d.Fix = &Fix{
		Deadline: numbers.By(now.Add(fixKept)), ID: task.Fork, Parent: from, Familiar: task.Familiar, Text: task.Text, Why: task.Why,
	}
}

// Brief adds the task to the order of the turn that does it, as words of the
// familiar's own.
func (f *Fix) Brief(order *messages.Compose, own messages.Author) {
	order.Notice = messages.FixNotice
	order.Addressed = append(order.Addressed, messages.Quoted{ID: "wrong", Author: own, Text: f.Text, Own: true})
	if f.Why != "" {
		order.Addressed = append(order.Addressed, messages.Quoted{ID: "why", Author: own, Text: f.Why, Own: true})
	}
}

// FinishFix ends the work with an answer or, if that is "", because of a
// failure, and tells it back. It does nothing where there is no work.
func (d *Duties) FinishFix(channel messages.ChannelID, answer string, failure because.Reason, out []messages.Effect) []messages.Effect {
	if !d.Fixing() {
		return out
	}
	if d.Fix.Done, d.Fix.Answer = true, answer; answer == "" {
		d.Fix.Failure = because.Written(failure)
	}
	return d.TellFixed(channel, out)
}

// TellFixed tells the answer back, if there is one.
func (d *Duties) TellFixed(channel messages.ChannelID, out []messages.Effect) []messages.Effect {
	if !d.IsFork() || !d.Fix.Done {
		return out
	}
	fix := d.Fix
	switch fix.Answer {
	case "":
		return append(out, ties.Tell(channel, fix.Parent, messages.ForkUnfixed{Fork: fix.ID, Familiar: fix.Familiar, Why: fix.Failure}))
	default:
		return append(out, ties.Tell(channel, fix.Parent, messages.ForkFixed{Fork: fix.ID, Familiar: fix.Familiar, Text: fix.Answer}))
	}
}

// LeaveFix ends the work without a word: nobody waits for it.
func (d *Duties) LeaveFix() { d.Fix = nil }

// ClosedBy reports whether a fact that closes a fork, told by that channel, ends
// this side-fork.
func (d *Duties) ClosedBy(from messages.ChannelID, closed messages.ForkClosed) bool {
	return d.IsFork() && d.Fix.ID == closed.Fork && d.Fix.Parent == from
}
