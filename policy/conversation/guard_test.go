package conversation

import (
	"familiar/messages"
	"familiar/policy/guard"
)

// guardHolds: of turns whose newest answered line is a bot's no more begin in
// a row than the guard allows, whoever's they are. A row ends by a turn that
// answers a human, by one that somebody woke, and by a human's line: any, or
// one that is to be answered.
func (w *world) guardHolds(e Event, out []Effect) {
	w.t.Helper()
	c := w.config.Room.Guard
	if l := heardLine(e); l != nil && !l.Author.Bot && !l.Backfilled && c.Reset == guard.Any {
		w.inARow = 0
	}
	for _, effect := range out {
		switch o := effect.(type) {
		case *messages.Note:
			if o.Act == messages.Engage && o.Rung != byTurn && !o.Facts.Has(messages.FromBot) {
				w.inARow = 0
			}
		case messages.Compose:
			switch {
			case w.s.Turn == nil || w.s.Turn.Tries+w.s.Turn.Steered > 0: // no turn of its own
			case o.Trigger == messages.Woken || !answersBot(&o):
				w.inARow = 0
			default:
				w.inARow++
			}
		}
	}
	if w.inARow > c.Stop {
		w.t.Fatalf("%d turns in a row answer bots: want at most %d", w.inARow, c.Stop)
	}
}

func heardLine(e Event) *messages.Line {
	switch e := e.(type) {
	case messages.Heard:
		return e.Line
	case messages.AlsoHeard:
		return e.Line
	}
	return nil
}

// answersBot reports whether the newest line that a turn answers is a bot's;
// of none, the newest of its context.
func answersBot(o *messages.Compose) bool {
	answered := o.Addressed
	if len(answered) == 0 {
		answered = o.Recent
	}
	if len(answered) == 0 {
		answered = o.Earlier
	}
	return len(answered) == 0 || answered[len(answered)-1].Author.Bot
}
