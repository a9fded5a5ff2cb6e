package duty

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/ties"
	"familiar/policy/transcript"
)

// Task is the order to tell the side-fork what it has to do. channel is the
// fork's parent, as everywhere here.
func (f *Fork) Task(channel messages.ChannelID) messages.Tell {
	return ties.Tell(channel, channel.Fix(f.Line), messages.ForkBegun{Fork: f.ID, Familiar: f.Familiar, Text: f.Text, Why: f.Why})
}

// Over is the order to tell the side-fork that it is closed.
func (f *Fork) Over(channel messages.ChannelID) messages.Tell {
	return ties.Tell(channel, channel.Fix(f.Line), messages.ForkClosed{Fork: f.ID, Familiar: f.Familiar})
}

// About reports whether the fork corrects a line that goes, or was begun to
// answer one. self is whose line it corrects.
func (f *Fork) About(self messages.PersonID, lines *transcript.Log, goes func(transcript.Entry) bool) bool {
	if goes(transcript.Entry{Marks: transcript.Marks{No: f.No, At: f.Said}, Author: &messages.Author{ID: self}, ID: f.Line}) {
		return true
	}
	return slices.ContainsFunc(f.Asked, func(no uint32) bool {
		e := lines.At(no)
		return e != nil && goes(lines.Entry(e))
	})
}

// Wrong is the line that the fork corrects, as a turn of that seat answers it,
// whose author is given: it may have left the transcript.
func (f *Fork) Wrong(lines *transcript.Log, seat int, author messages.Author) transcript.Entry {
	if e := lines.At(f.No); e != nil {
		return lines.Entry(e)
	}
	return transcript.Entry{
		Marks:  transcript.Marks{No: f.No, By: int8(seat + 1), At: f.Said},
		Author: &author, ID: f.Line, Text: f.Text,
	}
}

// Answered takes what a side-fork tells back, and gives which fork of the list
// it is; -1: it is closed, or was told before. Without a text there is no
// correction.
func (d *Duties) Answered(channel, from messages.ChannelID, id uint64, text string) int {
	k := d.Fork(func(f *Fork) bool { return f.ID == id && channel.Fix(f.Line) == from })
	if k < 0 || d.Forks[k].Answer != "" {
		return -1
	}
	d.Forks[k].Answer = text
	return k
}

// NextAnswered returns the oldest fork whose correction waits to be posted; -1
// for none.
func (d *Duties) NextAnswered() int {
	return d.Fork(func(f *Fork) bool { return f.Answer != "" })
}

// A Due is what the deadline of a duty brings about.
//
//sumtype:decl
type Due interface{ due() }

type (
	// FixOver is that this side-fork has outlived its time: it is to be left.
	FixOver struct{}
	// WhyLate is that the ledger has not answered a question in time. It is off
	// the list.
	WhyLate struct{ WhyAsked }
	// ForkOver is that fork K of the list has no answer in time: it is to be
	// closed.
	ForkOver struct{ K int }
	// ForkAgain is that a fork's task is to be told again.
	ForkAgain struct{ Fork }
	// LinkLate is that a question about linked accounts has no answer in time. It is off
	// the list.
	LinkLate struct{ LinkAsked }
	// LinkAgain is that such a question is to be asked again.
	LinkAgain struct{ LinkAsked }
)

func (FixOver) due()   {}
func (WhyLate) due()   {}
func (ForkOver) due()  {}
func (ForkAgain) due() {}
func (LinkLate) due()  {}
func (LinkAgain) due() {}

// Fired takes the deadline of that number; nil: it is no duty's.
func (d *Duties) Fired(n uint64, now messages.Instant, numbers *deadline.Counter) Due {
	if d == nil {
		return nil
	}
	if d.Fix != nil && d.Fix.Is(n) {
		return FixOver{}
	}
	if w := d.TakeWhy(n); w != nil {
		return WhyLate{*w}
	}
	if due := d.linkFired(n, now, numbers); due != nil {
		return due
	}
	k := d.Fork(func(f *Fork) bool { return f.Is(n) })
	switch {
	case k < 0:
		return nil
	case now >= d.Forks[k].Until:
		return ForkOver{k}
	}
	d.Forks[k].tellAgain(now, numbers)
	return ForkAgain{d.Forks[k]}
}

// Pending appends the orders that may not have been carried out.
func (d *Duties) Pending(channel messages.ChannelID, out []messages.Effect) []messages.Effect {
	if d == nil {
		return out
	}
	for k := range d.Forks {
		out = append(out, d.Forks[k].Task(channel))
	}
	for k := range d.Whys {
		out = append(out, d.Whys[k].Order(channel))
	}
	for k := range d.Links {
		out = append(out, d.Links[k].Order(channel))
	}
	return d.TellFixed(channel, out)
}
