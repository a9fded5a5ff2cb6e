package crash

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"familiar/messages"
)

// A writer makes up a script.
type writer struct {
	*script
	rng    *rand.Rand
	number int // of the channel
	lines  int
}

// say adds a line and gives its token. promised says that those it mentions
// have to answer.
func (w *writer) say(by messages.Author, text string, promised bool, to ...messages.FamiliarID) string {
	w.lines++
	token := fmt.Sprintf("q%d-%d", w.number, w.lines)
	w.steps = append(w.steps, step{deed: say, line: messages.LineID("m" + token), by: by, text: text + " " + token, mentions: to})
	for _, f := range to {
		if promised {
			w.promise(f, token)
		}
	}
	return token
}

func (w *writer) promise(f messages.FamiliarID, token string) {
	w.promised = append(w.promised, promise{f, token})
}

// bots has Rob talk with Aria until the guard stops them. He waits for each
// reply, so that every one counts.
func (w *writer) bots() {
	w.chat, w.seats = fmt.Sprintf("r%d", w.number), []messages.FamiliarID{"aria"}
	w.await(w.say(humans[0], "hello", true, "aria"))
	for range stopAfter {
		w.await(w.say(rob, "beep", true, "aria"))
	}
	w.say(rob, "beep", false, "aria")
	w.say(rob, "beep", false, "aria")
}

// plain has humans talk, last with a question. Where lines are deleted, it is one that
// nobody has to answer, some steps after it was said: the program may be dead by then.
func (w *writer) plain(steps int) {
	w.chat, w.seats = fmt.Sprintf("c%d", w.number), []messages.FamiliarID{"aria"}
	regretted := -1 // the step of a line that is to be deleted
	for len(w.steps) < steps-1 {
		human := humans[w.rng.IntN(len(humans))]
		switch {
		case w.deletes && regretted >= 0 && len(w.steps) > regretted+2:
			gone := w.steps[regretted]
			gone.deed = remove
			w.steps, regretted = append(w.steps, gone), -1
		case w.rng.IntN(2) == 0:
			w.say(human, "what do you think", true, "aria")
		default:
			w.say(human, "the weather is nice today", false)
			if regretted < 0 {
				regretted = len(w.steps) - 1
			}
		}
	}
	w.say(humans[w.rng.IntN(len(humans))], "good night", true, "aria")
}

// await has whoever spoke last wait for the reply that quotes the token.
func (w *writer) await(token string) { w.steps[len(w.steps)-1].await = token }

// talk has everybody talk, first and last a human to each familiar.
func (w *writer) talk(kind string, steps int, seats ...messages.FamiliarID) {
	w.chat, w.seats = fmt.Sprintf("%s%d", kind, w.number), seats
	w.say(humans[0], "good morning", true, seats...)
	w.say(humans[1], "and to you", false)
	edited := 2 + w.rng.IntN(max(1, steps-4))
	for len(w.steps) < steps-1 {
		if edited > 0 && len(w.steps) >= edited {
			edited = 0
			w.edits()
			continue
		}
		w.something()
	}
	w.say(humans[w.rng.IntN(len(humans))], "good night", true, seats...)
}

// something is a step, or two that belong together.
func (w *writer) something() {
	human := humans[w.rng.IntN(len(humans))]
	to := w.seats[w.rng.IntN(len(w.seats))]
	switch n := w.rng.IntN(100); {
	case n < 30:
		w.say(human, "what do you think", true, to)
	case n < 38 && slices.Equal(w.seats, []messages.FamiliarID{"aria"}):
		w.promise("aria", w.say(human, "Aria, do you agree?", false))
	case n < 42:
		w.say(human, "all of you, listen", true, w.seats...)
	case n < 46 && len(w.seats) == 1:
		w.say(rob, "beep, you there", true, to)
	case n < 54:
		w.say(rob, "beep", false)
	case n < 60:
		past := w.any(say)
		past.deed = again
		w.steps = append(w.steps, past)
	case n < 66:
		past := w.any(say)
		if past.by != ed && past.by != dora {
			past.deed, past.text = change, past.text+" I mean"
			w.steps = append(w.steps, past)
		}
	case n < 72 && w.deletes:
		w.say(human, "never mind", false)
		w.takeBack()
	case n < 78 && w.deletes:
		w.say(dora, "can you help me", false, to)
		w.takeBack()
	default:
		w.say(human, "the weather is nice today", false)
	}
}

// edits has Ed say something to nobody and then whom he means.
func (w *writer) edits() {
	token := w.say(ed, "how late is it", false)
	changed := w.steps[len(w.steps)-1]
	changed.deed, changed.mentions = change, w.seats[:1]
	w.say(rob, "beep", false)
	w.steps = append(w.steps, changed)
	w.promise(w.seats[0], token)
}

// takeBack deletes the newest line.
func (w *writer) takeBack() {
	gone := w.steps[len(w.steps)-1]
	gone.deed = remove
	w.removed[gone.line] = true
	w.steps = append(w.steps, gone)
}

// remembered is how many steps back a channel still knows a line that it is sent again:
// it remembers 512 ids, and a step makes two at most.
const remembered = 250

// any returns an earlier step of that kind that was not taken back.
func (w *writer) any(d deed) step {
	recent := w.steps[max(len(w.steps)-remembered, 0):]
	for {
		s := recent[w.rng.IntN(len(recent))]
		if s.deed == d && !w.removed[s.line] {
			return s
		}
	}
}
