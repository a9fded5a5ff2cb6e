package simulation

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// attempts is how often a post is tried that the network refuses for now.
const attempts = 5

// askedWithin is how long a channel may take to say whether it still wants a
// kept post.
const askedWithin = time.Minute

// A try is what the process knows about a post of the outbox.
type try struct {
	asked   chan bool        // the channel is asked whether it still wants the post; nil: not, or not any more
	until   messages.Instant // so long
	count   int
	unsure  bool           // it may have been made
	outcome messages.Event // nil: not settled
	over    bool           // the journal has the outcome, or nobody wants the post
	left    bool           // the next process finds out
}

// deliver brings the channel's oldest post a step further, as the app and an
// adapter's runner do: a post is settled, and its outcome in the journal,
// before the next one is tried.
func (r *room) deliver(w *world) bool {
	for _, e := range w.disk.outbox[r.at] {
		t := w.process.tries[e]
		switch {
		case t == nil:
			w.process.tries[e] = r.begin(w, e.post)
		case t.over:
			continue
		case t.left:
			return false // and what comes after it: parts stay in their order
		case t.asked != nil:
			return r.wanted(w, t, e.post)
		case t.outcome == nil:
			r.try(w, t, e.post)
		default:
			_, err := w.disk.Append(context.Background(), 0, r.id, t.outcome)
			t.over = err == nil
		}
		return true
	}
	return false
}

// begin takes a post out of the outbox. One that an earlier process made may
// have been sent, or settled without leaving the outbox: its channel is asked.
func (r *room) begin(w *world, p messages.Post) *try {
	if p.Meta.At >= w.process.began {
		return &try{}
	}
	t := &try{unsure: true}
	if w.without != Asked {
		t.asked, t.until = make(chan bool, 1), w.now.Add(askedWithin)
		w.process.hand(r.at, channel.Still{Post: p.ID, Reply: t.asked})
	}
	return t
}

// wanted takes the channel's word on a kept post, and reports whether it has
// come. What is left is for the next process.
func (r *room) wanted(w *world, t *try, p messages.Post) bool {
	select {
	case open := <-t.asked:
		w.tracef("room %d: %s is still wanted: %t", r.at, p.ID, open)
		if t.over = !open; t.over {
			_ = w.disk.Remove(context.Background(), r.id, p.ID) // else the next process asks again
		}
	default:
		if w.now < t.until {
			return false
		}
		w.tracef("room %d: %s is left", r.at, p.ID)
		t.left = true
	}
	t.asked = nil
	return true
}

// try posts p, or finds out whether it was posted.
func (r *room) try(w *world, t *try, p messages.Post) {
	t.count++
	if t.unsure && !r.find(w, t, p) {
		return
	}
	w.die(60)
	switch lossy := w.bad(w.weather.lossy); {
	case r.blind[r.wayOf(p.Familiar)]:
		t.fail(p, "the account doesn't see the channel", false)
	case lossy && w.one(3):
		t.fail(p, "gone", false)
	case lossy && w.one(3):
		t.unsure = true // the answer is lost, and so was the post
	case lossy && w.one(3):
		r.acceptPost(w, p)
		t.unsure = true // the answer is lost
	case lossy && t.count < attempts:
		// refused for now
	case lossy:
		t.fail(p, "refused too often", false)
	default:
		id := r.acceptPost(w, p)
		w.die(30)
		t.outcome = messages.Delivered{Post: p.ID, Line: id}
	}
	if t.unsure && t.outcome == nil && !w.weather.finds {
		t.fail(p, "nobody knows", true)
	}
}

// find asks the network whether a post was made, and reports whether it may be
// made now.
func (r *room) find(w *world, t *try, p messages.Post) bool {
	switch id, made := r.byPost[p.ID]; {
	case !w.weather.finds:
		t.fail(p, "it may have been posted before a restart", true)
	case w.bad(4) && t.count >= attempts:
		t.fail(p, "the network does not say", true)
	case w.bad(4):
	case made:
		t.outcome = messages.Delivered{Post: p.ID, Line: id}
	default:
		t.unsure = false
		return true
	}
	return false
}

func (t *try) fail(p messages.Post, reason string, unknown bool) {
	t.outcome = messages.DeliveryFailed{Post: p.ID, Reason: reason, Unknown: unknown}
}
