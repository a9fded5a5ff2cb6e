package channel

import (
	"context"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A channel that steps what was in the journal when the process started is
// holding: the answer to what it would order may come later in the log. It
// carries out no order and sets no alarm; once it is live, Pending has the orders
// that were not answered.

// A behind is what a channel has for when it is live.
type behind struct {
	answered map[uint64]bool // orders whose answers are on their way
	asked    []Still         // meanwhile
}

// isAnswered reports whether the answer to an order is on its way.
func (b *behind) isAnswered(order conversation.Effect) bool {
	return b != nil && b.answered[orderOf(order)]
}

// postpone keeps a question until the channel is live.
func (ch *Channel) postpone(question Still) {
	if ch.behind == nil {
		ch.behind = &behind{}
	}
	ch.behind.asked = append(ch.behind.asked, question)
}

// goLive carries out what was held back.
func (ch *Channel) goLive() {
	if !ch.holding {
		return
	}
	ch.holding = false
	ch.resume()
}

// resume carries out the open orders, and answers which posts are open.
func (ch *Channel) resume() {
	ch.carryOut(slices.DeleteFunc(ch.state.Pending(), ch.behind.isAnswered))
	if ch.behind != nil {
		for _, still := range ch.behind.asked {
			reply(still.Reply, ch.state.Awaits(still.Post))
		}
		ch.behind = nil
	}
	ch.wait()
	ch.showDoings()
	ch.press()
	ch.attend()
}

// catchUp steps what the journal holds after ch.seq, up to before msg, and
// returns the events. Their orders are not carried out: Pending has those still
// open, except those whose answer is on its way behind msg. Their decisions are
// recorded, again after a panic.
func (ch *Channel) catchUp(before uint64) []messages.Event {
	var records []journal.Record
	ch.insist("replay", func() (err error) {
		records, err = ch.after(ch.seq)
		return err
	})
	skipped := make(map[uint64]bool)
	for _, r := range records {
		if e, ok := r.Event.(messages.Skipped); ok {
			skipped[e.Seq] = true
		}
	}
	var events []messages.Event
	ch.notes = ch.notes[:0]
	ch.behind = &behind{answered: make(map[uint64]bool)}
	for _, r := range records {
		if before != 0 && r.Seq >= before {
			if n := messages.AnswerTo(r.Event); n != 0 {
				ch.behind.answered[n] = true
			}
			continue
		}
		if skipped[r.Seq] {
			ch.seq = r.Seq
			ch.unsaved++
		} else {
			ch.step(r)
			ch.keepNotes(ch.effects)
		}
		events = append(events, r.Event)
	}
	ch.record()
	ch.observe()
	ch.letGo()
	return events
}

// after returns all that the journal holds after seq.
func (ch *Channel) after(seq uint64) (records []journal.Record, err error) {
	for r, err := range ch.Journal.Replay(context.Background(), ch.id, seq) {
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// orderOf returns the number of an order that is answered; 0 for any other.
func orderOf(e conversation.Effect) uint64 {
	switch e := e.(type) {
	case messages.Judge:
		return e.N
	case messages.Memorize:
		return e.N
	case messages.Compose:
		return e.N
	case messages.Erase:
		return e.N
	case messages.FetchMembers:
		return e.N
	case messages.FetchHistory:
		return e.N
	case messages.Explain:
		return e.N
	default:
		return 0
	}
}
