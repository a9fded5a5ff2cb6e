package reference

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/ladder"
)

// A difference is something we do otherwise than a reference, on purpose. One that
// docs/conformance.md lists too has its name there, where the reason stands.
type difference struct {
	match string
	name  string
	why   string // "": docs/conformance.md says it
	is    func(p *pair) bool
}

func decides(e entry) bool { return e.about != "turn" }

// lines is how many lines a turn answers; "": there is no turn.
func lines(turn entry) string {
	n, _, _ := strings.Cut(turn.what, " after ")
	return n
}

// withoutRecent is what a turn is about but for how much is shown from before.
func withoutRecent(turn entry) string {
	_, rest, _ := strings.Cut(turn.what, ",")
	return lines(turn) + rest
}

// differences are all of them over the talk; nothing else may differ.
var differences = []difference{
	{
		match: "typeclaw", name: "the source forgets that it spoke in the thread",
		is: func(p *pair) bool {
			// In a room it matters for replies to others. What either did with a
			// credit, or put into its next turn, shows later.
			rule := p.theirs.by
			switch {
			case !decides(p.ours):
				return p.after && lines(p.ours) != lines(p.theirs)
			case inThread(p.channel), rule == ladder.Aside, rule == ladder.Elsewhere:
				return true
			}
			return p.after && (rule == ladder.Sticky || p.ours.by == ladder.Sticky)
		},
	},
	{
		match: "typeclaw", name: "the source forgets its guard",
		is: func(p *pair) bool {
			return !decides(p.ours) && strings.Contains(p.ours.what, "guard true") && strings.Contains(p.theirs.what, "guard false")
		},
	},
	{
		match: "typeclaw", name: "the source forgets what was said before",
		is: func(p *pair) bool {
			return !decides(p.ours) && withoutRecent(p.ours) == withoutRecent(p.theirs)
		},
	},
	{
		match: "arizuko", name: "an author as quick and even as a program", why: "the source has no guard",
		is: func(p *pair) bool { return p.ours.by == messages.ByGuard },
	},
	{
		match: "nanobot", name: "too large a share of the lines is its own", why: "the source has no such limit",
		is: func(p *pair) bool { return p.ours.by == messages.ByShare },
	},
	{
		match: "openclaw-orchestration", name: "an author as quick and even as a program", why: "the source has no guard",
		is: func(p *pair) bool { return p.ours.by == messages.ByGuard },
	},
}

// sixty is the talk of sixty channels that decisions are compared over.
func sixty() *talk { return newTalk(60, 400, 15, traceStart) }

// play gives the calls of a trace to ports, one for each channel, and returns
// what they did.
func play(ports func(channel int) port, t *trace) []diary {
	diaries, all := make([]diary, len(t.ids)), make([]port, len(t.ids))
	for c := range all {
		all[c] = ports(c)
		all[c].open(&diaries[c])
	}
	for i := range t.calls {
		t.calls[i].tell(all[t.calls[i].channel])
	}
	return diaries
}

// TestSame: over one talk of sixty channels each reference decides as the preset
// that follows it, but for what is listed.
func TestSame(t *testing.T) {
	talk := sixty()
	for i := range matches {
		m := &matches[i]
		t.Run(m.name, func(t *testing.T) {
			made := m.record(t, talk)
			theirs := play(m.ports(), made)
			var all []pair
			for c := range theirs {
				all = append(all, pairs(c, made.diaries[c].entries, theirs[c].entries)...)
			}
			m.compare(t, all)
		})
	}
}

// compare looks at what both did and finds a reason for what isn't the same.
func (m *match) compare(t *testing.T, all []pair) {
	counts, wrong, differs := make([]int, len(differences)), 0, map[int]bool{}
	for i := range all {
		p := &all[i]
		if p.ours.what == p.theirs.what {
			continue
		}
		p.after = differs[p.channel]
		differs[p.channel] = true
		excuse := -1
		for i, d := range differences {
			if d.match == m.name && d.is(p) {
				excuse = i
				break
			}
		}
		switch {
		case excuse >= 0:
			counts[excuse]++
		case wrong < 10:
			t.Errorf("channel %d: ours %s (%s), the reference's %s", p.channel, p.ours, p.ours.by, p.theirs)
			wrong++
		}
	}
	t.Logf("%s and preset %s: %d lines, turns and questions", m.name, m.preset, len(all))
	for i, d := range differences {
		if d.match != m.name {
			continue
		}
		t.Logf("%6d differ: %s", counts[i], d.name)
		if counts[i] == 0 {
			t.Errorf("%q excuses nothing: it is a difference no more", d.name)
		}
	}
	if len(all) == 0 {
		t.Error("nothing was compared")
	}
}

// A pair is what both did about the same; a side that did nothing is zero.
type pair struct {
	channel      int
	ours, theirs entry
	after        bool // something differed before in the channel
}

// pairs puts together what is about the same at the same moment.
func pairs(channel int, ours, theirs []entry) (all []pair) {
	type key struct {
		at    messages.Instant
		about string
	}
	at := map[key]int{}
	for _, e := range ours {
		at[key{e.at, e.about}] = len(all)
		all = append(all, pair{channel: channel, ours: e})
	}
	for _, e := range theirs {
		k := key{e.at, e.about}
		i, both := at[k]
		if !both {
			i = len(all)
			all = append(all, pair{channel: channel})
		}
		all[i].theirs = e
	}
	return all
}

// TestSameWithoutSessions: sessions are all that parts the ladder of the source
// from ours. Were they endless, every decision, rule and turn would be the same.
func TestSameWithoutSessions(t *testing.T) {
	m := &matches[0]
	made := m.record(t, sixty())
	ports := m.ports()
	theirs := play(func(channel int) port {
		p := ports(channel).(*ladderPort)
		config := *p.Config
		config.Endless = true
		p.Config = &config
		return p
	}, made)
	for c := range theirs {
		for _, p := range pairs(c, made.diaries[c].entries, theirs[c].entries) {
			if p.ours.what != p.theirs.what {
				t.Fatalf("channel %d: ours %s, the reference's %s", c, p.ours, p.theirs)
			}
		}
	}
}

// TestDifferencesAreListed: what has no reason here has one in docs/conformance.md.
func TestDifferencesAreListed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		if listed := strings.Contains(string(page), "| "+d.name+" |"); listed != (d.why == "") {
			t.Errorf("%q is in docs/conformance.md: %v; its reason here is %q", d.name, listed, d.why)
		}
	}
}
