package simulation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/persons"
)

// Compose implements [channel.Orders].
func (p *process) Compose(o messages.Compose) {
	w, i := p.w, p.w.index[o.Channel]
	w.tracef("room %d: compose %d for %s", i, o.N, o.Familiar)
	if w.disk.rooms[i].answered[o.N] {
		w.broke("room %d: turn %d is ordered although its answer is in the journal", i, o.N)
	}
	w.ordered(asking{i, o.N, "compose " + string(o.Familiar)}, o.Deadline)
	w.Turns++
	r := w.rooms[i]
	key := turnKey{o.N, w.life}
	r.answers[key] = nil
	for _, q := range o.Addressed {
		r.answers[key] = append(r.answers[key], q.ID)
	}
	p.composes = append(p.composes, o)
}

// Recompose implements [channel.Orders]. The agent may have answered already.
func (p *process) Recompose(o messages.Recompose) {
	p.w.tracef("room %d: turn %d is composed again", p.w.index[o.Channel], o.N)
	for i, open := range p.composes {
		if open.Channel == o.Channel && open.N == o.N {
			p.composes[i] = o.Compose
		}
	}
}

// Inject implements [channel.Orders]. The agent may have answered already.
func (p *process) Inject(o messages.Inject) {
	p.w.tracef("room %d: %d lines given to turn %d", p.w.index[o.Channel], len(o.Lines), o.N)
}

// Judge implements [channel.Orders].
func (p *process) Judge(o messages.Judge) {
	i := p.w.index[o.Channel]
	p.w.tracef("room %d: judge %d for %s", i, o.N, o.Familiar)
	p.w.ordered(asking{i, o.N, "judge " + string(o.Familiar)}, o.Deadline)
	p.judges = append(p.judges, o)
}

// Erase implements [channel.Orders].
func (p *process) Erase(o messages.Erase) {
	i := p.w.index[o.Channel]
	p.w.tracef("room %d: erase %s: %d", i, o.Line, o.N)
	p.w.ordered(asking{i, o.N, "erase " + string(o.Line)}, o.Deadline)
	p.erases = append(p.erases, o)
}

// Cancel implements [channel.Orders]. It may come too late.
func (p *process) Cancel(id messages.ChannelID, n uint64) {
	for i, o := range p.composes {
		if o.Channel == id && o.N == n && !p.w.bad(2) {
			p.composes = cut(p.composes, i)
			return
		}
	}
	for i, o := range p.judges {
		if o.Channel == id && o.N == n && !p.w.bad(2) {
			p.judges = cut(p.judges, i)
			return
		}
	}
	for i, o := range p.lessons {
		if o.Channel == id && o.N == n && !p.w.bad(2) {
			p.lessons = cut(p.lessons, i)
			return
		}
	}
}

// Typing implements [channel.Orders].
func (*process) Typing(messages.ShowTyping) {}

// React implements [channel.Orders].
func (*process) React(messages.React) {}

// Edit implements [channel.Orders].
func (*process) Edit(messages.Edit) {}

// FetchMembers implements [channel.Orders]: the network can't be asked.
func (*process) FetchMembers(messages.FetchMembers) {}

// FetchHistory implements [channel.Orders].
func (*process) FetchHistory(messages.FetchHistory) {}

// Explain implements [channel.Orders]: nobody asks why.
func (*process) Explain(messages.Explain) {}

// ShareRoles implements [channel.Orders]: nobody claims any.
func (*process) ShareRoles(*admission.Claims) {}

// ShareLinks implements [channel.Orders]: nobody links any.
func (*process) ShareLinks(*persons.Links, messages.LinkDeed) {}

// An asking is an order's identity: what a number stands for.
type asking struct {
	room int
	n    uint64
	what string
}

// ordered checks that a number stands for one order only; the same one may be
// given again.
func (w *world) ordered(a asking, deadline messages.Instant) {
	first, again := w.asked[a]
	if again && first == deadline {
		return
	}
	n := asking{room: a.room, n: a.n}
	if _, used := w.asked[n]; used || again {
		w.broke("room %d: number %d is given to a second order: %s", a.room, a.n, a.what)
	}
	w.asked[n], w.asked[a] = deadline, deadline
}

// cut takes element i out of a list.
func cut[T any](list []T, i int) []T { return append(list[:i:i], list[i+1:]...) }

// draw returns the place of an order to be answered now, in any order; -1: there
// is none, or the models take their time.
func (w *world) draw(open int) int {
	if open == 0 || w.bad(w.weather.late) {
		return -1
	}
	return w.n(open)
}

// answer has an agent answer one of its orders: once, more than once, or with
// an error; in bad times never.
func (w *world) answer() bool {
	p := w.process
	i := w.draw(len(p.composes))
	if i < 0 {
		return false
	}
	o := p.composes[i]
	if !w.bad(w.weather.late) { // else it will be answered again
		p.composes = cut(p.composes, i)
	}
	if w.bad(w.weather.late * 3) {
		return true // lost
	}
	room := w.index[o.Channel]
	c := messages.Composed{N: o.N, Final: w.one(2)}
	for part := range 1 + w.n(w.among(1, 3)) {
		c.Parts = append(c.Parts, reply(turnKey{o.N, w.life}, part))
	}
	if w.one(6) { // the first part is a file
		c.Files = map[int]messages.File{0: attached(turnKey{o.N, w.life}, 0)}
	}
	switch {
	case w.bad(8):
		c = messages.Composed{N: o.N, Error: "model is away", After: time.Duration(w.n(3)) * 20 * time.Second}
		if w.without == Patience {
			c.Fault = messages.Lasting
		}
	case w.one(12):
		c = messages.Composed{N: o.N, Skip: true}
	case w.one(12):
		c.Disengage = true
	}
	if w.without == Numbers {
		c.N = p.newest(o)
	}
	p.hand(room, c)
	return true
}

// newest is the number of the last turn that was ordered in o's channel.
func (p *process) newest(o messages.Compose) uint64 {
	n := o.N
	for a := range p.w.asked {
		if a.what != "" && a.what[0] == 'c' && a.room == p.w.index[o.Channel] {
			n = max(n, a.n)
		}
	}
	return n
}

// A turnKey is one turn: after a power cut its number may be given again.
type turnKey struct {
	n    uint64
	life int
}

// reply is what an agent says; it names its order.
func reply(turn turnKey, part int) string {
	text := "re " + strconv.FormatUint(turn.n, 10) + " part " + strconv.Itoa(part)
	if turn.life > 0 {
		text += " of life " + strconv.Itoa(turn.life)
	}
	return text
}

// attached is a file that an agent says it with.
func attached(turn turnKey, part int) messages.File {
	text := reply(turn, part)
	return messages.File{Name: strings.ReplaceAll(text, " ", "-") + ".md", Text: text}
}

// verdict has the judge answer a question.
func (w *world) verdict() bool {
	p := w.process
	i := w.draw(len(p.judges))
	if i < 0 {
		return false
	}
	o := p.judges[i]
	if !w.bad(w.weather.late) {
		p.judges = cut(p.judges, i)
	}
	j := messages.Judged{N: o.N, Yes: w.one(2), Reason: "because"}
	if n := w.draw(len(o.Others)); j.Yes && n >= 0 && w.one(2) {
		j.Who = o.Others[n].Familiar
	}
	if w.bad(6) {
		j = messages.Judged{N: o.N, Error: "judge is away", Shed: w.one(2)}
	}
	p.hand(w.index[o.Channel], j)
	return true
}

// erase has the eraser carry out an order.
func (w *world) erase() bool {
	p := w.process
	if len(p.erases) == 0 {
		return false
	}
	o := p.erases[0]
	p.erases = p.erases[1:]
	if err := w.disk.Erase(context.Background(), o); err != nil {
		return true // ordered again at its deadline
	}
	p.hand(w.index[o.Channel], messages.Erased{N: o.N})
	return true
}
