package conformance

import (
	"fmt"
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
)

// A listener is one channel.
type listener struct {
	ch        int
	state     *conversation.Channel
	questions int
	judging   *messages.Judge   // not answered yet
	composing *messages.Compose // not answered yet
	shown     map[messages.LineID]bool
}

// step gives a channel an event, writes the trace and plans the answers.
func (p *play) step(l *listener, e messages.Event) {
	waited := l.waiting()
	judged := l.judging
	if v, ok := e.(messages.Judged); ok && judged != nil && v.N == judged.N {
		decision := "NO"
		if v.Yes {
			decision = "YES"
		}
		p.write(l, "eval_end", judged.Trigger, decision, 0, nil)
		l.judging = nil
	}
	if c, ok := e.(messages.Composed); ok && l.composing != nil && c.N == l.composing.N {
		l.composing = nil
	}
	for _, effect := range l.state.Step(p.now, e, nil) {
		switch o := effect.(type) {
		case messages.Judge:
			p.asked(l, o)
		case messages.Compose:
			p.composes(l, o)
		case messages.Cancel:
			l.canceled(o.N)
		case messages.Post:
			p.arrive(arrival{p.now, l.ch, messages.Delivered{Post: o.ID, Line: messages.LineID(o.ID)}})
		case *messages.Note:
			if o.Act == messages.Settled && o.Rung == "judge" && l.state.Turn == nil && l.state.Seats[0].Wish == "" {
				p.write(l, "silence", o.Trigger, "", 0, without(waited, l.waiting()...))
			}
		}
	}
}

func (p *play) asked(l *listener, o messages.Judge) {
	if l.judging != nil || l.composing != nil {
		p.broken = append(p.broken, fmt.Sprintf("question %d while another order is open", o.N))
	}
	l.judging = &o
	p.write(l, "eval_start", o.Trigger, "", o.Count, l.show(o.Waiting))
	answer, yes := p.scenario.verdict(l.ch, l.questions)
	l.questions++
	v := messages.Judged{N: o.N, Yes: yes}
	if answer.Error {
		v = messages.Judged{N: o.N, Error: "the judge is away"}
	}
	p.arrive(arrival{p.later(answer), l.ch, v})
}

func (p *play) composes(l *listener, o messages.Compose) {
	if l.composing != nil {
		p.broken = append(p.broken, fmt.Sprintf("turn %d while another is open", o.N))
	}
	l.composing = &o
	if shown := l.show(o.Addressed); l.state.Turn.Tries > 0 {
		p.again++
	} else {
		p.write(l, "respond", o.Trigger, "", 0, shown)
	}
	answer := p.scenario.reply(p.replies)
	p.replies++
	c := messages.Composed{N: o.N, Parts: []string{"as you say"}, Final: true}
	if answer.Error {
		p.failed++
		c = messages.Composed{N: o.N, Error: "the agent is away"}
	}
	p.arrive(arrival{p.later(answer), l.ch, c})
}

func (p *play) later(a recordedAnswer) messages.Instant {
	return p.now.Add(time.Duration(a.LatencyMS) * time.Millisecond)
}

// sourceTrigger is what the source calls our triggers.
var sourceTrigger = map[messages.Trigger]string{
	messages.Address: "direct_address", messages.Interjection: "interjection", messages.Lull: "lull",
}

func (p *play) write(l *listener, ev string, why messages.Trigger, decision string, count int, msgs []messages.LineID) {
	unsolicited := ev == "respond" && why.Unsolicited()
	p.trace = append(p.trace, traced(int64(p.now-epoch), l.ch, ev, sourceTrigger[why], decision, unsolicited, count, msgs))
}

func (l *listener) canceled(n uint64) {
	if l.judging != nil && l.judging.N == n {
		l.judging = nil
	}
	if l.composing != nil && l.composing.N == n {
		l.composing = nil
	}
}

// show remembers lines as put before the judge or the agent.
func (l *listener) show(q []messages.Quoted) []messages.LineID {
	var ids []messages.LineID
	for i := range q {
		ids = append(ids, q[i].ID)
		l.shown[q[i].ID] = true
	}
	return ids
}

// waiting returns the lines our only seat is to think about.
func (l *listener) waiting() []messages.LineID {
	var ids []messages.LineID
	for e := range l.state.Lines.All() {
		if e.No > l.state.Seats[0].Settled && e.Waits&1 != 0 {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

func without[T comparable](all []T, gone ...T) []T {
	var rest []T
	for _, one := range all {
		if !slices.Contains(gone, one) {
			rest = append(rest, one)
		}
	}
	return rest
}
