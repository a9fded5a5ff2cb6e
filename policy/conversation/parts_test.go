package conversation

import (
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/pace"
	"familiar/policy/posts"
	"familiar/policy/surface"
)

// A partsAccount is what a world knows of parts on their way, from orders and
// the network's word:
//
//   - a part leaves after those before it, and a part that waited leaves alone
//     until it is settled;
//   - once a part stands in the thread it was to begin, the others go there.
type partsAccount struct {
	waiting map[messages.PostID]bool // before the step
	where   map[string]messages.ChannelID
}

func (a *partsAccount) before(w *world) {
	a.waiting = map[messages.PostID]bool{}
	if w.s.Turn == nil {
		a.where = nil
		return
	}
	for _, p := range w.s.Turn.Posts {
		if p.Waits {
			a.waiting[p.ID] = true
		}
	}
}

// order takes a part that is handed over.
func (a *partsAccount) order(w *world, o messages.Post) {
	w.t.Helper()
	if strings.HasSuffix(string(o.ID), "~notice") {
		return
	}
	if thread, known := a.where[turnOf(o.ID)]; known && (o.Within != thread || o.Thread) {
		w.t.Fatalf("part %s goes to %q and begins a thread %v, the one before stands in %q", o.ID, o.Within, o.Thread, thread)
	}
	if o.Thread && (o.ReplyTo == "" || o.Within != "") {
		w.t.Fatalf("part %s begins a thread off line %q in %q", o.ID, o.ReplyTo, o.Within)
	}
}

// threaded makes the network begin the thread that a part asks for, as a rule,
// and remembers where the part stands.
func (w *world) threaded(post messages.Post, e *messages.Delivered) {
	p := w.s.Turn.Part(post.ID)
	if p == nil || p.Done || !post.Thread {
		return
	}
	if w.pick("knows threads", 4) < 3 {
		e.Thread = w.s.Channel + "/thread"
	}
	thread := e.Thread
	if thread == w.s.Channel {
		thread = ""
	}
	if w.where == nil {
		w.where = map[string]messages.ChannelID{}
	}
	w.where[turnOf(post.ID)] = thread
}

// turnOf gives what the ids of all parts of a turn begin with.
func turnOf(id messages.PostID) string {
	return string(id[:strings.LastIndexByte(string(id), '~')])
}

// partsLeaveInTime: parts leave in their order, one that waits does so for one
// before it or for a moment that is near, and people who saw somebody typing
// were to see it.
func (w *world) partsLeaveInTime() {
	w.t.Helper()
	t := w.s.Turn
	if t == nil {
		return
	}
	var before *posts.Post // the newest that is not settled
	for k := range t.Posts {
		p := &t.Posts[k]
		switch {
		case p.Done:
			continue
		case p.Waits && p.Held.N == 0 && before == nil:
			w.t.Fatalf("part %s waits for nothing", p.ID)
		case p.Held.N != 0 && (before != nil || !p.Waits):
			w.t.Fatalf("part %s is held, waiting %v, behind %+v", p.ID, p.Waits, before)
		case p.Held.N != 0 && p.Held.At.Sub(w.s.Now) > 2*pace.LongestPause:
			w.t.Fatalf("part %s is held until %v", p.ID, p.Held.At)
		case !p.Waits && before != nil && before.Waits:
			w.t.Fatalf("part %s is with the network, the one before waits", p.ID)
		case !p.Waits && before != nil && t.Opens:
			w.t.Fatalf("part %s is with the network, and where the one before stands is not known", p.ID)
		}
		before = p
	}
	if shown := w.s.cfg(t.Seat).Policy.Pace.Typing; t.Typing && (shown == pace.Never || shown == pace.Sure && !t.Composed) {
		w.t.Fatalf("typing is shown, and it is configured as %q", shown)
	}
}

// drawChannel draws a room whose replies stay, or go to threads.
func drawChannel(p pick) messages.ChannelID {
	if p("on slack", 3) == 2 {
		return messages.Channel{Network: "slack", Chat: "room"}.ID()
	}
	if p("a thread", 4) == 3 {
		return scriptChannel + "/t0"
	}
	return scriptChannel
}

func drawThreads(p pick) surface.Threads {
	return []surface.Threads{surface.Mention, surface.Long, surface.Stay}[p("threads", 3)]
}

func drawPace(p pick) pace.Config {
	c := pace.Default()
	c.On = p("a pace is kept", 3) == 2
	c.Typing = pace.Typings[p("typing", 3)]
	if p("slow fingers", 3) == 2 {
		c.Read, c.Type, c.ReadMost, c.Most = 1, 0.5, pace.LongestPause, pace.LongestPause
	}
	c.Least = time.Duration(p("least", 2)) * 800 * time.Millisecond
	return c
}
