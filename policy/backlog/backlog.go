// Package backlog keeps what is addressed to one familiar and is in no turn yet:
// lines that wait for more of the same, for a turn in flight or for a model, and
// lines whose turn was called off for a newer one.
package backlog

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/transcript"
)

// Most is how many lines wait at once; of more the oldest are shed.
const Most = 50

// A Backlog is one familiar's. In the zero Backlog nothing waits.
type Backlog struct {
	Pending  transcript.Entries `json:"pending,omitempty"`  // oldest first
	Debounce deadline.Deadline  `json:"debounce,omitempty"` // until then Pending grows
	Paused   *Paused            `json:"paused,omitempty"`   // what it answers after the line it was interrupted by; nil: nothing
}

// A Paused is what was being answered when somebody's line went before it.
type Paused struct {
	Asked transcript.Entries `json:"asked,omitempty"` // the lines, oldest first; none: they are pending again
	Times int                `json:"times"`           // how often they were put off
	First bool               `json:"first,omitempty"` // the line that goes before them is in no turn yet
}

// IsReady reports whether lines wait for a turn and for nothing else.
func (b *Backlog) IsReady() bool { return len(b.Pending) > 0 && b.Debounce.N == 0 }

// Owes reports whether that line waits.
func (b *Backlog) Owes(no uint32) bool {
	return b.Pending.Has(no) || b.Paused != nil && b.Paused.Asked.Has(no)
}

// Add appends a line, and returns what is shed for it.
func (b *Backlog) Add(e transcript.Entry) (shed transcript.Entries) {
	b.Pending = append(b.Pending, e)
	return b.shed()
}

// Return puts lines back among those that wait, in their order, and returns what
// is shed for them.
func (b *Backlog) Return(lines transcript.Entries) (shed transcript.Entries) {
	if len(lines) == 0 {
		return nil
	}
	return b.Replace(append(slices.Clone(lines), b.Pending...))
}

// TakeOver puts lines that were another's among those that wait, in their order,
// and returns what is shed for them.
func (b *Backlog) TakeOver(lines transcript.Entries) (shed transcript.Entries) {
	return b.Replace(append(b.Pending, lines...))
}

// Replace has these lines wait, in their order, instead of those that do, and
// returns what is shed of them.
func (b *Backlog) Replace(lines transcript.Entries) (shed transcript.Entries) {
	b.Pending = lines
	b.Pending.Sort()
	return b.shed()
}

func (b *Backlog) shed() transcript.Entries {
	over := len(b.Pending) - Most
	if over <= 0 {
		return nil
	}
	shed := slices.Clone(b.Pending[:over])
	b.Pending = slices.Delete(b.Pending, 0, over)
	return shed
}

// Take empties it, but for what is paused, and returns what has waited.
func (b *Backlog) Take() transcript.Entries {
	all := b.Pending
	b.Pending, b.Debounce = nil, deadline.Deadline{}
	return all
}

// Interrupt pauses what a turn was about, which has been put off so often now,
// behind what is paused already, and reports whether there was anything.
func (b *Backlog) Interrupt(asked transcript.Entries, times int) bool {
	if b.Paused != nil {
		asked = append(b.Paused.Asked, asked...)
	}
	if b.Paused = nil; len(asked) == 0 {
		return false
	}
	b.Paused = &Paused{Asked: asked, Times: times, First: true}
	return true
}

// Resume puts what was interrupted back among what waits, before anything that
// came since, once the line it gave way to was answered or is no more. It returns
// what is shed for it.
func (b *Backlog) Resume() (shed transcript.Entries) {
	p := b.Paused
	if p == nil || p.First && len(b.Pending) > 0 {
		return nil
	}
	p.First = false
	shed = b.Return(p.Asked)
	p.Asked = nil
	return shed
}

// TakeBreaks returns how often what a turn begins about was put off. What is
// pending again goes on with that turn.
func (b *Backlog) TakeBreaks() int {
	p := b.Paused
	if p == nil {
		return 0
	}
	if p.First = false; len(p.Asked) == 0 {
		b.Paused = nil
	}
	return p.Times
}

// Unpause puts what is paused back among what waits, since it isn't to go on as
// it was, and returns what is shed for it.
func (b *Backlog) Unpause() (shed transcript.Entries) {
	p := b.Paused
	if p == nil {
		return nil
	}
	b.Paused = nil
	return b.Return(p.Asked)
}

// CountPauses has what waits now be about to be put off so often already, where
// that is more than it was, with nothing paused. It returns what is shed.
func (b *Backlog) CountPauses(times int) (shed transcript.Entries) {
	if b.Paused != nil {
		times = max(times, b.Paused.Times)
	}
	if shed = b.Unpause(); times > 0 {
		b.Paused = &Paused{Times: times}
	}
	return shed
}

// Strike takes lines out, and returns them.
func (b *Backlog) Strike(goes func(transcript.Entry) bool) (struck transcript.Entries) {
	b.Each(func(waits transcript.Entries) {
		for _, e := range waits {
			if goes(e) {
				struck = append(struck, e)
			}
		}
	})
	if b.Pending = slices.DeleteFunc(b.Pending, goes); len(b.Pending) == 0 {
		b.Take()
	}
	if b.Paused != nil {
		b.Paused.Asked = slices.DeleteFunc(b.Paused.Asked, goes)
	}
	return struck
}

// Each calls do with each list of lines.
func (b *Backlog) Each(do func(transcript.Entries)) {
	do(b.Pending)
	if b.Paused != nil {
		do(b.Paused.Asked)
	}
}

// Revise gives a line its new text and files wherever it waits.
func (b *Backlog) Revise(l *messages.Line) {
	b.Each(func(all transcript.Entries) { all.Revise(l) })
}
