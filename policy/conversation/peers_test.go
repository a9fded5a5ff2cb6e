package conversation

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/guard"
	"familiar/policy/turns"
)

// TestPeersAloneAreStopped lets bots and familiars talk with nobody else there,
// under every configuration: the guard lets them have room.guard.stop turns,
// whoever takes them, and then it is over, or with a cool-down over for so
// long; in a channel of mode broadcast they have none. A human's line sets them free again.
func TestPeersAloneAreStopped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		began := w.now
		for range rapid.IntRange(10, 60).Draw(t, "rounds") {
			w.peersGoOn()
			w.hasTurns(w.aloneAllowed(began))
		}
		w.humanRevives()
	})
}

// TestPairsThatNeverTireAreStopped: two talk, then another two; every answer
// calls somebody, the judge always says yes, and any pause passes. The guard
// ends it all the same, and once more after a human has revived it. Each
// familiar may answer the human besides, and where the guard is reset by that
// each such answer begins a new row.
func TestPairsThatNeverTireAreStopped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		pairs := exchange{w: w, long: rapid.IntRange(1, 5).Draw(t, "a pair's turns")}
		stop, n, began := w.config.Room.Guard.Stop, len(w.config.Seats), w.now
		for range stop + 10 {
			pairs.goOn()
			w.hasTurns(w.aloneAllowed(began))
		}
		if !w.humanRevives() {
			return
		}
		rows := 1
		if w.config.Room.Guard.Reset == guard.Engaged {
			rows += n
		}
		before, revived := w.turns+n, w.s.Now
		for range stop + 20 {
			pairs.goOn()
			w.hasTurns(before + rows*w.guardAllows(revived))
		}
	})
}

// aloneAllowed gives how many turns bots have that no human ever spoke to,
// since they began. Where lines are counted a turn that failed is not counted
// again when it is begun anew.
func (w *world) aloneAllowed(began messages.Instant) int {
	if w.config.Room.Turns.Mode == turns.Broadcast {
		return 0
	}
	most := w.config.Room.Guard.Stop * w.rounds(began)
	if w.config.Room.Guard.Count == guard.Lines {
		most += w.failed
	}
	return most
}

// hasTurns fails if there were more turns than that.
func (w *world) hasTurns(most int) {
	w.t.Helper()
	if w.turns > most {
		w.t.Fatalf("%d turns: want at most %d", w.turns, most)
	}
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
		w.step(messages.Delivered{Post: part.ID, Line: messages.LineID("own " + part.ID)})
	}
}

// humanRevives has a human call a familiar, and reports whether the guard
// counts that: then the next bot's line is looked at again.
func (w *world) humanRevives() bool {
	w.t.Helper()
	heard := w.calls("p0", "ana", false)
	engaged := slices.ContainsFunc(heard, func(n messages.Note) bool { return n.Act == messages.Engage })
	if w.config.Room.Guard.Reset == guard.Engaged && !engaged {
		return false
	}
	if heard = w.calls("b0", "zed", true); len(heard) > 0 && heard[0].Rung == messages.ByGuard {
		w.t.Fatalf("a human spoke, and the next bot's line is %s by %s: %s", heard[0].Act, heard[0].Rung, because.Written(heard[0].Reason))
	}
	return true
}

// calls has somebody mention a familiar, which all accounts hear, and gives
// what was noted of the line.
func (w *world) calls(id messages.PersonID, name string, bot bool) []messages.Note {
	l := w.line()
	l.Author = messages.Author{ID: id, Name: name, Bot: bot}
	seat := w.config.Seats[w.pick("who is called", len(w.config.Seats))]
	l.Mentions = []messages.PersonID{seat.Person()}
	w.known = append(w.known, l.ID)
	return slices.DeleteFunc(notes(w.step(messages.Heard{Line: l})), func(n messages.Note) bool { return n.Line != l.ID })
}

// An exchange is bots that always have an answer: two of them for so many
// rounds, then the next two.
type exchange struct {
	w     *world
	long  int
	round int
}

// goOn is one round: a foreign bot or a familiar calls the pair's other one,
// who answers as soon as anything lets it.
func (x *exchange) goOn() {
	w, n := x.w, len(x.w.config.Seats)
	pair := x.round / x.long
	if x.round++; n == 1 || w.pick("a foreign bot speaks", 3) == 0 {
		w.calls("b0", "zed", true)
	}
	for range 12 { // a debounce, copies, a lull, a retry: each may hold a turn up
		for range len(w.asked) {
			w.step(messages.Judged{N: w.open(w.asked), Yes: true, Reason: "because"})
		}
		if len(w.composing) > 0 {
			break
		}
		w.fire()
	}
	if len(w.composing) == 0 {
		return
	}
	next := w.config.Seats[(pair+x.round%2)%n]
	w.said++
	text := fmt.Sprintf("answer-%d. <@%s> %s, what now?", w.said, next.Person(), next.Name)
	w.step(messages.Composed{N: w.open(w.composing), Final: true, Parts: []string{text}})
	x.deliver()
}

func (x *exchange) deliver() {
	if x.w.s.Turn == nil {
		return
	}
	for _, part := range slices.Clone(x.w.s.Turn.Posts) {
		x.w.step(messages.Delivered{Post: part.ID, Line: messages.LineID("own " + part.ID)})
	}
}

// open gives the number of an open order.
func (w *world) open(orders map[messages.FamiliarID]uint64) uint64 {
	for _, who := range cast {
		if n := orders[who.familiar]; n != 0 {
			return n
		}
	}
	return 0
}
