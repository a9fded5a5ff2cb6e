package conversation

import (
	"strings"

	"familiar/messages"
	"familiar/policy/hours"
)

// plan makes hours of one span, active or quiet, of a clock that shows UTC.
func plan(t failer, kind, span string) hours.Plan {
	t.Helper()
	var s hours.Span
	if err := s.UnmarshalText([]byte(span)); err != nil {
		t.Fatalf("%v", err)
	}
	c := hours.Config{Active: []hours.Span{s}}
	if kind == "quiet" {
		c = hours.Config{Quiet: []hours.Span{s}}
	}
	p, err := hours.New(c)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// hours gives every familiar the same, "quiet 12:10-12:20".
func (p *player) hours(text string) {
	kind, span, _ := strings.Cut(text, " ")
	for i := range p.config.Seats {
		p.config.Seats[i].Hours = plan(p.t, kind, span)
	}
}

// drawHours gives most worlds none, and the others hours that change within
// the first half hour.
func drawHours(p pick) hours.Plan {
	noon := func(from, to int) []hours.Span {
		return []hours.Span{{Days: hours.EveryDay, From: 12*60 + from, To: 12*60 + to}}
	}
	var c hours.Config
	switch p("hours", 6) {
	case 4:
		c.Active = noon(0, 2)
	case 5:
		c.Quiet = noon(2, 30)
	}
	drawn, err := hours.New(c)
	if err != nil {
		panic(err)
	}
	return drawn
}

// silentHoursAreKept: in quiet hours nothing begins, unless somebody woke it;
// outside the active ones nothing that nobody asked for.
func (w *world) silentHoursAreKept(out []Effect) {
	w.t.Helper()
	for _, effect := range out {
		var who messages.FamiliarID
		var why messages.Trigger
		switch o := effect.(type) {
		case messages.Judge:
			who, why = o.Familiar, o.Trigger
		case messages.Compose:
			if t := w.s.Turn; t == nil || t.Tries+t.Steered > 0 {
				continue // it began before; nil: see account.after
			}
			who, why = o.Familiar, o.Trigger
			if called(w.s.Turn) && why.Unsolicited() {
				why = messages.Address
			}
		default:
			continue
		}
		if level := w.s.cfg(w.seat(who)).Hours.At(w.s.Now); !level.Lets(why) {
			w.t.Fatalf("%s does something for %s at an hour that is %s", who, why, level)
		}
	}
}
