package app

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/messages"
)

// A dawdler takes its time over a post, and knows what its network has.
type dawdler struct {
	adapter.Adapter
	made *posted
}

// posted is what a network has, by post.
type posted struct {
	mu   sync.Mutex // its accounts post at the same time
	of   map[messages.PostID]adapter.Posted
	said []messages.PostID
}

func (a *dawdler) Identity(ctx context.Context) (messages.Author, error) {
	return a.Adapter.(adapter.Identifier).Identity(ctx)
}

func (a *dawdler) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	time.Sleep(5 * time.Second)
	made, err := a.Adapter.Post(ctx, p)
	a.made.mu.Lock()
	defer a.made.mu.Unlock()
	a.made.of[p.ID], a.made.said = made, append(a.made.said, p.ID)
	return made, err
}

// Find implements adapter.Reconciler.
func (a *dawdler) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	a.made.mu.Lock()
	defer a.made.mu.Unlock()
	made, found := a.made.of[p.ID]
	return made, found, nil
}

// TestReplacedWhileItPosts: a reload that connects an account anew, as with
// another token, leaves the post that is under way to who began it.
func TestReplacedWhileItPosts(t *testing.T) {
	for _, tt := range []struct {
		story string
		anew  int // so many reloads, each with another token
	}{
		{"once", 1},
		{"once more before the first is over", 2},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				made := &posted{of: make(map[messages.PostID]adapter.Posted)}
				s := open(t, two, func(a adapter.Adapter) adapter.Adapter { return &dawdler{a, made} })
				first := s.app.Connect
				s.say("bob: @Vesper what is a lamp?")
				s.wait(4 * time.Second)
				for range tt.anew {
					s.app.Connect = func(c *config.Config) ([]Connection, error) {
						all, err := first(c)
						for i := range all {
							all[i].Adapter = &dawdler{all[i].Adapter.(*dawdler).Adapter, made}
						}
						return all, err
					}
					s.reload(two)
				}
				s.wait(time.Minute)
				s.say("bob: @Vesper and a moth?")
				s.wait(time.Minute)
				s.close()
				if once := slices.Compact(slices.Sorted(slices.Values(made.said))); len(made.said) != 2 || len(once) != 2 {
					t.Errorf("%q were posted, want two answers, each once", made.said)
				}
			})
		})
	}
}
