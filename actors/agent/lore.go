package agent

import (
	"cmp"
	"slices"

	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/lore"
)

// A recall is what of its lore the familiar has in mind in one turn. It is searched
// by the lines of the turn's own prompt, as they are shown there, and by nothing else:
// neither what tools fetch nor what the place is called brings anything in.
type recall struct {
	lore   *lore.Lore
	seed   uint64
	max    int      // characters shown of a line
	lines  []string // shown so far, oldest first
	picked lore.Picked
}

// recalls begins a turn's with the lines of its order.
func recalls(card Card, order messages.Compose, opts Options) *recall {
	r := &recall{lore: card.Lore, max: opts.Config.MaxText}
	if r.lore == nil {
		return r
	}
	r.seed = lore.Seed(order.Channel, order.Familiar, order.N)
	shown := shown(order)
	slices.SortStableFunc(shown, func(a, b messages.Quoted) int { return cmp.Compare(a.At, b.At) })
	r.read(shown)
	if order.Prompt != "" {
		r.lines = append(r.lines, quote.Text(order.Prompt, r.max))
	}
	r.picked = r.lore.Pick(r.lines, r.seed, lore.Picked{})
	return r
}

// read takes in lines as the model sees them. Its own name before each of its own
// would bring in what is known of itself, always.
func (r *recall) read(shown []messages.Quoted) {
	for i := range shown {
		text := quote.Text(shown[i].Text, r.max)
		if !shown[i].Own {
			text = quote.Name(shown[i].Author.Name) + ": " + text
		}
		r.lines = append(r.lines, text)
	}
}

// more returns what lines that came since bring in.
func (r *recall) more(fresh []messages.Quoted) []*lore.Entry {
	if r.lore == nil {
		return nil
	}
	r.read(fresh)
	more := r.lore.Pick(r.lines, r.seed, r.picked)
	r.picked = r.picked.With(more)
	return more.Entries
}

// remembered puts what the familiar keeps of this channel on the page, then what it may be
// shown of others of the workspace, then what people agreed to, as facts: it was made of
// what people said.
func (t Texts) remembered(p *quote.Page, all []messages.Memory) {
	var here, elsewhere, agreed []messages.Memory
	for _, m := range all {
		switch {
		case m.Why == messages.ForAgreed:
			agreed = append(agreed, m)
		case m.From != "":
			elsewhere = append(elsewhere, m)
		default:
			here = append(here, m)
		}
	}
	notes(p, t.Memory, here)
	notes(p, t.Elsewhere, elsewhere)
	notes(p, t.Agreed, agreed)
}

// notes puts memories under a heading.
func notes(p *quote.Page, heading string, all []messages.Memory) {
	if len(all) == 0 {
		return
	}
	p.Heading(heading)
	for _, m := range all {
		key := m.ID.String()
		if m.Name != "" {
			key = quote.Name(m.Name)
		}
		p.Fact(key, quote.OneLine(m.Text, maxMemory))
	}
}

// maxMemory is how many characters of a memory are shown.
const maxMemory = 200

// recollections is what a prompt had of an order's memories.
func recollections(all []messages.Memory) (had []messages.Recollection) {
	for _, m := range all {
		had = append(had, messages.Recollection{ID: m.ID, Why: m.Why, Alike: m.Alike, From: m.From})
	}
	return had
}

// told puts entries on the page, as facts: what people wrote into a lorebook is no
// order of the program's either.
func (t Texts) told(p *quote.Page, entries []*lore.Entry) {
	if len(entries) == 0 {
		return
	}
	p.Heading(t.Lore)
	for _, e := range entries {
		p.Fact(quote.OneLine(cmp.Or(e.Name, e.ID), lore.MaxName), e.Text)
	}
}
