package adapter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

// posts makes an outbox of "channel/id" words; it ends with the last.
func posts(words ...string) Outbox {
	at := messages.InstantOf(time.Now())
	return func(_ context.Context, put func(messages.Post)) error {
		for _, word := range words {
			channel, id, _ := strings.Cut(word, "/")
			p := messages.Post{ID: messages.PostID(id), Channel: messages.ChannelID(channel), Meta: messages.Meta{At: at}}
			if strings.HasPrefix(id, "old") {
				p.Meta.At--
			}
			p.Earlier = strings.HasPrefix(id, "early")
			put(p)
		}
		return nil
	}
}

func TestDeliver(t *testing.T) {
	later, broken := RetryAfter(0, errors.New("rate limited")), errors.New("connection reset")
	until := func(try int, err error) func(int, messages.Post) (Posted, error) {
		return func(n int, p messages.Post) (Posted, error) {
			if n < try {
				return Posted{}, err
			}
			return Posted{Line: "line-" + messages.LineID(p.ID)}, nil
		}
	}
	absent := func(messages.Post) (Posted, bool, error) { return Posted{}, false, nil }
	present := func(messages.Post) (Posted, bool, error) { return Posted{Line: "found"}, true, nil }
	unclear := func(messages.Post) (Posted, bool, error) { return Posted{}, false, broken }
	remembers := func(d time.Duration) func(messages.Post) (Posted, bool, error) { // a network that takes no key twice so long
		return func(p messages.Post) (Posted, bool, error) {
			if time.Since(p.Meta.At.Time()) > d {
				return Posted{}, false, ErrGone
			}
			return Posted{}, false, nil
		}
	}
	for _, tt := range []struct {
		story  string
		outbox []string
		post   func(try int, p messages.Post) (Posted, error)
		find   func(messages.Post) (Posted, bool, error) // nil: can't tell
		refuse int
		posted string
		want   []string
		took   time.Duration
	}{
		{
			"posts leave in order",
			[]string{"c/1", "c/2", "c/3"},
			until(1, nil), nil, 0,
			"1 2 3",
			[]string{"1 delivered as line-1", "2 delivered as line-2", "3 delivered as line-3"},
			0,
		},
		{
			"the next waits while one is refused for now",
			[]string{"c/1", "c/2"},
			until(3, later), nil, 0,
			"1 1 1 2 2 2",
			[]string{"1 delivered as line-1", "2 delivered as line-2"},
			2 * (1 + 2) * time.Second,
		},
		{
			"the pause is the network's",
			[]string{"c/1"},
			until(2, RetryAfter(time.Minute, broken)), nil, 0,
			"1 1",
			[]string{"1 delivered as line-1"},
			time.Minute,
		},
		{
			"tries are bounded",
			[]string{"c/1"},
			until(99, later), nil, 0,
			"1 1 1 1",
			[]string{"1 failed, unknown false"},
			(1 + 2 + 4) * time.Second,
		},
		{
			"one is not kept for longer than anybody waits for it",
			[]string{"c/1", "c/2"},
			until(99, RetryAfter(time.Hour, broken)), nil, 0,
			"1 2",
			[]string{"1 failed, unknown false", "2 failed, unknown false"},
			0,
		},
		{
			"nor by one pause after the other",
			[]string{"c/1"},
			until(99, RetryAfter(4*time.Minute, broken)), nil, 0,
			"1 1 1",
			[]string{"1 failed, unknown false"},
			8 * time.Minute,
		},
		{
			"what can never succeed is tried once",
			[]string{"c/1", "c/2"},
			until(2, ErrGone), nil, 0,
			"1 2",
			[]string{"1 failed, unknown false", "2 failed, unknown false"},
			0,
		},
		{
			"an unknown outcome is not sent again",
			[]string{"c/1"},
			until(2, broken), nil, 0,
			"1",
			[]string{"1 failed, unknown true"},
			0,
		},
		{
			"one that an earlier process entered is looked for, whatever its clock said",
			[]string{"c/early1", "c/2"},
			until(1, nil), present, 0,
			"2",
			[]string{"early1 delivered as found", "2 delivered as line-2"},
			0,
		},
		{
			"unless the network says it is not there",
			[]string{"c/1"},
			until(2, broken), absent, 0,
			"1 1",
			[]string{"1 delivered as line-1"},
			time.Second,
		},
		{
			"and for that try alone",
			[]string{"c/1"},
			func(n int, _ messages.Post) (Posted, error) {
				return Posted{}, []error{broken, RetryAfter(9*time.Minute, errors.New("rate limited")), nil}[n-1]
			},
			remembers(5 * time.Minute), 0,
			"1 1",
			[]string{"1 failed, unknown true"},
			9*time.Minute + time.Second,
		},
		{
			"that it may have been posted is not forgotten for a refusal",
			[]string{"c/1"},
			func(n int, _ messages.Post) (Posted, error) {
				return Posted{}, []error{broken, later, later, later}[n-1]
			},
			remembers(time.Hour), 0,
			"1 1 1 1",
			[]string{"1 failed, unknown true"},
			(1 + 2 + 4) * time.Second,
		},
		{
			"and one that is there is delivered",
			[]string{"c/1"},
			until(2, broken), present, 0,
			"1",
			[]string{"1 delivered as found"},
			time.Second,
		},
		{
			"looking is bounded, too",
			[]string{"c/1"},
			until(2, broken), unclear, 0,
			"1",
			[]string{"1 failed, unknown true"},
			(1 + 2 + 4) * time.Second,
		},
		{"a panic is an unknown outcome", []string{"c/1", "c/2"}, func(_ int, p messages.Post) (Posted, error) {
			if p.ID == "1" {
				panic("nil map")
			}
			return Posted{Line: "x"}, nil
		}, nil, 0, "1 2", []string{"1 failed, unknown true", "2 delivered as x"}, 0},
		{
			"one from before the start is looked for first",
			[]string{"c/old1"},
			until(1, nil), present, 0,
			"",
			[]string{"old1 delivered as found"},
			0,
		},
		{
			"and sent when it is not there",
			[]string{"c/old1"},
			until(1, nil), absent, 0,
			"old1",
			[]string{"old1 delivered as line-old1"},
			0,
		},
		{
			"and not sent when nobody can tell",
			[]string{"c/old1", "c/2"},
			until(1, nil), nil, 0,
			"2",
			[]string{"old1 failed, unknown true", "2 delivered as line-2"},
			0,
		},
		{
			"an outcome the journal refuses is told again",
			[]string{"c/1", "c/2"},
			until(1, nil), nil, 2,
			"1 2",
			[]string{"1 delivered as line-1", "2 delivered as line-2"},
			(1 + 2) * time.Second,
		},
		{
			"one handed over twice is posted once",
			[]string{"c/1", "c/1"},
			until(2, later), nil, 0,
			"1 1",
			[]string{"1 delivered as line-1"},
			time.Second,
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, n := &written{refuse: tt.refuse}, &network{post: tt.post}
				var a Adapter = n
				if tt.find != nil {
					a = honest{n, tt.find}
				}
				r := New("acc", a, w.hear, Options{Attempts: 4, Log: quiet})
				start := time.Now()
				if err := r.Deliver(t.Context(), posts(tt.outbox...)); err != nil {
					t.Error(err)
				}
				if got := strings.Join(n.log, " "); got != tt.posted {
					t.Errorf("tried %q, want %q", got, tt.posted)
				}
				if !slices.Equal(w.events, tt.want) {
					t.Errorf("got  %q\nwant %q", w.events, tt.want)
				}
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
			})
		})
	}
}

// A namer shows names, or doesn't.
type namer struct {
	*network
	shows bool
}

func (n namer) ShowsNames() bool { return n.shows }

// TestWhomAPostIsBy: where the network shows only the account's name the text
// begins with it, each time it is tried.
func TestWhomAPostIsBy(t *testing.T) {
	for _, tt := range []struct {
		story, as string
		shows     bool
		want      string
	}{
		{"an account of one familiar", "", false, "hello"},
		{"a network without names", "Aria", false, "Aria: hello"},
		{"a network with names", "Aria", true, "hello"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said []string
				n := &network{post: func(n int, p messages.Post) (Posted, error) {
					if said = append(said, p.Text); n == 1 {
						return Posted{}, RetryAfter(0, errors.New("rate limited"))
					}
					return Posted{Line: "1"}, nil
				}}
				one := func(_ context.Context, put func(messages.Post)) error {
					put(messages.Post{ID: "p", Channel: "c", As: tt.as, Text: "hello", Meta: messages.Meta{At: messages.InstantOf(time.Now())}})
					return nil
				}
				if err := New("acc", namer{n, tt.shows}, (&written{}).hear, Options{Log: quiet}).Deliver(t.Context(), one); err != nil {
					t.Fatal(err)
				}
				if want := []string{tt.want, tt.want}; !slices.Equal(said, want) {
					t.Errorf("got %q, want %q", said, want)
				}
			})
		})
	}
}

func TestAnotherChannelNeedNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &network{post: func(try int, p messages.Post) (Posted, error) {
			if p.Channel == "slow" && try == 1 {
				return Posted{}, RetryAfter(time.Minute, errors.New("rate limited"))
			}
			return Posted{Line: "x"}, nil
		}}
		var limited []time.Time
		began := time.Now()
		r := New("acc", n, new(written).hear, Options{Workers: 1, Log: quiet, Limited: func(until time.Time) { limited = append(limited, until) }})
		if err := r.Deliver(t.Context(), posts("slow/1", "slow/2", "fast/3", "fast/4")); err != nil {
			t.Error(err)
		}
		if want := []time.Time{began.Add(time.Minute), began.Add(2 * time.Minute)}; !slices.Equal(limited, want) {
			t.Errorf("the network is said to want no post until %v, want %v", limited, want)
		}
		if want := []string{"1", "3", "4", "1", "2", "2"}; !slices.Equal(n.log, want) {
			t.Errorf("tried %v, want %v", n.log, want)
		}
	})
}

// TestMootPost: what is not to be posted any more is not tried again, and that is its
// outcome; what stands behind it is posted.
func TestMootPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &network{post: func(try int, p messages.Post) (Posted, error) {
			if p.ID == "1" {
				return Posted{}, RetryAfter(0, errors.New("rate limited"))
			}
			return Posted{Line: "x"}, nil
		}}
		asked := 0
		w := new(written)
		r := New("acc", n, w.hear, Options{Log: quiet, Moot: func(_ context.Context, p messages.Post) bool {
			asked++
			return p.ID == "1" && len(n.log) > 0
		}})
		if err := r.Deliver(t.Context(), posts("c/1", "c/2")); err != nil {
			t.Error(err)
		}
		if want := []string{"1", "2"}; !slices.Equal(n.log, want) || asked != 3 {
			t.Errorf("tried %v, asked %d times, want %v and 3", n.log, asked, want)
		}
		if got, want := strings.Join(w.events, "; "), "1 failed, unknown false; 2 delivered as x"; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	})
}

// TestQuotedPost: each try of a post shows the line that it answers as that reads then.
func TestQuotedPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []string
		n := &network{post: func(try int, p messages.Post) (Posted, error) {
			shown = append(shown, string(p.ID)+" to "+string(p.ReplyTo)+": "+p.Quoting.Text)
			if p.ID == "1" && try < 3 {
				return Posted{}, RetryAfter(0, errors.New("rate limited"))
			}
			return Posted{Line: "x"}, nil
		}}
		reads := []messages.Quoted{{ID: "m", Text: "my secret"}, {ID: "m", Text: "my lips are sealed"}, {}}
		r := New("acc", n, new(written).hear, Options{Log: quiet, Quoting: func(_ context.Context, p messages.Post) (now messages.Quoted) {
			now, reads = reads[0], reads[1:]
			return now
		}})
		err := r.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error {
			now := messages.Meta{At: messages.InstantOf(time.Now())}
			put(messages.Post{ID: "1", Channel: "c", Meta: now, ReplyTo: "m", Quoting: messages.Quoted{ID: "m", Text: "my secret"}})
			put(messages.Post{ID: "2", Channel: "c", Meta: now, ReplyTo: "n"}) // of which nobody is asked
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if want := []string{"1 to m: my secret", "1 to m: my lips are sealed", "1 to m: ", "2 to n: "}; !slices.Equal(shown, want) {
			t.Errorf("posted %q, want %q", shown, want)
		}
	})
}

// TestNoPostWhileTheAccountIsNotOurs: while another process may have the account
// nothing is posted; what wasn't is posted once it is ours for sure.
func TestNoPostWhileTheAccountIsNotOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var asked atomic.Int32 // by two workers
		n := &network{post: func(int, messages.Post) (Posted, error) { return Posted{Line: "x"}, nil }}
		r := New("acc", n, new(written).hear, Options{Log: quiet, Held: func() error {
			asked.Add(1)
			if time.Since(began) < 3*time.Second {
				return errors.New("it is not renewed yet")
			}
			return nil
		}})
		if err := r.Deliver(t.Context(), posts("taken/1", "ours/2")); err != nil {
			t.Error(err)
		}
		slices.Sort(n.log) // two channels wait for the same moment
		if want := []string{"1", "2"}; !slices.Equal(n.log, want) {
			t.Errorf("posted %v, want %v", n.log, want)
		}
		if took := time.Since(began); took != 3*time.Second || asked.Load() != 6 {
			t.Errorf("asked %d times in %v, want 6 in 3s", asked.Load(), took)
		}
	})
}

func TestOutboxIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w written
		n := &network{post: func(int, messages.Post) (Posted, error) { return Posted{Line: "x"}, nil }}
		r := New("acc", n, w.hear, Options{Log: quiet})
		for range 2 {
			if err := r.Deliver(t.Context(), posts("c/1")); err != nil {
				t.Error(err)
			}
		}
		if want := []string{"1 delivered as x", "1 delivered as x"}; len(n.log) != 1 || !slices.Equal(w.events, want) {
			t.Errorf("posted %v and told %v, want one post told twice", n.log, w.events)
		}
	})
}

func TestDeliverWaitsForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const waiting = 3
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := &network{post: func(int, messages.Post) (Posted, error) {
			return Posted{}, RetryAfter(time.Minute, errors.New("rate limited"))
		}}
		taken, ended := 0, make(chan error)
		go func() {
			ended <- New("acc", n, new(written).hear, Options{Waiting: waiting, Log: quiet}).Deliver(ctx, func(_ context.Context, put func(messages.Post)) error {
				for k := range 10 {
					put(messages.Post{ID: messages.PostID(fmt.Sprint(k)), Channel: "c", Meta: messages.Meta{At: messages.InstantOf(time.Now())}})
					if ctx.Err() == nil {
						taken++
					}
				}
				return nil
			})
		}()
		synctest.Wait()
		if taken != waiting {
			t.Errorf("took %d posts, want %d", taken, waiting)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestStopFinishesWhatHasBegun: the outcome of a post cut off in the middle
// would be unknown.
func TestStopFinishesWhatHasBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w written
		ctx, cancel := context.WithCancel(t.Context())
		slow := make(chan struct{})
		n := &network{post: func(int, messages.Post) (Posted, error) { <-slow; return Posted{Line: "x"}, nil }}
		ended := make(chan error)
		go func() { ended <- New("acc", n, w.hear, Options{Log: quiet}).Deliver(ctx, posts("c/1", "c/2")) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(slow)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if want := []string{"1 delivered as x"}; !slices.Equal(w.events, want) || len(n.log) != 1 {
			t.Errorf("posted %v, told %v; want the first and nothing more", n.log, w.events)
		}
	})
}

// TestDeliverByAFastClock: posts are made by the fastest clock of a deployment, which may
// be minutes ahead of this machine's. One that another process may have posted is looked
// for all the same, as one that was made as long ago by this machine's clock.
func TestDeliverByAFastClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fast := func() messages.Instant { return messages.InstantOf(time.Now().Add(5 * time.Minute)) }
		made := fast()
		time.Sleep(30 * time.Second)
		var looked []time.Duration // how long ago they were made
		w := &written{}
		n := &network{post: func(int, messages.Post) (Posted, error) { return Posted{Line: "new"}, nil }}
		r := New("a", honest{n, func(p messages.Post) (Posted, bool, error) {
			looked = append(looked, time.Since(p.Meta.At.Time()))
			return Posted{Line: "there"}, true, nil
		}}, w.hear, Options{Now: fast, Log: quiet})
		err := r.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error {
			put(messages.Post{ID: "before", Channel: "c", Meta: messages.Meta{At: made}})
			put(messages.Post{ID: "since", Channel: "c", Meta: messages.Meta{At: fast()}})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := []time.Duration{30 * time.Second}; !slices.Equal(looked, want) || !slices.Equal(n.log, []string{"since"}) {
			t.Errorf("looked for what was made %v ago, want %v; posted %v, want since", looked, want, n.log)
		}
	})
}
