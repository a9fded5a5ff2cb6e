package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
)

// drain lets the debounce fire and the recorded acts happen in the turn, and
// then an empty turn for whatever is still to be answered.
//
// In the source the model's turn ends with its last act, with us when the last
// part is posted. A line that comes in between opens a debounce here; since
// the recording has its answer in this step, so have we.
func (r *room) drain(acts []turnAct) {
	if !r.fire() {
		return
	}
	r.turn(acts)
	for r.order != nil || r.fire() {
		r.answer(nil)
	}
}

// fire lets the debounce fire, and reports whether a turn began.
func (r *room) fire() bool {
	if n := r.seat().Debounce.N; n != 0 {
		r.step(messages.TimerFired{N: n})
	}
	return r.order != nil
}

// turn plays the acts. What happens before the model's first word happens
// before our answer; the answer is the whole turn's; what happens later
// happens between the deliveries of its parts.
func (r *room) turn(acts []turnAct) {
	for len(acts) > 0 && (acts[0].Act == "route" || acts[0].Act == "wait") {
		r.around(&acts[0])
		acts = acts[1:]
	}
	parts := r.answer(acts)
	down, part := false, 0
	for i := range acts {
		switch a := &acts[i]; {
		case a.Act == "fail":
			down = a.On
		case a.Act == "route" || a.Act == "wait":
			r.around(a)
		case said(a):
			result := parts[part]
			if result == "ok" {
				result = r.deliver(part, down)
			}
			if a.Act == "send" {
				r.seen.results = append(r.seen.results, result)
			}
			part++
		}
	}
}

// around is what happens beside the model.
func (r *room) around(a *turnAct) {
	switch a.Act {
	case "route":
		r.stage.room(placeOf(a.Event.Workspace, a.Event.Chat, a.Event.Thread)).route(a.Event)
	case "wait":
		r.stage.now = r.now.Add(time.Duration(a.MS) * time.Millisecond)
	}
}

// said reports whether the act is something the model says.
func said(a *turnAct) bool { return a.Act == "say" || a.Act == "send" && !a.System }

// answer answers the open order with the acts, and gives what became of each
// part: "ok" when it is to be delivered, else the rule that kept it back.
func (r *room) answer(acts []turnAct) []string {
	c := messages.Composed{N: r.order.N}
	for i := range acts {
		switch a := &acts[i]; {
		case said(a):
			c.Parts = append(c.Parts, r.spelt(a.Text))
			c.Final = a.Act == "say"
		case a.Act == "skip" && !c.Skip:
			c.Skip, c.SkipAfter = true, len(c.Parts)
			if c.Final {
				c.SkipAfter--
			}
		case a.Act == "disengage":
			c.Disengage = true
		}
	}
	r.order, r.posts, r.seen.refused = nil, nil, nil
	r.step(c)
	parts := make([]string, len(c.Parts))
	refused := r.seen.refused
	for i := range parts {
		switch {
		case r.post(i) != nil:
			parts[i] = "ok"
		case len(refused) > 0:
			parts[i], refused = refused[0], refused[1:]
		}
	}
	return parts
}

// spelt returns a text of ours as its network reads it. The recorded people have
// numbers for ids, which mention nobody on slack: there an id begins with a
// letter. A mark keeps our mentions apart, and unspelt takes it out again.
func (r *room) spelt(text string) string {
	if r.network() != "slack" {
		return text
	}
	return strings.ReplaceAll(text, "<@", "<"+apart+"@")
}

func unspelt(text string) string { return strings.ReplaceAll(text, apart, "") }

const apart = "\u2060"

func (r *room) post(part int) *messages.Post {
	i := slices.IndexFunc(r.posts, func(p messages.Post) bool { return p.Part == part })
	if i < 0 {
		return nil
	}
	return &r.posts[i]
}

// deliver hands a part to the network, which may be down.
func (r *room) deliver(part int, down bool) (result string) {
	p := *r.post(part)
	if down {
		r.step(messages.DeliveryFailed{Post: p.ID, Reason: "the network is down"})
		return "callback-rejected"
	}
	r.seen.outbound = append(r.seen.outbound, p)
	r.lines++
	r.step(messages.Delivered{Post: p.ID, Line: messages.LineID(fmt.Sprint("ours ", r.lines))})
	return "ok"
}
