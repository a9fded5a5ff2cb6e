package channel

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// carryOut does what the state ordered. An effect that leaves the process does
// so only after the state that ordered it is saved.
func (ch *channel) carryOut(effects []conversation.Effect) {
	if ch.unsaved >= snapshotEvery || leaves(effects) {
		if err := ch.save(context.Background()); err != nil {
			panic(err) // nothing has left: the host loads the channel again, and Pending has the orders
		}
	}
	ch.notes = ch.notes[:0]
	for _, effect := range effects {
		ch.do(effect)
	}
	ch.record()
}

// leaves reports whether an effect can be seen outside the process.
func leaves(effects []conversation.Effect) bool {
	for _, effect := range effects {
		switch effect.(type) {
		case *messages.Note, messages.ShowTyping, messages.Cancel:
		default:
			return true
		}
	}
	return false
}

func (ch *channel) do(effect conversation.Effect) {
	switch e := effect.(type) {
	case *messages.Note:
		ch.notes = append(ch.notes, e)
	case messages.Judge:
		ch.Orders.Judge(e)
	case messages.Compose:
		ch.Orders.Compose(e)
	case messages.Cancel:
		ch.Orders.Cancel(ch.id, e.N)
	case messages.ShowTyping:
		ch.Orders.Typing(e)
	case messages.Post:
		err := ch.Journal.Enqueue(context.Background(), ch.Epoch, e)
		if err != nil && !errors.Is(err, journal.ErrExists) {
			panic(fmt.Errorf("enqueue %s: %w", e.ID, err))
		}
	default:
		ch.Log.Error("channel cannot carry out an order", "channel", ch.id, "order", fmt.Sprintf("%T", effect))
	}
}

// record writes the step's decisions to the ledger and shows them. A ledger
// that fails loses an explanation, never a line.
func (ch *channel) record() {
	if len(ch.notes) == 0 {
		return
	}
	if err := ch.Journal.Note(context.Background(), ch.notes...); err != nil {
		ch.Log.Warn("decisions are missing from the ledger", "channel", ch.id, "count", len(ch.notes), "err", err)
	}
	if ch.Observe != nil {
		ch.Observe(ch.notes)
	}
}
