package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/journal/memory"
	"familiar/messages"
)

// An oracle is a network that says what it is told to say.
type oracle struct {
	hear    chan adapter.Hear
	members func(context.Context) (messages.MembersKnown, error)
	history func(context.Context) ([]*messages.Line, error)

	mu        sync.Mutex // the program asks from goroutines of its own
	described int
}

func (o *oracle) Listen(ctx context.Context, hear adapter.Hear) error {
	o.hear <- hear
	<-ctx.Done()
	return ctx.Err()
}

func (o *oracle) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	return adapter.Posted{Line: messages.LineID("of " + p.ID)}, nil
}

func (o *oracle) Members(ctx context.Context, _ messages.ChannelID) (messages.MembersKnown, error) {
	return o.members(ctx)
}

func (o *oracle) History(ctx context.Context, _ messages.ChannelID, _, _ int) ([]*messages.Line, error) {
	return o.history(ctx)
}

func (o *oracle) Describe(context.Context, messages.ChannelID) (adapter.Place, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.described++
	return adapter.Place{Name: fmt.Sprint("moths, asked ", o.described)}, nil
}

const pond = messages.ChannelID("irc/pond/moths")

// consult starts the program on the oracle's network.
func consult(t *testing.T, o *oracle) (a *App, hear adapter.Hear, notes func() []string, kept *memory.Journal) {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(`
unknown = "default"
[familiars.aria]
name = "Aria"
preset = "ladder"
persona = "Aria keeps moths."
[accounts.pond]
network = "irc"
server = "pond.example:6697"
familiars = ["aria"]
`))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var decided []string
	kept = memory.New(memory.Config{Keep: true})
	a, err = New(Options{
		Config: c, Journal: kept, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Connect: func(*config.Config) ([]Connection, error) {
			return []Connection{{Account: "pond", Adapter: o}}, nil
		},
		Observe: func(notes []*messages.Note) {
			mu.Lock()
			defer mu.Unlock()
			for _, n := range notes {
				if n.Line != "" && !n.Act.IsOutcome() {
					decided = append(decided, fmt.Sprintf("%s %s by %s", n.Line, n.Act, n.Rung))
				}
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	o.hear = make(chan adapter.Hear, 1)
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- a.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	hear = <-o.hear
	return a, hear, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(decided)
	}, kept
}

// TestNetworkIsAsked: a line that hangs on who is here is decided on with what
// the network says, and without it after 1.5 s at the latest.
func TestNetworkIsAsked(t *testing.T) {
	people := func(humans int) func(context.Context) (messages.MembersKnown, error) {
		return func(context.Context) (messages.MembersKnown, error) {
			return messages.MembersKnown{Humans: humans, FetchedAt: messages.InstantOf(time.Now())}, nil
		}
	}
	said := func(id messages.LineID) func(context.Context) ([]*messages.Line, error) {
		return func(context.Context) ([]*messages.Line, error) {
			return []*messages.Line{{ID: id, Author: messages.Author{ID: "bob", Name: "bob\n#x"}, Text: "earlier", Backfilled: true}}, nil
		}
	}
	nothing := func(context.Context) ([]*messages.Line, error) { return nil, errors.New("history is off") }
	for _, tt := range []struct {
		story   string
		members func(context.Context) (messages.MembersKnown, error)
		history func(context.Context) ([]*messages.Line, error)
		at      time.Duration // when it is decided
		want    string
	}{
		{"alone, it is answered at once", people(1), said("0"), 0, "1 engage by solo"},
		{"among several it is not", people(3), said("0"), 0, "1 observe by default"},
		{"without history it is decided all the same", people(3), nothing, 0, "1 observe by default"},
		{"history that is refused is as none", people(3), said(""), 0, "1 observe by default"},
		{
			"a network that can't say leaves who has spoken",
			func(context.Context) (messages.MembersKnown, error) {
				return messages.MembersKnown{}, errors.New("no right")
			},
			said("0"), 0, "1 engage by solo",
		},
		{
			"one that hangs is waited for so long",
			func(ctx context.Context) (messages.MembersKnown, error) {
				<-ctx.Done()
				return messages.MembersKnown{}, ctx.Err()
			},
			said("0"), 1500 * time.Millisecond, "1 engage by solo",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, hear, notes, kept := consult(t, &oracle{members: tt.members, history: tt.history})
				err := hear(t.Context(), pond, messages.Heard{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "what is a moth?"}})
				if err != nil {
					t.Fatal(err)
				}
				if synctest.Wait(); tt.at > 0 {
					time.Sleep(tt.at - time.Millisecond)
					if synctest.Wait(); len(notes()) > 0 {
						t.Fatalf("decided %v before its time", notes())
					}
					time.Sleep(2 * time.Millisecond)
					synctest.Wait()
				}
				if got := notes(); !slices.Equal(got, []string{tt.want}) {
					t.Errorf("decided %v, want %s", got, tt.want)
				}
				for r, err := range kept.Replay(t.Context(), pond, 0) {
					if err != nil {
						t.Fatal(err)
					}
					if e, is := r.Event.(messages.HistoryFetched); is && len(e.Lines) > 0 && e.Lines[0].Author.Name != "bob #x" {
						t.Errorf("history has the name %q, want it clean", e.Lines[0].Author.Name)
					}
				}
			})
		})
	}
}

// TestPlaceIsRemembered: what people call a channel is asked for every ten
// minutes at most.
func TestPlaceIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _, _, _ := consult(t, &oracle{})
		for _, tt := range []struct {
			story string
			after time.Duration
			want  string
		}{
			{"the first turn asks", 0, "moths, asked 1"},
			{"the next one knows", 9 * time.Minute, "moths, asked 1"},
			{"after ten minutes it is asked again", time.Minute, "moths, asked 2"},
		} {
			time.Sleep(tt.after)
			if got := a.place(t.Context(), pond, "aria").Name; got != tt.want {
				t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
			}
		}
	})
}
