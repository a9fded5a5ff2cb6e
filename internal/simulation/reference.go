package simulation

import (
	"familiar/messages"
	"familiar/policy/conversation"
)

// A reference is what a state machine makes of a channel's journal alone.
type reference struct {
	room      *room
	kept      *kept
	state     *conversation.Channel
	decisions map[decided]int     // made because the line was heard
	revised   map[decided]bool    // there is one made because it was edited
	composer  messages.FamiliarID // who has the newest turn
	newest    messages.LineID     // in the journal
	before    map[messages.LineID]messages.LineID
	posts     []messages.Post                    // ordered, in their order
	outcomes  map[messages.PostID]messages.Event // the first that was told
	buried    map[messages.PostID]bool           // given up
	dropped   map[messages.PostID]bool           // nobody waits for them, for their channel was forgotten
	wiped     bool                               // the channel was forgotten: so are its dead letters, also some that came since
	heard     map[messages.LineID]messages.PersonID
	gone      map[messages.LineID]bool // deleted or forgotten
	again     map[messages.LineID]bool // of these, the ones that came once more since
}

// A decided is one seat's decision about one line.
type decided struct {
	line     messages.LineID
	familiar messages.FamiliarID
}

// refer steps a channel's journal from its beginning.
func (w *world) refer(r *room, k *kept) *reference {
	ref := &reference{
		room: r, kept: k, state: conversation.New(r.id, r.config), decisions: map[decided]int{}, revised: map[decided]bool{},
		outcomes: map[messages.PostID]messages.Event{}, buried: map[messages.PostID]bool{},
		dropped: map[messages.PostID]bool{}, heard: map[messages.LineID]messages.PersonID{}, gone: map[messages.LineID]bool{},
		again: map[messages.LineID]bool{}, before: map[messages.LineID]messages.LineID{},
	}
	var out []conversation.Effect
	for _, record := range k.history {
		ref.place(record.Event)
		out = ref.state.Step(record.At, record.Event, out[:0])
		ref.happened(record.Event)
		ref.checkEars(w, record.Seq, out)
		for _, effect := range out {
			switch e := effect.(type) {
			case *messages.Note:
				ref.noted(e, record.Event)
			case messages.Post:
				ref.posts = append(ref.posts, e)
			case messages.Bury:
				ref.buried[e.Post.ID] = true
			default: // no check asks
			}
		}
	}
	return ref
}

// happened keeps what the checks ask about the journal.
func (ref *reference) happened(e messages.Event) {
	if line := lineOf(e); line != nil && ref.gone[line.ID] {
		ref.again[line.ID] = true
	}
	switch e := e.(type) {
	case messages.Delivered:
		ref.settle(e.Post, e)
	case messages.DeliveryFailed:
		ref.settle(e.Post, e)
	case messages.Deleted:
		ref.gone[e.ID] = true
	case messages.Heard:
		ref.heard[e.Line.ID] = e.Line.Author.ID
	case messages.AlsoHeard:
		ref.heard[e.Line.ID] = e.Line.Author.ID
	case messages.Forgotten:
		ref.forget(e)
	default: // no check asks
	}
}

// forget keeps what is gone.
func (ref *reference) forget(f messages.Forgotten) {
	for id, person := range ref.heard {
		if f.All || person == f.Person {
			ref.gone[id] = true
		}
	}
	if !f.All {
		return
	}
	for _, p := range ref.posts {
		ref.dropped[p.ID] = true
	}
	ref.wiped = true
}

// noted counts a decision, by what it was made for.
func (ref *reference) noted(n *messages.Note, because messages.Event) {
	if !decides(n) {
		return
	}
	d := decided{n.Line, n.Familiar}
	switch because.(type) {
	case messages.Edited:
		ref.revised[d] = true
	default:
		ref.decisions[d]++
	}
}

// settle keeps what became of a post: what is told first holds.
func (ref *reference) settle(id messages.PostID, outcome messages.Event) {
	if ref.outcomes[id] == nil {
		ref.outcomes[id] = outcome
	}
}

// decides reports whether a note is a seat's decision about a line.
func decides(n *messages.Note) bool {
	if n.Line == "" || n.Familiar == "" || n.Term == "retry" {
		return false
	}
	switch n.Act {
	case messages.Observe, messages.Engage, messages.Ask, messages.Wait:
		return true
	default:
		return false
	}
}
