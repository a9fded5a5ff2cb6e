package agent

import (
	"context"
	"slices"
	"sync"

	"familiar/llm"
	"familiar/llm/quote"
	"familiar/messages"
)

// An Inbox holds the lines that a turn was given while it runs and hasn't
// taken in, and the order where it was renewed. The nil Inbox is always empty.
//
// The actor fills it while the turn's goroutine, which waits for the model for
// seconds, empties it: hence the lock.
type Inbox struct {
	mu      sync.Mutex
	lines   []messages.Quoted
	renewed *messages.Compose  // the order in a form that no try has had; nil: there is none
	giveUp  context.CancelFunc // ends the try under way; nil: there is none
}

// Give puts lines in, for the turn's next call of the model.
func (in *Inbox) Give(lines []messages.Quoted) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.lines = append(in.lines, lines...)
}

// Renew gives the turn's order in another form, since something that the one before
// shows has gone: the try under way ends. Lines that were given are in the order.
func (in *Inbox) Renew(order messages.Compose) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.lines, in.renewed = nil, &order
	if in.giveUp != nil {
		in.giveUp()
	}
}

// Try begins a try at the turn, with the order in the form that came since the last one
// began; nil: none did. The try's context ends if the order is renewed, and end, to be
// called once it is over, reports that so that nothing of it holds.
func (in *Inbox) Try(ctx context.Context) (try context.Context, renewed *messages.Compose, end func() (again bool)) {
	if in == nil {
		return ctx, nil, func() bool { return false }
	}
	try, cancel := context.WithCancel(ctx)
	in.mu.Lock()
	defer in.mu.Unlock()
	renewed, in.renewed, in.giveUp = in.renewed, nil, cancel
	return try, renewed, func() bool {
		cancel()
		in.mu.Lock()
		defer in.mu.Unlock()
		in.giveUp = nil
		return in.renewed != nil
	}
}

// takeInjected empties it.
func (in *Inbox) takeInjected() []messages.Quoted {
	if in == nil {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	lines := in.lines
	in.lines = nil
	return lines
}

// took are the ids of what an order holds of lines that were given to it
// before it was given again.
func took(order messages.Compose) []messages.LineID {
	return idsOf(order.Addressed[max(0, len(order.Addressed)-order.Injected):])
}

func idsOf(lines []messages.Quoted) (ids []messages.LineID) {
	for i := range lines {
		ids = append(ids, lines[i].ID)
	}
	return ids
}

// takeIn shows the model what came since it was called last, under the turn's
// tag; what it has seen already, since the order was given again, only once.
func (t *talk) takeIn() {
	c := &t.turn.composed
	fresh := slices.DeleteFunc(t.Inbox.takeInjected(), func(q messages.Quoted) bool { return slices.Contains(c.Took, q.ID) })
	if len(fresh) == 0 {
		return
	}
	c.Took = append(c.Took, idsOf(fresh)...)
	p := quote.NewPage(t.turn.tag, t.Config.MaxText)
	t.Texts.told(p, t.recall.more(fresh))
	p.Section(t.Texts.Since, quote.Current, fresh)
	t.request.Messages = append(t.request.Messages, llm.Message{Role: llm.User, Text: p.String()})
}
