package channel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/code"
	"familiar/policy/conversation"
)

// The pauses between attempts while the journal refuses something.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 10 * time.Second
)

// ErrJournal is in the value of a panic that no event is to blame for: the
// journal refuses everything, or belongs to another process. What was to be
// handled is in the journal and is read again by the channel's next owner.
var ErrJournal = errors.New("journal gave up")

// carryOut carries out what the state ordered. An effect leaves the process only
// after the state that ordered it is saved.
func (ch *Channel) carryOut(effects []conversation.Effect) {
	ch.notes = ch.notes[:0]
	ch.keepNotes(effects) // notes and letters are written before the state that is done with them
	ch.record()
	if ch.unsaved >= snapshotEvery || !ch.holding && leaves(effects) {
		ch.insist("save", func() error { return ch.save(context.Background()) })
	}
	if !ch.holding {
		for _, effect := range effects {
			ch.do(effect)
		}
	}
	ch.observe()
	ch.letGo()
}

// letGo forgets what was carried out: the lists are reused, and an order of some
// kB would stay in memory until the channel gives as many again.
func (ch *Channel) letGo() {
	clear(ch.effects)
	clear(ch.notes)
}

// insist repeats a call until the journal accepts it. Meanwhile only this channel
// waits, and its lines are in the journal. If another process owns the journal or
// it is closed, insist panics: nothing has left, the host loads the channel
// again, and Pending has the orders.
func (ch *Channel) insist(what string, write func() error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := write()
		if err == nil {
			return
		}
		if errors.Is(err, journal.ErrConflict) || errors.Is(err, journal.ErrClosed) {
			panic(fmt.Errorf("%s: %w: %w", what, ErrJournal, err))
		}
		ch.again("journal does not answer, trying again", err, "what", what, "retry_in", pause)
		if !ch.at.Pause(pause) {
			panic(fmt.Errorf("%s: %w: %w", what, ErrJournal, err))
		}
	}
}

// leaves reports whether an effect can be seen outside the process. A question to
// a judge can't: the events that led to it lead to it again, under the same
// number.
func leaves(effects []conversation.Effect) bool {
	for _, effect := range effects {
		switch effect.(type) {
		case *messages.Note, messages.Bury, messages.ShowTyping, messages.Cancel, messages.Judge, messages.FetchMembers,
			messages.FetchHistory, messages.Explain:
		default:
			return true
		}
	}
	return false
}

// keepNotes writes what is about the past, and so true whatever happens next.
func (ch *Channel) keepNotes(effects []conversation.Effect) {
	for _, effect := range effects {
		switch e := effect.(type) {
		case *messages.Note:
			ch.notes = append(ch.notes, e)
		case messages.Bury:
			ch.letters = append(ch.letters, journal.Letter{At: ch.state.Now, Channel: ch.id, Post: &e.Post, Reason: e.Reason, Unknown: e.Unknown})
		default: // an order: see do
		}
	}
}

// do hands an order to the actor that carries it out.
func (ch *Channel) do(effect conversation.Effect) {
	switch e := effect.(type) {
	case *messages.Note, messages.Bury:
		// kept
	case messages.Judge:
		ch.Orders.Judge(e)
	case messages.Memorize:
		ch.Orders.Memorize(e)
	case messages.Compose:
		ch.Orders.Compose(e)
	case messages.Recompose:
		ch.Orders.Recompose(e)
	case messages.Inject:
		ch.Orders.Inject(e)
	case messages.Erase:
		ch.Orders.Erase(e)
	case messages.Cancel:
		ch.Orders.Cancel(ch.id, e.N)
	case messages.ShowTyping:
		ch.Orders.Typing(e)
	case messages.React:
		ch.Orders.React(e)
	case messages.Edit:
		ch.Orders.Edit(e)
	case messages.Post:
		ch.enqueue(e)
	case messages.FetchMembers:
		ch.Orders.FetchMembers(e)
	case messages.FetchHistory:
		ch.Orders.FetchHistory(e)
	case messages.Explain:
		ch.Orders.Explain(e)
	case messages.ShareRoles:
		ch.Orders.ShareRoles(ch.state.Admission.Claims.Clone())
	case messages.ShareLinks:
		ch.Orders.ShareLinks(ch.state.Links.Clone(), e.Deed)
	case messages.AskLink:
		e.Said.Random = random()
		ch.tell(messages.Persons, messages.Told{From: e.From, Fact: e.Said})
	case messages.Tell:
		ch.tell(e.Channel, e.Event)
	default:
		ch.Log.Error("channel cannot carry out an order", "channel", ch.id, "order", fmt.Sprintf("%T", effect))
	}
}

// tell writes a fact into another channel's journal.
func (ch *Channel) tell(to messages.ChannelID, fact messages.Told) {
	ch.insist("tell", func() error {
		_, err := ch.Journal.Append(context.Background(), 0, to, fact)
		return err
	})
}

// random draws the bits of a code.
func random() []byte {
	var bits code.Random
	_, _ = rand.Read(bits[:]) // never fails
	return bits[:]
}

// enqueue puts a post into the outbox. One that was already removed from it was
// settled in a time that the log lost in a power cut, with an unknown outcome.
func (ch *Channel) enqueue(p messages.Post) {
	ch.insist("enqueue", func() error {
		err := ch.Journal.Enqueue(context.Background(), ch.epoch(), p)
		switch {
		case errors.Is(err, journal.ErrSettled):
			ch.append(messages.DeliveryFailed{Post: p.ID, Unknown: true, Reason: "it was settled before a power cut, and the journal has lost how"})
		case errors.Is(err, journal.ErrExists): // ordered before a reload
		default:
			return err
		}
		return nil
	})
}

// record writes the step's decisions to the ledger. If that fails, an
// explanation is lost, never a line; a dead letter is tried again before the next
// snapshot.
func (ch *Channel) record() {
	if !ch.holding && len(ch.letters) > 0 {
		if err := ch.bury(context.Background()); err != nil {
			ch.again("letter not buried, trying again", err, "count", len(ch.letters))
		}
	}
	if len(ch.notes) == 0 {
		return
	}
	if err := ch.Journal.Note(context.Background(), ch.notes...); err != nil {
		if count, say := ch.trouble.notes.Count(len(ch.notes)); say {
			ch.Log.Warn("decisions are missing from the ledger", "channel", ch.id, "count", count, "err", err)
		}
	}
}

// observe shows the step's decisions, now that they are in force.
func (ch *Channel) observe() {
	if ch.Observe != nil && len(ch.notes) > 0 {
		ch.Observe(ch.notes)
	}
}
