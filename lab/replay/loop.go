package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// A Loop says what stands in the transcript as the familiar's own lines.
type Loop string

// The loops.
const (
	Forced Loop = "forced" // the participant's recorded lines, whatever the familiar decides; the default
	Closed Loop = "closed" // what the familiar would have said: the participant's own lines are left out
)

// loops lists them.
var loops = []Loop{Forced, Closed}

func (l Loop) validate() error {
	if l != "" && !slices.Contains(loops, l) {
		return fmt.Errorf("loop %q: want one of %v", l, loops)
	}
	return nil
}

// DefaultComposeDelay is how long a simulated reply is written.
const DefaultComposeDelay = 3 * time.Second

// near is how far from a call the participant's own line may stand, before or
// after it, to lend the simulated one its text.
const near = 5 * time.Minute

// placeholder is what a simulated line says when no recorded one is near. It
// names nobody, so that it gives nobody credit.
const placeholder = "(a reply)"

// A draft is the reply a closed loop is writing.
type draft struct {
	messages.Composed                  // N 0: none
	at                messages.Instant // when it is ready
	decision          int              // the call it belongs to
}

// A voice is what a closed loop says in the familiar's place.
type voice struct {
	draft    draft
	saying   int   // the call whose reply was ready last
	recalled []int // calls whose reply was called off before it was ready
	spent    []int // the participant's records that lent their text
	lines    int   // simulated lines so far
}

func (p *pass) closed() bool { return p.options.Loop == Closed }

// Next takes the reply that is ready by an instant.
func (p *pass) Next(until messages.Instant) (messages.Instant, messages.Event, bool) {
	d := p.voice.draft
	if d.N == 0 || d.at > until {
		return 0, nil, false
	}
	p.voice.draft, p.voice.saying = draft{}, d.decision
	return d.at, d.Composed, true
}

// write begins the reply a turn orders. A turn that was called off and comes
// again with more lines is still the same call.
func (p *pass) write(order *messages.Compose) {
	v := &p.voice
	call := slices.IndexFunc(v.recalled, func(i int) bool { return p.coversAny(i, order.Addressed) })
	var decision int
	if call >= 0 {
		decision = v.recalled[call]
		v.recalled = slices.Delete(v.recalled, call, call+1)
		p.widen(decision, order.Addressed)
	} else {
		p.call(order)
		decision = len(p.decisions) - 1
	}
	v.draft = draft{
		Composed: messages.Composed{N: order.N, Parts: []string{p.text(order)}, Final: true},
		at:       p.drive.Channel.Now.Add(cmp.Or(p.options.ComposeDelay, DefaultComposeDelay)),
		decision: decision,
	}
}

// recall drops the reply of an order that was called off.
func (p *pass) recall(n uint64) {
	if v := &p.voice; n != 0 && v.draft.N == n {
		v.recalled = append(v.recalled, v.draft.decision)
		v.draft = draft{}
	}
}

// deliver returns a simulated line its id, which no recording has.
func (p *pass) deliver(order *messages.Post) messages.Delivered {
	p.voice.lines++
	id := messages.LineID("~" + strconv.Itoa(p.voice.lines))
	p.said = append(p.said, Said{At: p.drive.Channel.Now, Text: order.Text, Call: p.voice.saying})
	return messages.Delivered{Post: order.ID, Line: id}
}

// coversAny reports whether a decision covers one of the lines.
func (p *pass) coversAny(decision int, lines []messages.Quoted) bool {
	return slices.ContainsFunc(lines, func(q messages.Quoted) bool { return slices.Contains(p.decisions[decision].Covers, q.ID) })
}

// widen lets a call cover what its turn took in.
func (p *pass) widen(decision int, lines []messages.Quoted) {
	d := &p.decisions[decision]
	d.Covers = slices.Clone(d.Covers)
	for i := range lines {
		if !slices.Contains(d.Covers, lines[i].ID) {
			d.Covers = append(d.Covers, lines[i].ID)
		}
		delete(p.open, lines[i].ID)
	}
}

// text returns what the familiar says: what the participant really answered to
// one of the lines, else what it said near this instant, else a placeholder.
func (p *pass) text(order *messages.Compose) string {
	best := -1
	for _, i := range p.own() {
		r := &p.slice.Records[i]
		if slices.Contains(p.voice.spent, i) {
			continue
		}
		if slices.ContainsFunc(order.Addressed, func(q messages.Quoted) bool { return slices.Contains(r.Answers, q.ID) }) {
			best = i
			break
		}
		if best < 0 {
			best = i
		}
	}
	if best < 0 {
		return placeholder
	}
	p.voice.spent = append(p.voice.spent, best)
	return p.slice.Records[best].Line.Text
}

// own lists the participant's records near this instant, oldest first.
func (p *pass) own() []int {
	records, now := p.slice.Records, p.drive.Channel.Now
	from, _ := slices.BinarySearchFunc(records, now.Add(-near), func(r corpus.Record, at messages.Instant) int { return cmp.Compare(r.Line.At, at) })
	var own []int
	for i := from; i < len(records) && records[i].Line.At <= now.Add(near); i++ {
		if records[i].Line.Author.ID == p.gold.Familiar {
			own = append(own, i)
		}
	}
	return own
}
