package monitor

import (
	"math/rand/v2"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/messages"
)

// jobs reads "a1 b2": channel a, priority 1; channel b, priority 2.
func jobs(words string) []*job {
	var made []*job
	for i, w := range strings.Fields(words) {
		made = append(made, &job{
			order:    messages.Judge{N: uint64(i), Channel: messages.ChannelID(w[:1])},
			priority: llm.Priority(w[1] - '0'),
		})
	}
	return made
}

func say(j *job) string { return string(j.order.Channel) + string('0'+byte(j.priority)) }

func TestQueue(t *testing.T) {
	for _, test := range []struct {
		name, push string
		limit      int
		shed, pop  string
	}{
		{"one channel's questions keep their order", "a1 a1 a1", 9, "", "a1 a1 a1"},
		{"channels take turns", "a1 a1 a1 b1 c1 b1", 9, "", "a1 b1 c1 a1 b1 a1"},
		{"the urgent go first", "a2 b1 c0 d2 e0", 9, "", "c0 e0 b1 a2 d2"},
		{"a full queue refuses the next", "a1 b1 c1", 2, "c1", "a1 b1"},
		{"unless it is more urgent than what waits", "a2 b2 c1 d0", 2, "b2 a2", "d0 c1"},
		{"the newest of the least urgent makes room", "a2 b2 a0", 2, "b2", "a0 a2"},
		{"an empty queue gives nothing", "", 2, "", ""},
		{"a queue without room refuses everything", "a0", 0, "a0", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queue{limit: test.limit}
			var shed, popped []string
			for _, j := range jobs(test.push) {
				if out := q.push(j); out != nil {
					shed = append(shed, say(out))
				}
			}
			for j := q.pop(); j != nil; j = q.pop() {
				popped = append(popped, say(j))
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

// FuzzQueue: whatever is pushed, popped and removed, each job leaves exactly
// once, the size is right, and nothing is left behind.
func FuzzQueue(f *testing.F) {
	f.Add(uint64(1), 40)
	f.Fuzz(func(t *testing.T, seed uint64, moves int) {
		r := rand.New(rand.NewPCG(seed, 0))
		q := queue{limit: 5}
		in := map[*job]bool{}
		for range min(moves, 500) {
			switch r.IntN(4) {
			case 0, 1:
				j := &job{order: messages.Judge{Channel: messages.ChannelID(rune('a' + r.IntN(3)))}, priority: llm.Priority(r.IntN(3))}
				in[j] = true
				if shed := q.push(j); shed != nil {
					if !in[shed] || shed.priority < j.priority {
						t.Fatalf("shed %s for %s", say(shed), say(j))
					}
					delete(in, shed)
				}
			case 2:
				j := q.pop()
				if j != nil && !in[j] || j == nil && len(in) > 0 {
					t.Fatalf("popped %v with %d waiting", j, len(in))
				}
				for other := range in {
					if other.priority < j.priority {
						t.Fatalf("popped %s before %s", say(j), say(other))
					}
				}
				delete(in, j)
			case 3:
				for j := range in {
					if !q.remove(j) || q.remove(j) {
						t.Fatalf("%s was not there once", say(j))
					}
					delete(in, j)
					break
				}
			}
			if q.size != len(in) || q.size > q.limit {
				t.Fatalf("size %d, want %d, at most %d", q.size, len(in), q.limit)
			}
		}
		for range in {
			q.pop()
		}
		for i, l := range q.lines {
			if len(l.channels) != 0 || len(l.jobs) != 0 {
				t.Fatalf("line %d is left with %v, %v", i, l.channels, l.jobs)
			}
		}
	})
}
