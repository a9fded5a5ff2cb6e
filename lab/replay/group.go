package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/lab/virtual"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A GroupWalk is what one familiar of a group decided, and its record, without
// what the others of the group said: nobody answers those for it.
type GroupWalk struct {
	Slice     *corpus.Slice
	Gold      *corpus.Gold
	Decisions []score.Decision // one that was judged is a question, whoever was chosen; a call has been counted then
}

// RunGroups replays the familiars of each slice in groups of size, in the order
// of golds, each group in one channel at once; who is left over is left out.
// They have the knobs of o and one judge, so that o.Policy.JudgeTogether says
// whether it is asked about all of them. Only a judge of [Judges] answers: about
// several it makes up its mind on each as if it were asked about that one, and
// chooses one of those it finds right.
//
// The loop is [Forced]. Options that tell of single familiars are not looked at.
func RunGroups(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, size int, o Options, took func(GroupWalk) error) error {
	if err := o.Validate(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if size < 1 || size > mostBeside+1 || o.Beside != 0 || o.Loop == Closed || !slices.Contains(Judges, o.Judge) {
		return fmt.Errorf("replay: want a group of 1 to %d, nobody beside it, the forced loop and a judge of %v", mostBeside+1, Judges)
	}
	for _, members := range groups(golds, size) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := c.Slice(members[0].Slice)
		if s == nil {
			return fmt.Errorf("replay: no channel %q in the recording", members[0].Slice)
		}
		g := newGroup(s, members, &o)
		if err := g.walk(); err != nil {
			return err
		}
		for i := range g.members {
			if err := took(GroupWalk{s, &g.members[i].gold, g.members[i].decisions}); err != nil {
				return err
			}
		}
	}
	return nil
}

// groups cuts golds into those who are in a channel together.
func groups(golds []corpus.Gold, size int) (all [][]corpus.Gold) {
	var of []string
	bySlice := make(map[string][]corpus.Gold)
	for i := range golds {
		name := golds[i].Slice
		if bySlice[name] == nil {
			of = append(of, name)
		}
		bySlice[name] = append(bySlice[name], golds[i])
	}
	for _, name := range of {
		for members := range slices.Chunk(bySlice[name], size) {
			if len(members) == size {
				all = append(all, members)
			}
		}
	}
	return all
}

// A group is several familiars' way through one slice.
type group struct {
	options *Options
	slice   *corpus.Slice
	members []member // as they sit
	drive   virtual.Drive
}

// A member is one of them.
type member struct {
	gold      corpus.Gold
	open      map[messages.LineID]bool // positive lines that no turn has covered
	decisions []score.Decision
}

func newGroup(s *corpus.Slice, golds []corpus.Gold, o *Options) *group {
	g := &group{options: o, slice: s}
	config := &conversation.Config{Room: o.Room}
	for i := range golds {
		seat := seatOf(s, &golds[i], o).Seats[0]
		seat.Judge = string(o.Judge)
		config.Seats = append(config.Seats, seat)
		m := member{gold: without(s, golds[i], golds), open: make(map[messages.LineID]bool)}
		for _, id := range slices.Concat(m.gold.Replied, m.gold.Addressed) {
			m.open[id] = true
		}
		g.members = append(g.members, m)
	}
	g.drive.Begin(conversation.New(s.Channel, config), g)
	return g
}

// without is a record without what the others of a group said.
func without(s *corpus.Slice, own corpus.Gold, group []corpus.Gold) corpus.Gold {
	theirs := func(id messages.LineID) bool {
		r, ok := s.At(id)
		return ok && slices.ContainsFunc(group, func(g corpus.Gold) bool { return g.Familiar == r.Line.Author.ID })
	}
	own.Replied = slices.DeleteFunc(slices.Clone(own.Replied), theirs)
	own.Addressed = slices.DeleteFunc(slices.Clone(own.Addressed), theirs)
	var moments []corpus.Moment
	for _, m := range own.Moments {
		if m.Parents = slices.DeleteFunc(slices.Clone(m.Parents), theirs); len(m.Parents) > 0 {
			moments = append(moments, m)
		}
	}
	own.Moments = moments
	return own
}

// walk has them hear the slice.
func (g *group) walk() error {
	for i := range g.slice.Records {
		line := g.slice.Records[i].Line
		if g.member(messages.FamiliarID(line.Author.ID)) != nil {
			line = g.slice.Records[i].Own
		}
		if err := g.wait(line.At); err != nil {
			return err
		}
		if err := g.drive.Step(line.At, messages.Heard{Line: line}); err != nil {
			return err
		}
	}
	return g.wait(math.MaxInt64)
}

func (g *group) wait(until messages.Instant) error {
	err := g.drive.Until(until)
	if errors.Is(err, virtual.ErrEndless) {
		return fmt.Errorf("replay a group in %s: %w", g.slice.Name, err)
	}
	return err
}

func (g *group) member(who messages.FamiliarID) *member {
	i := slices.IndexFunc(g.members, func(m member) bool { return messages.FamiliarID(m.gold.Familiar) == who })
	if i < 0 {
		return nil
	}
	return &g.members[i]
}

// Next implements [virtual.World]: nothing comes by itself.
func (*group) Next(messages.Instant) (messages.Instant, messages.Event, bool) {
	return 0, nil, false
}

// Take answers what a step orders, at the same instant.
func (g *group) Take(now messages.Instant, effect messages.Effect) (messages.Event, error) {
	switch order := effect.(type) {
	case messages.Judge:
		g.decide(order.Familiar, now, order.Trigger, order.Waiting, false)
		return g.judge(&order), nil
	case messages.Compose:
		g.decide(order.Familiar, now, order.Trigger, order.Addressed, true)
		return messages.Composed{N: order.N, Skip: true}, nil
	case messages.FetchMembers:
		return members(g.slice, now, order.N), nil
	default: // there is no network to type on, and nobody to fetch from
	}
	return nil, nil
}

// judge gives a verdict: of those that it finds right for themselves the one
// with the least draw.
func (g *group) judge(order *messages.Judge) messages.Judged {
	v := messages.Judged{N: order.N}
	least := math.Inf(1)
	for _, who := range append([]messages.Candidate{{Familiar: order.Familiar}}, order.Others...) {
		of := *order
		of.Familiar = who.Familiar
		m := g.member(who.Familiar)
		if !g.options.Judge.verdict(&of, m.open, g.options.Seed) {
			continue
		}
		if drawn := draw(g.options.Seed^tieSeed, &of); drawn < least {
			v.Yes, v.Who, least = true, who.Familiar, drawn
		}
	}
	if v.Who == order.Familiar {
		v.Who = ""
	}
	v.Reason = g.options.Judge.says(v.Yes)
	return v
}

// tieSeed keeps the draws between several apart from those on each.
const tieSeed = 0x9e3779b97f4a7c15

// decide keeps a question, or a call.
func (g *group) decide(who messages.FamiliarID, now messages.Instant, why messages.Trigger, lines []messages.Quoted, fire bool) {
	m := g.member(who)
	d := score.Decision{Slice: g.slice.Name, Familiar: m.gold.Familiar, At: now, Trigger: why, Judged: !fire, Fire: fire}
	for i := range lines {
		d.Covers = append(d.Covers, lines[i].ID)
		if fire {
			delete(m.open, lines[i].ID)
		}
	}
	m.decisions = append(m.decisions, d)
}
