package conversation

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPeersAloneAreStopped lets bots and familiars talk with nobody else there,
// under every configuration: the guard lets them have so many turns, and then
// it is over, or with a cool-down over for so long.
func TestPeersAloneAreStopped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		round, began := w.config.Room.Guard.Stop+len(w.config.Seats), w.now
		for range rapid.IntRange(10, 60).Draw(t, "rounds") {
			w.peersGoOn()
			most := round
			if cool := w.config.Room.Guard.Cooldown; cool > 0 {
				most *= 1 + int(w.now.Sub(began)/cool)
			}
			if w.turns > most {
				w.t.Fatalf("%d turns and no human: want at most %d", w.turns, most)
			}
		}
	})
}

// peersGoOn is one round: a bot may say something, and whatever the machine
// orders is done.
func (w *world) peersGoOn() {
	if w.pick("a bot speaks", 4) != 3 {
		w.speak(true)
	}
	if w.pick("time passes", 8) == 7 {
		w.now = w.now.Add(4 * time.Minute)
	}
	for range w.pick("deadlines", 3) {
		w.fire()
	}
	for range len(w.asked) {
		w.step(messages.Judged{N: w.number(w.asked), Yes: w.pick("no", 4) != 3})
	}
	if len(w.composing) > 0 {
		w.compose()
	}
	if w.s.Turn == nil {
		return
	}
	for _, part := range w.s.Turn.Posts {
		if w.pick("echo first", 2) == 1 {
			w.echo()
		}
		w.step(messages.Delivered{Post: part.Post, Line: messages.LineID("own " + part.Post)})
	}
}
