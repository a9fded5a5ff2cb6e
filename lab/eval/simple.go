package eval

import (
	"math/rand/v2"
	"slices"
	"time"

	"familiar/internal/fnv"
	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/policy/ladder"
)

// A simple gate decides on one line after the other; what it knows of the
// participant's own lines it is told by hear.
type simple struct {
	name  string
	begin func(g *corpus.Gold) speaks
}

// speaks reports whether the gate speaks to a line of somebody else; own lines
// are shown to it, too.
type speaks func(r *corpus.Record, own bool) bool

// shortestNick is how many bytes a nick needs to be looked for.
const shortestNick = 3

// tenth is how often the dice speak.
const tenth = .10

// simples are the gates without any memory of a talk, and the window.
var simples = []simple{
	{"never", func(*corpus.Gold) speaks { return func(*corpus.Record, bool) bool { return false } }},
	{"always", func(*corpus.Gold) speaks { return func(*corpus.Record, bool) bool { return true } }},
	{"dice 10 %", func(g *corpus.Gold) speaks {
		return func(r *corpus.Record, _ bool) bool { return drawn(g, r.Line.ID) < tenth }
	}},
	{"mention-only", func(g *corpus.Gold) speaks {
		return func(r *corpus.Record, _ bool) bool { return mentions(r, g) }
	}},
	{"mention or reply", func(g *corpus.Gold) speaks {
		return func(r *corpus.Record, _ bool) bool { return addresses(r, g) }
	}},
	{"named anywhere", func(g *corpus.Gold) speaks {
		nicks := slices.DeleteFunc(slices.Clone(g.Nicks), func(nick string) bool { return len(nick) < shortestNick })
		names := ladder.CompileNames(ladder.Word, append(nicks, string(g.Familiar))...)
		return func(r *corpus.Record, _ bool) bool { return mentions(r, g) || names.In(ladder.Fold(r.Line.Text)) }
	}},
	{"window, 5 min after its line or a mention", func(g *corpus.Gold) speaks { return window(g, 5*time.Minute) }},
	{"window, 30 min after its line or a mention", func(g *corpus.Gold) speaks { return window(g, 30*time.Minute) }},
}

func mentions(r *corpus.Record, g *corpus.Gold) bool {
	return slices.Contains(r.Line.Mentions, g.Familiar)
}

// addresses reports whether the network says that a line is for the participant.
func addresses(r *corpus.Record, g *corpus.Gold) bool {
	return mentions(r, g) || r.Line.ReplyTo.Author == g.Familiar
}

// window speaks to every line so long after a mention and after its own lines.
func window(g *corpus.Gold, open time.Duration) speaks {
	until := messages.Instant(0)
	return func(r *corpus.Record, own bool) bool {
		switch {
		case own:
			until = r.Line.At.Add(open)
			return false
		case mentions(r, g):
			until = max(until, r.Line.At.Add(open))
			return true
		}
		return r.Line.At < until
	}
}

// decide returns what a simple gate decides for one familiar.
func (m *simple) decide(s *corpus.Slice, g *corpus.Gold) []score.Decision {
	var decisions []score.Decision
	speaks := m.begin(g)
	for i := range s.Records {
		r := &s.Records[i]
		own := r.Line.Author.ID == g.Familiar
		if speaks(r, own) && !own {
			decisions = append(decisions, decision(g, r.Line.At, false, true, r.Line.ID))
		}
	}
	return decisions
}

func decision(g *corpus.Gold, at messages.Instant, judged, fire bool, covers ...messages.LineID) score.Decision {
	return score.Decision{Slice: g.Slice, Familiar: g.Familiar, At: at, Trigger: messages.Address, Covers: covers, Judged: judged, Fire: fire}
}

// drawn returns a number in [0,1) that depends on nothing but the slice, the
// familiar and the line.
func drawn(g *corpus.Gold, id messages.LineID) float64 {
	h := fnv.Sum("")
	for _, part := range []string{g.Slice, string(g.Familiar), string(id)} {
		h = fnv.Add(fnv.Add(h, part), "\x00")
	}
	return rand.New(rand.NewPCG(h, 0)).Float64()
}
