package conversation

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
)

// explain answers the oldest question for the ledger with all that the story
// has decided, or not at all until its deadline.
func (p *player) explain(answers bool) {
	if len(p.whys) == 0 {
		p.t.Fatal("nobody asked the ledger")
	}
	o := p.whys[0]
	p.whys = p.whys[1:]
	if !answers {
		p.wait(duty.WhyWithin)
		return
	}
	notes := slices.DeleteFunc(slices.Clone(p.ledger), func(n *messages.Note) bool { return n.Familiar != "" && n.Familiar != o.Familiar })
	slices.Reverse(notes)
	p.step(messages.Explained{N: o.N, Notes: notes})
}

// explain has the ledger answer a question, the newest or one that is closed,
// with notes some of which are another channel's.
func (w *world) explain() {
	e := messages.Explained{N: uint64(w.pick("question", 60))}
	if d := w.s.Duties; d != nil && len(d.Whys) > 0 {
		e.N = w.s.Duties.Whys[len(w.s.Duties.Whys)-1].N
	}
	for _, who := range w.config.Seats {
		e.Notes = append(e.Notes,
			&messages.Note{Channel: w.s.Channel, Familiar: who.Familiar, Line: w.someLine(), At: w.now, Act: messages.Observe, Rung: "rest", Reason: because.Read("rest", "seen here")},
			&messages.Note{Channel: "test//elsewhere", Familiar: who.Familiar, Line: w.someLine(), At: w.now, Act: messages.Observe, Rung: "rest", Reason: because.Says(elsewhereSaid)})
	}
	w.step(e)
}

// elsewhereSaid is in no post of the channel.
const elsewhereSaid = "seen-elsewhere"

// whysHold: questions are few, each has its deadline, and what another channel
// decided is not told.
func (w *world) whysHold(out []Effect) {
	w.t.Helper()
	for _, effect := range out {
		if post, ok := effect.(messages.Post); ok && strings.Contains(post.Text, elsewhereSaid) {
			w.t.Fatalf("%q tells of another channel", post.Text)
		}
	}
	if w.s.Duties.IsZero() {
		return
	}
	if len(w.s.Duties.Whys) > duty.WhysMost {
		w.t.Fatalf("%d questions wait for the ledger, want at most %d", len(w.s.Duties.Whys), duty.WhysMost)
	}
	for _, asked := range w.s.Duties.Whys {
		if asked.N == 0 || asked.At > w.s.Now.Add(duty.WhyWithin) {
			w.t.Fatalf("a question is to be answered by %s: %+v", asked.At, asked)
		}
	}
}
