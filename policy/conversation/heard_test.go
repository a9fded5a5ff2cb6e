package conversation

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestEachHearsByItsAccount draws lines with copies for some accounts, edits,
// silences and answers: a seat is shown a text only of which its account has a
// copy, and notes only lines of which it has one.
func TestEachHearsByItsAccount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapidPick(t)
		w := newWorld(t, p)
		ears := map[string][]messages.AccountID{} // who has heard a line or, by its name, a text
		now := map[messages.LineID]string{}       // the text of a line
		hears := func(who messages.FamiliarID, what string) bool {
			accounts, known := ears[what]
			k := slices.IndexFunc(w.config.Seats, func(c SeatConfig) bool { return c.Familiar == who })
			return !known || k < 0 || slices.Contains(accounts, w.config.Seats[k].Account)
		}
		step := func(e Event) {
			for _, effect := range w.step(e) {
				var who messages.FamiliarID
				var shown []messages.Quoted
				switch o := effect.(type) {
				case messages.Judge:
					who, shown = o.Familiar, slices.Concat(o.Context, o.Waiting)
				case messages.Compose:
					who, shown = o.Familiar, slices.Concat(o.Earlier, o.Recent, o.Addressed)
				case messages.Inject:
					who, shown = w.s.Seats[w.s.Turn.Seat].Familiar, o.Lines
				case *messages.Note:
					if !hears(o.Familiar, string(o.Line)) {
						t.Fatalf("%s notes %s by %s about %s, which its account has not heard", o.Familiar, o.Act, o.Rung, o.Line)
					}
				}
				for _, q := range shown {
					if !hears(who, q.Text) {
						t.Fatalf("%T of %s shows %s: %s, which its account has not heard", effect, who, q.ID, q.Text)
					}
				}
			}
		}
		for range rapid.IntRange(5, 60).Draw(t, "moves") {
			account := w.config.Seats[p("account", len(w.config.Seats))].Account
			l := w.line()
			l.Author, l.Account = messages.Author{ID: "p0", Name: "ana"}, account
			w.aim(l)
			known := w.someLine()
			_, ours := now[known]
			hear := func(id messages.LineID, text string) {
				ears[string(id)], ears[text] = append(ears[string(id)], account), append(ears[text], account)
			}
			switch p("what happens", 8) {
			case 0, 1:
				l.DM = p("direct", 4) == 0
				w.known, now[l.ID] = append(w.known, l.ID), l.Text
				hear(l.ID, l.Text)
				step(messages.Heard{Line: l})
			case 2, 3:
				if l.ID = known; !ours {
					continue
				}
				hear(l.ID, now[l.ID])
				if p("again", 2) == 0 {
					step(messages.Heard{Line: l})
				} else {
					step(messages.AlsoHeard{Line: l})
				}
			case 4:
				if l.ID = known; !ours {
					continue
				}
				now[l.ID] = l.Text
				hear(l.ID, l.Text)
				step(messages.Edited{Line: l})
			case 5:
				if due, ok := w.s.Due(); ok {
					w.now = max(w.now, due.At)
					step(messages.TimerFired{N: due.N})
				}
			case 6:
				step(messages.Judged{N: w.number(w.asked), Yes: p("yes", 2) == 0})
			case 7:
				step(messages.Composed{N: w.number(w.composing), Skip: true})
			}
		}
	})
}
