package simulation

import (
	"context"
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/posts"
)

// stillFor is how long a channel may stand still where everything works.
const stillFor = time.Minute

// A lived is a note with the life it was made in: a power cut begins another.
type lived struct {
	*messages.Note
	life int
}

// tellOf keeps notes whatever becomes of the ledger.
func (r *room) tellOf(w *world, notes []*messages.Note) {
	if !w.cutting {
		return
	}
	for _, n := range notes {
		r.told = append(r.told, lived{n, w.life})
	}
}

// enter keeps that the outbox took a post.
func (r *room) enter(id messages.PostID) {
	if !slices.Contains(r.entered, id) {
		r.entered = append(r.entered, id)
	}
}

// outcome checks what the journal is told of a post: one that never was in the
// outbox can't have been posted.
func (w *world) outcome(r *room, e messages.Event) {
	failed, is := e.(messages.DeliveryFailed)
	if is && failed.Unknown && !failed.Lost && !slices.Contains(r.entered, failed.Post) {
		w.broke("room %d: %s is given up as perhaps posted, and never was in the outbox", r.at, failed.Post)
	}
}

// checkStill: nobody waits long for the fate of a post, or for an answer.
func (w *world) checkStill(next messages.Instant) {
	if next != 0 && next.Sub(w.now) <= stillFor {
		return
	}
	for i, r := range w.rooms {
		k := &w.disk.rooms[i]
		if a := w.process.actors[i]; a != nil && a.handler != nil {
			if err := a.handler.Save(context.Background()); err != nil {
				w.broke("room %d: %v", i, err)
			}
		}
		if k.snapshot.Revision == 0 {
			continue
		}
		state, err := conversation.Decode(k.snapshot.Body, r.config)
		if err != nil {
			w.broke("room %d: the newest snapshot: %v", i, err)
		}
		t := state.Turn
		if t == nil || t.Retry.N != 0 || slices.ContainsFunc(t.Posts, func(p posts.Post) bool { return p.Held.N != 0 }) {
			continue
		}
		w.broke("room %d: nothing happens before %d, and it waits for turn %d: %+v", i, next, t.N, t.Posts)
	}
}

// checkCut: also after power cuts each line that a familiar was to answer, and
// that the log still has as it heard it, is answered or it is said why not; and where one may
// be answered twice, it is said.
func (w *world) checkCut(r *room) {
	type copyOf struct {
		line    messages.LineID
		account messages.AccountID
	}
	heard, copies := map[messages.LineID]bool{}, map[copyOf]bool{}
	for _, record := range w.disk.rooms[r.at].history {
		if line := lineOf(record.Event); line != nil {
			heard[line.ID], copies[copyOf{line.ID, line.Account}] = true, true
		}
	}
	engaged := map[decided]int{} // the life in which it was decided last
	for _, n := range r.told {
		way := r.wayOf(n.Familiar)
		if !decides(n.Note) || way < 0 || !copies[copyOf{n.Line, r.config.Seats[way].Account}] { // it may be another's copy that was left
			continue
		}
		if d := (decided{n.Line, n.Familiar}); n.Act == messages.Engage {
			engaged[d] = n.life
		} else {
			delete(engaged, d) // it was decided anew, with less of the log
		}
	}
	answers := map[decided]map[turnKey][]messages.PostID{}
	for _, p := range r.posts {
		key := r.turnOf(w, p)
		for _, line := range r.answers[key] {
			d := decided{line, p.Familiar}
			if answers[d] == nil {
				answers[d] = map[turnKey][]messages.PostID{}
			}
			answers[d][key] = append(answers[d][key], p.ID)
		}
	}
	for d, life := range engaged {
		if len(answers[d]) == 0 && !r.explained(d, life) {
			w.broke("room %d: %s was to answer %s: it has not, and nobody says why", r.at, d.familiar, d.line)
		}
	}
	for d, turns := range answers {
		if heard[d.line] {
			w.checkTwice(r, d, turns)
		}
	}
}

// checkTwice: of turns that answer a line, all but the newest are known to be
// of a time that was lost.
func (w *world) checkTwice(r *room, d decided, turns map[turnKey][]messages.PostID) {
	newest := turnKey{life: -1}
	for key := range turns {
		if key.life > newest.life || key.life == newest.life && key.n > newest.n {
			newest = key
		}
	}
	for key, posts := range turns {
		switch {
		case key == newest:
		case key.life == newest.life:
			w.broke("room %d: %s answers %s with turn %d and again with turn %d", r.at, d.familiar, d.line, key.n, newest.n)
		default:
			w.Again++
			for _, id := range posts {
				if !r.buried[id] && !r.lostAll[id] {
					w.broke("room %d: %s answers %s with %s and again with turn %d, and nobody says so", r.at, d.familiar, d.line, id, newest.n)
				}
			}
		}
	}
}

// explained reports whether a note says what became of a line that was to be
// answered, in that life or a later one.
func (r *room) explained(d decided, life int) bool {
	return slices.ContainsFunc(r.told, func(n lived) bool {
		if n.Act != messages.Settled || n.Familiar != d.familiar || n.life < life {
			return false
		}
		switch n.Rung { //nolint:exhaustive // the others are none of it
		case messages.BySpoke, messages.ByCut, messages.BySpare, messages.BySteer, messages.ByInject, messages.ByInterrupt, messages.ByJudge, messages.ByOdds:
			return false
		}
		if n.Line == d.line {
			return true
		}
		for key, lines := range r.answers {
			if key.n == n.N && key.life <= n.life && slices.Contains(lines, d.line) {
				return true
			}
		}
		return false
	})
}
