package conversation

import (
	"familiar/messages"
	"familiar/policy/guard"
)

// guardHolds: since a human reset the guard, or somebody woke a familiar, no
// more turns have begun whose newest answered line is a bot's than the guard
// allows, whoever's they are. A human resets it by any line, or by one that is
// to be answered, and again when it is.
func (w *world) guardHolds(e Event, out []Effect) {
	w.t.Helper()
	c := w.config.Room.Guard
	for _, l := range w.reached(e) {
		if !l.Author.Bot && !l.Backfilled && c.Reset == guard.Any {
			w.newRow()
		}
	}
	for _, effect := range out {
		switch o := effect.(type) {
		case *messages.Note:
			if o.Act == messages.Engage && o.Rung != messages.ByTurn && !o.Facts.Has(messages.FromBot) {
				w.newRow()
			}
		case messages.Compose:
			switch {
			case w.s.Turn == nil || w.s.Turn.Tries+w.s.Turn.Steered > 0: // no turn of its own
			case o.Trigger == messages.Woken:
				w.newRow()
			case w.answersBot(&o):
				w.inARow++
			case c.Reset == guard.Engaged:
				w.newRow()
			}
		}
	}
	if most := w.guardAllows(w.rowBegan); w.inARow > most {
		w.t.Fatalf("%d turns in a row answer bots: want at most %d", w.inARow, most)
	}
}

func (w *world) newRow() { w.inARow, w.rowBegan = 0, w.s.Now }

// guardAllows gives how many turns may answer bots between two resets, when
// the first was at began: stop, and stop more for each cool-down since. Where
// lines are counted each familiar may have one more, for what waited for it at
// the reset had been counted before.
func (w *world) guardAllows(began messages.Instant) int {
	most := w.config.Room.Guard.Stop * w.rounds(began)
	if w.config.Room.Guard.Count == guard.Lines {
		most += len(w.config.Seats)
	}
	return most
}

// rounds is how often the guard may have stopped bots since then.
func (w *world) rounds(began messages.Instant) int {
	if cool := w.config.Room.Guard.Cooldown; cool > 0 {
		return 1 + int(max(0, w.s.Now.Sub(began))/cool)
	}
	return 1
}

// answersBot reports whether the newest line that a turn answers is a bot's;
// of none, the newest that anybody else said where its familiar could see it,
// deleted or not.
func (w *world) answersBot(o *messages.Compose) bool {
	if len(o.Addressed) > 0 {
		return o.Addressed[len(o.Addressed)-1].Author.Bot
	}
	i, bot := w.seat(o.Familiar), true
	for e := range w.s.Lines.All() {
		if int(e.By) != i+1 && e.Hidden&(1<<i) == 0 {
			bot = e.Author.Bot
		}
	}
	return bot
}
