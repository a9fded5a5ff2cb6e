package simulation

import (
	"strconv"

	"familiar/messages"
)

// acceptPost is the network's side of a post: it is there for all to see from
// now on.
func (r *room) acceptPost(w *world, p messages.Post) messages.LineID {
	if _, twice := r.byPost[p.ID]; twice {
		w.broke("the network was given %s twice: %q", p.ID, p.Text)
	}
	r.answer(w, p)
	id := messages.LineID("p" + strconv.Itoa(r.at) + "-" + strconv.Itoa(len(r.posts)+1))
	r.posts = append(r.posts, p)
	r.byPost[p.ID], r.lastOwn = id, id
	r.share(id, p.Familiar)
	w.Posts++
	w.tracef("room %d: the network took %s as %s: %q", r.at, p.ID, id, p.Text)
	if w.weather.echoes {
		r.echo(w, p, id)
	}
	return id
}

// answer checks that a line is answered by one turn of a familiar's, unless it
// was edited. A state made anew of what is left of the journal, or under other
// rules, counts its turns differently: its answers no longer fit.
func (r *room) answer(w *world, p messages.Post) {
	if w.cutting {
		return // see checkCut
	}
	if r.rusty > 1 || r.rusty > 0 && (r.config.Generation > 1 || w.disk.hasErased(r.id)) {
		return
	}
	turn := r.turnOf(w, p)
	for _, line := range r.answers[turn] {
		d := decided{line, p.Familiar}
		if before, known := r.answered[d]; known && before != turn && !r.edited(line) {
			w.broke("room %d: %s answers %s with turn %d and again with turn %d", r.at, p.Familiar, line, before.n, turn.n)
		}
		r.answered[d] = turn
	}
}

// echo tells every account what was posted.
func (r *room) echo(w *world, p messages.Post, id messages.LineID) {
	l := &messages.Line{ID: id, Channel: r.id, Text: p.Text, At: w.now}
	if p.File != nil {
		l.Text, l.Attachments = "", []messages.Attachment{{ID: "file", Name: p.File.Name}}
	}
	if w.weather.nonces {
		l.Nonce = string(p.ID)
	}
	for i := range r.config.Seats {
		if seat := &r.config.Seats[i]; seat.Familiar == p.Familiar {
			l.Author = messages.Author{ID: seat.Self, Name: seat.Name, Bot: true}
		}
	}
	for way := range r.ways {
		if r.blind[way] {
			continue
		}
		r.sendToAccount(way, inbound{event: heard(l, r.config.Seats[way].Account)})
	}
}
