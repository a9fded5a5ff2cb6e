package app

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A guest writes down what it posts, and when it leaves. Its network takes its
// time over a post.
type guest struct {
	adapter.Adapter
	seen *visits
	name string
}

// visits is what accounts did, by their names.
type visits struct {
	mu  sync.Mutex // accounts post and leave at the same time
	did map[string][]string
}

func (v *visits) add(who, what string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.did[who] = append(v.did[who], what)
}

func (v *visits) String() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return fmt.Sprint(v.did)
}

func (g guest) Identity(ctx context.Context) (messages.Author, error) {
	return g.Adapter.(adapter.Identifier).Identity(ctx)
}

func (g guest) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	time.Sleep(5 * time.Second)
	posted, err := g.Adapter.Post(ctx, p)
	g.seen.add(g.name, "posts")
	return posted, err
}

func (g guest) Close() { g.seen.add(g.name, "leaves") }

// TestLeave: an account leaves its network once, after its last post: at the
// end of the program, and when a reload takes it away.
func TestLeave(t *testing.T) {
	alone := two[:strings.Index(two, "[familiars.vesper]")] + "[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n"
	for _, tt := range []struct {
		story       string
		happens     func(*stage)
		before, end string // what they have done by then
	}{
		{"the program is stopped while it posts", func(s *stage) {
			s.say("bob: @Vesper what is a lamp?")
			s.wait(4 * time.Second)
			s.stop()
		}, "map[]", "map[aria:[leaves] vesper:[posts leaves]]"},
		{"a reload takes one away", func(s *stage) {
			s.reload(alone)
			s.wait(time.Minute)
		}, "map[vesper:[leaves]]", "map[aria:[leaves] vesper:[leaves]]"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := &visits{did: make(map[string][]string)}
				s := open(t, two, func(a adapter.Adapter) adapter.Adapter {
					me, err := a.(adapter.Identifier).Identity(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					return guest{a, seen, strings.ToLower(me.Name)}
				})
				tt.happens(s)
				if got := seen.String(); got != tt.before {
					t.Errorf("before the end they did %s, want %s", got, tt.before)
				}
				s.close()
				if got := seen.String(); got != tt.end {
					t.Errorf("in the end they did %s, want %s", got, tt.end)
				}
			})
		})
	}
}
