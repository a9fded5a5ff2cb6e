package gate

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/llm"
)

// places reads "a1 b2": channel a, priority 1; channel b, priority 2.
func places(words string) []*place {
	var made []*place
	for _, w := range strings.Fields(words) {
		made = append(made, &place{channel: w[:1], priority: llm.Priority(w[1] - '0')})
	}
	return made
}

func say(p *place) string { return p.channel + string('0'+byte(p.priority)) }

func TestQueue(t *testing.T) {
	const tenAddressed = "a0 a0 a0 a0 a0 a0 a0 a0 a0 a0"
	for _, test := range []struct {
		name, push string
		limit      int
		shed, pop  string
	}{
		{"one channel's calls keep their order", "a1 a1 a1", 9, "", "a1 a1 a1"},
		{"channels take turns", "a1 a1 a1 b1 c1 b1", 9, "", "a1 b1 c1 a1 b1 a1"},
		{"the urgent go first", "a2 b1 c0 d2 e0", 9, "", "c0 e0 b1 a2 d2"},
		{"after eight others the less urgent has a turn", tenAddressed + " b2 b2", 99, "", "a0 a0 a0 a0 a0 a0 a0 a0 b2 a0 a0 b2"},
		{"each of the less urgent has", tenAddressed + " b2 b1", 99, "", "a0 a0 a0 a0 a0 a0 a0 a0 b1 b2 a0 a0"},
		{"a full queue refuses the next", "a1 b1 c1", 2, "c1", "a1 b1"},
		{"unless it is more urgent than what waits", "a2 b2 c1 d0", 2, "b2 a2", "d0 c1"},
		{"the newest of the least urgent makes room", "a2 b2 a0", 2, "b2", "a0 a2"},
		{"an empty queue gives nothing", "", 2, "", ""},
		{"a queue without room refuses everything", "a0", 0, "a0", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queue{limit: test.limit}
			var shed, popped []string
			for _, p := range places(test.push) {
				if out := q.push(p); out != nil {
					shed = append(shed, say(out))
				}
			}
			for p := q.pop(); p != nil; p = q.pop() {
				popped = append(popped, say(p))
			}
			if got := strings.Join(shed, " "); got != test.shed {
				t.Errorf("shed %q, want %q", got, test.shed)
			}
			if got := strings.Join(popped, " "); got != test.pop {
				t.Errorf("popped %q, want %q", got, test.pop)
			}
		})
	}
}

const channels = 3

// A crowd is a queue under test and who should be in it, in order of arrival.
type crowd struct {
	queue
	in   []*place
	most map[*place]*allowance
	left map[*place]int // how often it was told that it has left
}

// An allowance is how many others may still be served before a place.
type allowance struct{ all, own int }

// TestQueueServesAll: whatever comes, goes and is served, each leaves exactly
// once, a channel keeps its order, nobody is shed for a less urgent one, and
// everybody is served within a number of turns known when it comes.
func TestQueueServesAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &crowd{queue: queue{limit: rapid.IntRange(1, 20).Draw(t, "limit")}, most: map[*place]*allowance{}, left: map[*place]int{}}
		t.Repeat(map[string]func(*rapid.T){
			"push": c.arrive,
			"pop":  c.serve,
			"leave": func(t *rapid.T) {
				if len(c.in) == 0 {
					return
				}
				p := rapid.SampledFrom(c.in).Draw(t, "who")
				if !c.remove(p) || c.remove(p) {
					t.Fatalf("%s was not there once", say(p))
				}
				c.gone(t, p)
			},
			"": func(t *rapid.T) {
				if c.size != len(c.in) || c.size > c.limit {
					t.Fatalf("size %d, want %d, at most %d", c.size, len(c.in), c.limit)
				}
			},
		})
		for len(c.in) > 0 {
			c.serve(t)
		}
		for i, l := range c.lines {
			if l.turns.Len() != 0 || len(l.of) != 0 || l.passed != 0 {
				t.Fatalf("line %d is left with %d channels, %v, %d", i, l.turns.Len(), l.of, l.passed)
			}
		}
	})
}

func (c *crowd) gone(t *rapid.T, p *place) {
	if !p.out || c.left[p] != 1 {
		t.Fatalf("%s has left (%t), and was told so %d times, want once", say(p), p.out, c.left[p])
	}
	c.in = slices.DeleteFunc(c.in, func(other *place) bool { return other == p })
}

func (c *crowd) arrive(t *rapid.T) {
	p := &place{
		channel:  string(rune('a' + rapid.IntRange(0, channels-1).Draw(t, "channel"))),
		priority: llm.Priority(rapid.IntRange(0, 2).Draw(t, "priority")),
	}
	p.left = func() { c.left[p]++ }
	shed := c.push(p)
	c.in = append(c.in, p)
	if shed != nil {
		if !slices.Contains(c.in, shed) || shed != p && shed.priority <= p.priority {
			t.Fatalf("shed %s for %s", say(shed), say(p))
		}
		c.gone(t, shed)
	}
	rank := 0 // in its channel, from 1
	for _, other := range c.in {
		if other.channel == p.channel && other.priority == p.priority {
			rank++
		}
	}
	c.most[p] = &allowance{all: rank * channels * (patience + len(c.lines)), own: rank * channels}
}

func (c *crowd) serve(t *rapid.T) {
	p := c.pop()
	if p == nil {
		if len(c.in) > 0 {
			t.Fatalf("popped nothing with %d waiting", len(c.in))
		}
		return
	}
	first := slices.IndexFunc(c.in, func(other *place) bool { return other.channel == p.channel && other.priority == p.priority })
	if first < 0 || c.in[first] != p {
		t.Fatalf("popped %s, which was not first of its channel", say(p))
	}
	c.gone(t, p)
	for _, other := range c.in {
		a := c.most[other]
		if a.all--; other.priority == p.priority {
			a.own--
		}
		if a.all <= 0 || a.own <= 0 {
			t.Fatalf("%s waits for ever: passed again by %s", say(other), say(p))
		}
	}
}
