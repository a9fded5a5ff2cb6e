package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/messages"
)

// A shelf is a store of words that several processes have.
type shelf struct {
	adaptertest.Words
	sessions atomic.Int64 // how often one was kept
}

func (s *shelf) Write(name string, over uint64, body []byte) (uint64, error) {
	revision, err := s.Words.Write(name, over, body)
	if err == nil && strings.HasPrefix(name, "session") {
		s.sessions.Add(1)
	}
	return revision, err
}

// begun counts the sessions that can be taken up.
func (s *shelf) begun() (n int) {
	for name, body := range s.All() {
		if begun(name, body) {
			n++
		}
	}
	return n
}

// begun reports whether a word is a session that can be taken up.
func begun(name, body string) bool {
	return strings.HasPrefix(name, "session") && !strings.Contains(body, `"session":""`)
}

// A mortal is a shelf as a process has it that may be killed: from then on nothing
// it writes arrives.
type mortal struct {
	adapter.Words
	early bool // it dies before it has kept its session
	mu    sync.Mutex
	dead  bool
}

func (m *mortal) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = true
}

func (m *mortal) isDead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

func (m *mortal) Write(name string, over uint64, body []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead || m.early && begun(name, string(body)) {
		return 0, errors.New("killed")
	}
	return m.Words.Write(name, over, body)
}

// TestHandOver: the next process hears what was said after the one before stopped,
// as new, and knows the roles it has without being told of the server again.
func TestHandOver(t *testing.T) {
	r, words := newRig(t), &shelf{}
	role := r.AddRole(r.guild, "lamps", r.bot)
	e := listen(t, r.openKept(t, r.bot, words))
	r.connected(t)
	r.Say(r.general, "ana", "one")
	e.wants(t, "ana: one")
	e.stop()
	<-e.ended
	r.Say(r.general, "ana", fmt.Sprintf("two <@&%s>", role), discordtest.Object{"mention_roles": []string{role}})
	next := listen(t, r.openKept(t, r.bot, words))
	heard := next.wants(t, "ana: two @lamps")
	if got := line(t, heard[0]).Roles; len(got) != 1 || got[0] != role {
		t.Errorf("roles called: %q, want %q", got, role)
	}
	if got := len(r.Identifies()); got != 1 || r.Resumes() != 1 {
		t.Errorf("began %d sessions and took %d up, want one of each", got, r.Resumes())
	}
}

// TestKilledAtOnce: a session is kept as soon as it has begun, and who is killed then
// has cost none of those that Discord allows.
func TestKilledAtOnce(t *testing.T) {
	r, words := newRig(t), &shelf{}
	process := &mortal{Words: words}
	a := r.openKept(t, r.bot, process)
	a.config.KeepEvery = time.Hour
	e := listen(t, a)
	await.Until(t, "that the session is kept", func() bool { return words.begun() == 1 })
	process.kill()
	e.stop()
	<-e.ended
	listen(t, r.openKept(t, r.bot, words))
	await.Until(t, "that it is taken up", func() bool { return r.Resumes() == 1 })
	if got := len(r.Identifies()); got != 1 {
		t.Errorf("began %d sessions, want one", got)
	}
}

// TestRemoved: an account that is no longer configured leaves no session.
func TestRemoved(t *testing.T) {
	r, words := newRig(t), &shelf{}
	a, ended := r.openKept(t, r.bot, words), make(chan error, 1)
	ctx, remove := context.WithCancelCause(t.Context())
	e := &ear{more: make(chan struct{}, 1)}
	go func() { ended <- a.Listen(ctx, e.hear) }()
	r.connected(t)
	r.Say(r.general, "ana", "one")
	e.wants(t, "ana: one")
	remove(adapter.ErrRemoved)
	if err := await.Value(t, "the end", ended); err != nil {
		t.Fatal(err)
	}
	r.Await(t, "the end of the session", func() bool { return r.Sessions() == 0 })
	listen(t, r.openKept(t, r.bot, words))
	r.connected(t)
	if got := len(r.Identifies()); got != 2 || r.Resumes() != 0 {
		t.Errorf("began %d sessions and took %d up, want two and none", got, r.Resumes())
	}
}

// TestKeptInVain: what can't be taken up is begun anew.
func TestKeptInVain(t *testing.T) {
	for _, tt := range []struct {
		story  string
		shards int // that are begun
		spoil  func(*rig, *shelf)
	}{
		{"Discord has forgotten it", 1, func(r *rig, _ *shelf) { r.Forget() }},
		{"it was too long ago", 1, func(r *rig, _ *shelf) { r.Outlive(time.Nanosecond) }},
		{"Discord wants another number of shards", 2, func(r *rig, _ *shelf) { r.Shards(2, 2) }},
		{"nobody can read what was kept", 1, func(_ *rig, s *shelf) {
			for name := range s.All() {
				_, revision, _ := s.Read(name)
				_, _ = s.Write(name, revision, []byte("{"))
			}
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r, words := newRig(t), &shelf{}
			e := listen(t, r.openKept(t, r.bot, words))
			r.connected(t)
			r.Say(r.general, "ana", "one")
			e.wants(t, "ana: one")
			e.stop()
			<-e.ended
			r.Await(t, "the end of the connection", func() bool { return r.Connected() == 0 })
			tt.spoil(r, words)
			before := len(r.Identifies())
			next := listen(t, r.openKept(t, r.bot, words))
			r.Await(t, "other sessions", func() bool { return len(r.Identifies()) == before+tt.shards && r.Connected() == tt.shards })
			r.Say(r.general, "ana", "two")
			next.wants(t, "ana: two")
			if r.Resumes() != 0 {
				t.Errorf("took %d sessions up, want none", r.Resumes())
			}
		})
	}
}

// TestFrozen: who stood still while another process took the session over writes
// nothing over what that one keeps.
func TestFrozen(t *testing.T) {
	r, words := newRig(t), &shelf{}
	e := listen(t, r.openKept(t, r.bot, words))
	r.connected(t)
	r.Say(r.general, "ana", "one")
	e.wants(t, "ana: one")
	await.Until(t, "a session that is kept", func() bool { return words.begun() > 0 })
	next := listen(t, r.openKept(t, r.bot, words))
	r.Await(t, "the hand-over", func() bool { return r.Resumes() > 0 })
	r.Say(r.general, "ana", "two")
	next.until(t, 1)
	next.stop()
	<-next.ended
	after := words.sessions.Load()
	e.stop()
	<-e.ended
	if words.sessions.Load() != after {
		t.Error("the former process kept its place over the next one's")
	}
}

// A book takes each line once, as the journal does, at times not at all: then the
// process that offers it has no time left to offer it again.
type book struct {
	mu     sync.Mutex
	lines  map[messages.LineID]int // how often each was offered
	order  []string
	failed func() bool
}

func (b *book) hear(_ context.Context, _ messages.ChannelID, e messages.Event) error {
	heard, is := e.(messages.Heard)
	if !is {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed() {
		return errors.New("the journal is away")
	}
	if b.lines[heard.Line.ID]++; b.lines[heard.Line.ID] == 1 {
		b.order = append(b.order, heard.Line.Text)
	}
	return nil
}

// TestDrawnHandOvers: whenever processes die, between what they read, what the
// journal took and what was kept, or stop in order, all lines are in the journal
// once and in order, by the one session there was.
func TestDrawnHandOvers(t *testing.T) {
	const handOvers, each = 100, 10
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	r, words := newRig(t), &shelf{}
	fails := rand.New(rand.NewPCG(seed, 1))
	b := &book{lines: map[messages.LineID]int{}, failed: func() bool { return fails.IntN(20) == 0 }}
	said, killed := 0, 0
	for range handOvers {
		m := &mortal{Words: words}
		ctx, stop := context.WithCancel(t.Context())
		t.Cleanup(stop)
		ended := make(chan error, 1)
		a, resumed := r.openKept(t, r.bot, m), r.Resumes()
		go func() { ended <- a.Listen(ctx, b.hear) }()
		if said == 0 {
			await.Until(t, "a session that is kept", func() bool { return words.begun() > 0 })
		}
		stopAfter, begins := draw.IntN(each), said > 0 && draw.IntN(4) > 0
		for k := range each {
			if k == stopAfter {
				if begins {
					r.Await(t, "the session", func() bool { return r.Resumes() > resumed })
				}
				if draw.IntN(2) == 0 {
					m.kill()
					killed++
				}
				time.AfterFunc(time.Duration(draw.Int64N(int64(3*time.Millisecond))), stop)
			}
			r.Say(r.general, "ana", fmt.Sprint(said))
			said++
		}
		if err := await.Value(t, "the end of a process", ended); err != nil && !m.isDead() {
			t.Fatal(err)
		}
	}
	last := r.openKept(t, r.bot, words)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- last.Listen(ctx, b.hear) }()
	await.Until(t, "the last line", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.lines) >= said })
	b.mu.Lock()
	defer b.mu.Unlock()
	again := 0
	for k, text := range b.order {
		if text != fmt.Sprint(k) {
			t.Fatalf("line %d is %q, want all lines in order", k, text)
		}
	}
	for _, n := range b.lines {
		again += n - 1
	}
	t.Logf("%d lines, %d processes killed of %d, %d sessions taken up, %d lines offered again", said, killed, handOvers, r.Resumes(), again)
	if got := len(r.Identifies()); got != 1 {
		t.Errorf("began %d sessions, want one", got)
	}
}
