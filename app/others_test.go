package app

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/cluster/verbs"
	"familiar/config"
	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// A deployment is what a process sees of the others, where these are the test.
type deployment struct {
	owner  bool          // all partitions and accounts are this process's; else none
	lost   atomic.Bool   // another process may have what this one had
	taken  chan struct{} // closed: partitions are given to another process; nil: none is
	mute   atomic.Bool   // nobody can be told anything
	told   atomic.Int32  // news to the process of an account
	others []Process
	hear   func(id, verb string, news []byte)                                          // what one of them is told; nil: nobody hears it
	ask    func(ctx context.Context, id, verb string, question []byte) ([]byte, error) // one of them; nil: nobody answers
}

func (d *deployment) held() error {
	if d.lost.Load() {
		return journal.ErrConflict
	}
	return nil
}

// Share implements Sharing.
func (d *deployment) Share(ctx context.Context, w Work) {
	var works sync.WaitGroup
	defer works.Wait()
	if d.owner && sleep.For(ctx, time.Second) { // the accounts are known
		for _, id := range w.Accounts() {
			works.Go(func() { _ = w.Account(ctx, id, d.held) })
		}
		if !sleep.For(ctx, time.Second) { // the accounts have said who they are
			return
		}
		holding, give := context.WithCancel(ctx)
		works.Go(func() {
			defer give()
			select {
			case <-d.taken:
			case <-ctx.Done():
			}
		})
		for k := range w.Partitions {
			works.Go(func() { _ = w.Partition(holding, k, d.held) })
		}
	}
	<-ctx.Done()
}

// HasShard implements Sharing.
func (*deployment) HasShard(string, Shard) bool { return true }

// AskPartition implements Sharing.
func (d *deployment) AskPartition(context.Context, int, string, []byte) ([]byte, error) {
	return nil, errors.New("nobody has it")
}

// AskAccount implements Sharing.
func (d *deployment) AskAccount(context.Context, messages.AccountID, string, []byte) ([]byte, error) {
	return nil, errors.New("nobody has it")
}

// TellAccount implements Sharing.
func (d *deployment) TellAccount(messages.AccountID, string, []byte) { d.told.Add(1) }

// TellProcess implements Sharing.
func (d *deployment) TellProcess(id, verb string, news []byte) {
	if d.hear != nil {
		d.hear(id, verb, news)
	}
}

// TellAll implements Sharing.
func (d *deployment) TellAll(string, []byte) bool { return !d.mute.Load() }

// Others implements Sharing.
func (d *deployment) Others() []Process { return d.others }

// AskProcess implements Sharing.
func (d *deployment) AskProcess(ctx context.Context, id, verb string, question []byte) ([]byte, error) {
	if d.ask == nil {
		return nil, errors.New("nobody has it")
	}
	return d.ask(ctx, id, verb, question)
}

// HasPartition implements Sharing.
func (d *deployment) HasPartition(process string, _ int) bool { return process == "B" }

// HasAccount implements Sharing.
func (d *deployment) HasAccount(process string, _ messages.AccountID) bool { return process == "B" }

// tell has an app hear what another process sends, and returns what it answers.
func tell(ctx context.Context, a *App, from, verb, sent string) (string, error) {
	all := a.answers()
	k := slices.IndexFunc(all, func(v verbs.Verb) bool { return v.Name == verb })
	answer, err := all[k].Answer(ctx, from, []byte(sent))
	return string(answer), err
}

// TestStillOwned: a channel's "no" to a post counts while the channel is this process's,
// and not once another may have it, who may have ordered the post.
func TestStillOwned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &deployment{owner: true}
		s := openWith(t, two, func(o *Options) { o.Sharing = d })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		question := `{"Channel":"` + string(terminal.Channel) + `","Post":"unknown"}`
		if got, err := tell(t.Context(), s.app, "B", "still", question); err != nil || got != "false" {
			t.Errorf("the owner says %q, %v; want false", got, err)
		}
		d.lost.Store(true)
		if got, err := tell(t.Context(), s.app, "B", "still", question); err == nil {
			t.Errorf("who was the owner says %q, want an error", got)
		}
		d.lost.Store(false)
		s.stop()
		<-s.ended
	})
}

// A speechless journal doesn't tell which channels are to wake.
type speechless struct{ journal.Journal }

func (speechless) Due(context.Context, messages.Instant) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) { yield(journal.Snapshot{}, journal.ErrAway) }
}

// TestLostBeforeItWakes: a process whose journal is away, and that so loses its partitions
// before it knows their deadlines, goes on.
func TestLostBeforeItWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &deployment{owner: true, taken: make(chan struct{})}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Journal = d, speechless{o.Journal} })
		defer s.keyboard.Close()
		s.wait(5 * time.Second)
		close(d.taken)
		s.wait(5 * time.Second)
		select {
		case <-s.ended:
			t.Fatal("it ends")
		default:
		}
		s.stop()
		<-s.ended
	})
}

// TestIntroducedForAll: who gives up waiting for the others' accounts ends it for nobody
// else, and can do so at any time.
func TestIntroducedForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openWith(t, two, func(o *Options) { o.Sharing = &deployment{} })
		defer s.keyboard.Close()
		took := func(ctx context.Context) time.Duration {
			began := time.Now()
			s.app.awaitIntroductions(ctx)
			return time.Since(began)
		}
		for n := range 2 {
			soon, cancel := context.WithTimeout(t.Context(), time.Second)
			if got := took(soon); got != time.Second {
				t.Errorf("number %d, who has a second, waited %v", n, got)
			}
			cancel()
		}
		if got := took(t.Context()); got != introducedWithin-2*time.Second {
			t.Errorf("who stays waited %v after two seconds, want until %v", got, introducedWithin)
		}
		s.stop()
		<-s.ended
	})
}

// TestAccountsElsewhere: who an account is counts from the process that has it, be that
// newer than this one; an order that is carried out for another process is told nobody.
func TestAccountsElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &deployment{}
		s := openWith(t, two, func(o *Options) { o.Sharing = d })
		defer s.keyboard.Close()
		id := s.app.Settings().Channel(terminal.Channel).Seats[0].Account
		told := `[{"Account":"` + string(id) + `","Known":true,"Listens":true,"Me":{"ID":"a1","Name":"Aria"},"Badge":{"Gold":true}},{"Account":"web/nobody","Known":true}]`
		for _, tt := range []struct {
			story, from string
			want        bool
		}{{"by who hasn't got it", "C", false}, {"by who has", "B", true}} {
			if _, err := tell(t.Context(), s.app, tt.from, "accounts", told); err != nil {
				t.Errorf("%s: %v", tt.story, err)
			}
			if m, is := (elsewhere{s.app}).Has(id); is != tt.want || is && m.Me.Name != "Aria" {
				t.Errorf("told %s: got %v, %v; want it known: %v", tt.story, m, is, tt.want)
			}
		}
		if _, is := (elsewhere{s.app}).Has("web/nobody"); is {
			t.Error("an account that isn't of the configuration is kept")
		}
		order := messages.ShowTyping{Channel: terminal.Channel, Account: id, On: true}
		s.app.accounts.Typing(order)
		sent, _ := json.Marshal(order)
		for _, verb := range []string{"typing", "react", "edit"} {
			if _, err := tell(t.Context(), s.app, "B", verb, string(sent)); err != nil {
				t.Errorf("%s: %v", verb, err)
			}
		}
		if n := d.told.Load(); n != 1 {
			t.Errorf("the account's process is told %d times, want once: of the order of a channel here", n)
		}
		s.stop()
		<-s.ended
	})
}

// TestMembersByOwnClock: how old a count is crosses, and no clock does.
func TestMembersByOwnClock(t *testing.T) {
	for _, skew := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
		asked := time.Unix(1_000_000, 0)
		there := asked.Add(skew)
		known := messages.MembersKnown{Humans: 3, Bots: 1, Truncated: true, FetchedAt: messages.InstantOf(there.Add(-20 * time.Second))}
		got := counted(known, there).at(7, asked)
		want := messages.MembersKnown{N: 7, Humans: 3, Bots: 1, Truncated: true, FetchedAt: messages.InstantOf(asked.Add(-20 * time.Second))}
		if got != want {
			t.Errorf("clocks %v apart: got %+v, want %+v", skew, got, want)
		}
	}
	if got := counted(messages.MembersKnown{}, time.Now()).at(7, time.Now()); got != (messages.MembersKnown{N: 7}) {
		t.Errorf("a network that can't say: got %+v", got)
	}
}

// TestFitting: of a history that is too large for one message the newest lines are told.
func TestFitting(t *testing.T) {
	f := messages.HistoryFetched{N: 1}
	for range 100 {
		f.Lines = append(f.Lines, &messages.Line{ID: "l", Author: messages.Author{ID: "ana"}, Text: strings.Repeat("<", 16<<10)})
	}
	f.Lines[99].Text = "the newest"
	told, err := fitting(f)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(told)
	if err != nil || len(sent) > verbs.Most {
		t.Errorf("%d bytes, %v", len(sent), err)
	}
	e, err := messages.DecodeEvent(told.Event)
	got, _ := e.(messages.HistoryFetched)
	if err != nil || len(got.Lines)+told.LeftOut != 100 || len(got.Lines) == 0 || got.Lines[len(got.Lines)-1].Text != "the newest" {
		t.Errorf("got %d lines and %d left out, %v", len(got.Lines), told.LeftOut, err)
	}
}

// TestBacklogs: what a process says replaces what it said before, and is forgotten when
// it says nothing more.
func TestBacklogs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b backlogs
		b.hear("B", map[messages.ChannelID]int{"web//one": 200})
		b.hear("C", map[messages.ChannelID]int{"web//two": 300})
		b.hear("B", map[messages.ChannelID]int{"web//three": 150})
		if one, two, three := b.in("web//one"), b.in("web//two"), b.in("web//three"); one != 0 || two != 300 || three != 150 {
			t.Errorf("got %d, %d and %d; want 0, 300 and 150", one, two, three)
		}
		time.Sleep(behindFor + time.Second)
		if n := b.in("web//two"); n != 0 {
			t.Errorf("got %d after a silence", n)
		}
	})
}

// FuzzAnswers: whatever another process sends is carried out or refused.
func FuzzAnswers(f *testing.F) {
	for _, s := range []string{
		`{"Channel":"web//room","Post":"1"}`,
		`{"Channel":"web//room","Account":"web/aria","Head":1,"Tail":-1,"Within":5}`,
		`[{"Account":"web/aria","Known":true,"Me":{"ID":"1"},"New":1}]`,
		`{"Channel":"web//room","Event":{"commanded":{"command":"quiet"}}}`,
		`{"web//room":100}`, `{"g":[{"r":"owner"}]}`, `null`,
	} {
		f.Add([]byte(s))
	}
	c, err := config.Parse("test.toml", []byte(two))
	if err != nil {
		f.Fatal(err)
	}
	a, err := New(Options{Config: c, Connect: func(*config.Config) ([]Connection, error) { return nil, nil }, Journal: memory.New(memory.Config{}), Sharing: &deployment{}})
	if err != nil {
		f.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	f.Fuzz(func(_ *testing.T, sent []byte) {
		for _, verb := range a.answers() {
			_, _ = verb.Answer(ended, "B", sent)
		}
	})
}
