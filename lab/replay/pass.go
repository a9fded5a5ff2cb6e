package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/lab/virtual"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/schedule"
)

// shortestNick is how many letters a nick needs to be one of the familiar's
// names: shorter ones are in too many words.
const shortestNick = 3

// A pass is one familiar's way through one slice. It is used again for the
// next one, so that its buffers are.
type pass struct {
	options *Options
	slice   *corpus.Slice
	gold    *corpus.Gold
	drive   virtual.Drive

	open      map[messages.LineID]bool // positive lines that no turn has covered
	granted   messages.Judge           // the judge has said yes to it and the turn has not come yet; N 0: none
	decisions []score.Decision
	covers    []messages.LineID // what the decisions cover, end to end
	judged    int
	notes     noteCounts
	log       *noteLog // nil: notes are only counted
	voice     voice    // of a closed loop
	said      []Said   // in a closed loop: what the familiar said

	accounts   []messages.AccountID // whose copies of a line are heard, in their order
	kept       []messages.Note      // for Options.KeepNotes
	verdicts   *json.Encoder        // of questions and answers; nil: nobody wants them
	unrecorded int                  // questions no recorded verdict answers
}

// begin puts the familiar at the slice's start.
func (p *pass) begin(s *corpus.Slice, g *corpus.Gold) {
	p.slice, p.gold = s, g
	config := seatOf(s, g, p.options)
	p.listen(config)
	p.drive.Begin(conversation.New(s.Channel, config), p)
	p.decisions, p.covers, p.granted = p.decisions[:0], p.covers[:0], messages.Judge{}
	p.judged = 0
	p.notes.reset()
	p.voice, p.said, p.kept = voice{}, nil, nil
	p.unrecorded = 0
	p.open = make(map[messages.LineID]bool, len(g.Replied)+len(g.Addressed))
	for _, ids := range [][]messages.LineID{g.Replied, g.Addressed} {
		for _, id := range ids {
			p.open[id] = true
		}
	}
}

// seatOf returns the configuration in which the gold's participant is the one
// familiar of the channel, or the first of several. Its names are its nicks
// and its uid.
func seatOf(s *corpus.Slice, g *corpus.Gold, o *Options) *conversation.Config {
	names := []string{string(g.Familiar)}
	for _, nick := range g.Nicks {
		if len(nick) >= shortestNick {
			names = append(names, nick)
		}
	}
	policy := o.Policy
	policy.Mode = conversation.Live // nobody is there to notice
	c := &conversation.Config{
		Room: o.Room,
		Seats: []conversation.SeatConfig{{
			Familiar: messages.FamiliarID(g.Familiar),
			Self:     g.Familiar,
			Name:     string(g.Familiar),
			Names:    ladder.CompileNames(o.Policy.Ladder.Alias, names...),
			Judged:   o.Judge != None,
			Second:   o.Second != "",
			Policy:   policy,
			Hours:    o.hours(),
			Schedule: o.schedules(),
			Weights:  o.weights(g.Slice),
			Card:     o.Card,
			Replies:  s.Replies,
			Members:  s.Replies || s.Members,
		}},
	}
	o.beside(c)
	return c
}

// hear lets come what is due before the line, and then the line.
func (p *pass) hear(r *corpus.Record) error {
	line := r.Line
	if line.Author.ID == p.gold.Familiar {
		line = r.Own
	}
	if err := p.wait(line.At); err != nil {
		return err
	}
	if p.closed() && line.Author.ID == p.gold.Familiar {
		return nil
	}
	return p.spread(line)
}

// drain lets everything come that is still due.
func (p *pass) drain() error {
	if err := p.wait(p.end()); err != nil {
		return err
	}
	p.ungrant()
	return nil
}

// afterTalk is how long what is due is waited for behind the last line, where a schedule
// by the clock would always have something to wait for.
const afterTalk = time.Hour

// end returns until when something may come. What a familiar waits for comes to an end
// once nobody speaks, but a clock doesn't.
func (p *pass) end() messages.Instant {
	records := p.slice.Records
	if len(records) == 0 || !slices.ContainsFunc(p.options.Policy.Schedule, func(r schedule.Rule) bool { return r.Cron != "" }) {
		return math.MaxInt64
	}
	return records[len(records)-1].Line.At.Add(afterTalk)
}

// wait fires every deadline up to an instant, each at its own.
func (p *pass) wait(until messages.Instant) error {
	err := p.drive.Until(until)
	if errors.Is(err, virtual.ErrEndless) {
		return fmt.Errorf("replay %s in %s: %w", p.gold.Familiar, p.slice.Name, err)
	}
	return err
}

// Take answers what a step orders, at the same instant.
func (p *pass) Take(now messages.Instant, effect messages.Effect) (messages.Event, error) {
	if p.isBeside(whose(effect)) {
		return p.dismiss(effect)
	}
	switch order := effect.(type) {
	case *messages.Note:
		p.notes.add(order)
		if p.options.KeepNotes {
			p.kept = append(p.kept, *order)
		}
		return nil, p.log.write(p.slice, order)
	case messages.Judge:
		return p.judge(&order)
	case messages.Compose:
		if p.options.Ordered != nil {
			p.options.Ordered(p.slice.Name, &order)
		}
		if p.closed() {
			p.write(&order)
			return nil, nil
		}
		p.call(&order)
		return messages.Composed{N: order.N, Skip: true}, nil
	case messages.FetchMembers:
		return members(p.slice, now, order.N), nil
	case messages.Cancel:
		p.recall(order.N)
	case messages.Post:
		return p.deliver(&order), nil
	default: // there is no network to type on, and nobody to fetch from
	}
	return nil, nil
}

// members says who is here as a network does that counts a community and names
// nobody: that there are others, if anybody else ever speaks.
func members(s *corpus.Slice, now messages.Instant, n uint64) messages.MembersKnown {
	return messages.MembersKnown{N: n, Humans: min(s.Humans(), 2), Truncated: true, FetchedAt: now}
}
