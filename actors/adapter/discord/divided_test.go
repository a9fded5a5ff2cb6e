package discord

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/internal/await"
	"familiar/messages"
)

// dividedShards is how many there are in these tests.
const dividedShards = 4

// A divided is a bot whose shards several members have.
type divided struct {
	*rig
	t     *testing.T
	words *shelf
	rooms []string // a channel of each shard, and one direct message
	said  []string // ids of lines
	all   []*member
}

// A member is one process.
type member struct {
	*divided
	account *Account
	words   *mortal
	ear     *ear
	stops   map[int]func() // by shard: ends it, and waits for that
}

func newDivided(t *testing.T) *divided {
	d := &divided{rig: newRig(t), t: t, words: &shelf{}}
	d.Shards(dividedShards, dividedShards)
	d.Turns(5 * time.Millisecond)
	rooms := map[int]string{}
	for len(rooms) < dividedShards {
		guild := d.AddGuild("guild")
		rooms[wire.ShardOf(guild, dividedShards)] = d.AddChannel(guild, "general", 0)
	}
	d.rooms = append(slices.Collect(maps.Values(rooms)), d.AddChannel("", "ana", 1))
	return d
}

func (d *divided) member() *member {
	words := &mortal{Words: d.words}
	a := d.openKept(d.t, d.bot, words)
	a.config.Divided = true
	m := &member{divided: d, account: a, words: words, ear: &ear{more: make(chan struct{}, 1)}, stops: map[int]func(){}}
	d.all = append(d.all, m)
	return m
}

// take has a member listen by some shards.
func (m *member) take(shards ...int) {
	for _, n := range shards {
		ctx, stop := context.WithCancel(m.t.Context())
		ended := make(chan error, 1)
		go func() {
			if n == 0 {
				ended <- m.account.Listen(ctx, m.ear.hear)
			} else {
				ended <- m.account.ListenShard(ctx, n, dividedShards, m.ear.hear)
			}
		}()
		m.stops[n] = func() {
			stop()
			if err := await.Value(m.t, "the end of a shard", ended); err != nil {
				m.t.Error(err)
			}
			delete(m.stops, n)
		}
		m.t.Cleanup(stop)
	}
}

// leave ends a member's shards: all, or those given.
func (m *member) leave(shards ...int) {
	if len(shards) == 0 {
		shards = slices.Collect(maps.Keys(m.stops))
	}
	for _, n := range shards {
		m.stops[n]()
	}
}

// seenGone waits until Discord knows that so many shards are connected no more.
func (d *divided) seenGone(shards int) {
	d.t.Helper()
	await.Until(d.t, "Discord to see it go", func() bool { return d.Connected() == dividedShards-shards })
}

// die ends a member that keeps nothing of its last moments.
func (m *member) die() {
	m.words.kill()
	m.leave()
}

// say says something in every room.
func (d *divided) say(text string) {
	for _, room := range d.rooms {
		d.said = append(d.said, d.Say(room, "ana", text))
	}
}

// heard counts how often each line was heard, by anybody.
func (d *divided) heard() map[messages.LineID]int {
	times := map[messages.LineID]int{}
	for _, m := range d.all {
		m.ear.mu.Lock()
		for _, e := range m.ear.events {
			times[line(d.t, e).ID]++
		}
		m.ear.mu.Unlock()
	}
	return times
}

// connected waits until all shards are.
func (d *divided) connected(resumed int) {
	d.t.Helper()
	d.Await(d.t, fmt.Sprint("all shards, ", resumed, " of them taken up"), func() bool {
		return d.Connected() == dividedShards && d.Resumes() == resumed
	})
}

// kept waits until the sessions of all shards can be taken up, whatever happens to those
// who have them.
func (d *divided) kept() {
	d.t.Helper()
	await.Until(d.t, "that all sessions are kept", func() bool { return d.words.begun() == dividedShards })
}

// allHeard waits until all that was said was heard.
func (d *divided) allHeard() (times map[messages.LineID]int) {
	d.t.Helper()
	await.Until(d.t, "that all lines are heard", func() bool {
		times = d.heard()
		return len(times) == len(d.said)
	})
	return times
}

// begunOnce fails unless each shard's session was begun once, in its turn.
func (d *divided) begunOnce() {
	d.t.Helper()
	var begun []int
	for _, i := range d.Identifies() {
		begun = append(begun, i.Shard[0])
	}
	slices.Sort(begun)
	if want := []int{0, 1, 2, 3}; !slices.Equal(begun, want) || d.TooSoon() > 0 {
		d.t.Errorf("began sessions of shards %v, %d too soon, want %v", begun, d.TooSoon(), want)
	}
}

// TestDivided: two members divide a bot's shards, a third comes and gets one, one stops:
// each line is heard once, sessions are taken up, and no shard is connected twice.
func TestDivided(t *testing.T) {
	d := newDivided(t)
	a, b := d.member(), d.member()
	a.take(0, 1)
	b.take(2, 3)
	d.connected(0)
	d.say("one")
	d.allHeard()
	if got := a.account.Shards(); got.Of != dividedShards || !slices.Equal(got.Up, []int{0, 1}) || got.Total != 1000 || got.Left < 1000-dividedShards {
		t.Errorf("of a's shards it is told %+v", got)
	}

	c := d.member()
	b.leave(3)
	d.seenGone(1)
	d.say("while it moves")
	c.take(3)
	d.connected(1)
	d.say("there")
	d.allHeard()

	a.leave()
	d.seenGone(2)
	d.say("while two move")
	b.take(0)
	c.take(1)
	d.connected(3)
	d.say("at the end")
	for id, n := range d.allHeard() {
		if n != 1 {
			t.Errorf("%s was heard %d times", id, n)
		}
	}
	d.begunOnce()
	if n := d.Displaced(); n > 0 {
		t.Errorf("%d shards were connected twice", n)
	}
}

// TestDividedDies: what a member had that died is heard by others, by the sessions there
// were; it may be heard again what it had not yet noted, which the log knows. It comes
// back, and to a shard that was somebody else's meanwhile.
func TestDividedDies(t *testing.T) {
	d := newDivided(t)
	a, b := d.member(), d.member()
	a.take(0, 1)
	b.take(2, 3)
	d.connected(0)
	d.say("one")
	d.allHeard()
	d.kept()
	b.die()
	d.say("while nobody has it")
	a.take(2, 3)
	d.connected(2)
	d.say("two")
	d.allHeard()
	a.leave(2)
	d.say("three")
	again := d.member()
	again.take(2)
	d.connected(3)
	d.say("four")
	d.allHeard()
	d.begunOnce()
}

// TestDividedFreezes: a member that stands still while another has its shard disturbs
// nothing when it goes on: it gives the shard up, and what it keeps of it is nothing.
func TestDividedFreezes(t *testing.T) {
	d := newDivided(t)
	a, b := d.member(), d.member()
	frozen := make(chan struct{})
	ended := make(chan error, 1)
	ctx, lost := context.WithCancel(t.Context())
	a.take(0, 1, 2)
	go func() {
		ended <- b.account.ListenShard(ctx, 3, dividedShards, func(ctx context.Context, _ messages.ChannelID, _ messages.Event) error {
			close(frozen)
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	d.connected(0)
	d.kept()
	d.say("one")
	await.Value(t, "the freeze", frozen)
	a.take(3)
	d.Await(t, "the session elsewhere", func() bool { return d.Resumes() >= 1 })
	lost()
	if err := await.Value(t, "the end", ended); err != nil {
		t.Error(err)
	}
	d.say("two")
	d.allHeard()
	d.begunOnce()
}

// TestDividedReshard: who has a shard that Discord doesn't take says so, and who has the
// first finds out how many there are to be.
func TestDividedReshard(t *testing.T) {
	d := newDivided(t)
	a, b := d.member(), d.member()
	first, other := make(chan error, 1), make(chan error, 1)
	go func() { first <- a.account.Listen(t.Context(), a.ear.hear) }()
	go func() { other <- b.account.ListenShard(t.Context(), 1, dividedShards, b.ear.hear) }()
	d.Await(t, "two shards", func() bool { return d.Connected() == 2 })
	d.Shards(6, 6)
	d.CloseShard(1, 4011)
	if err := await.Value(t, "the shard's end", other); !errors.Is(err, adapter.ErrReshard) {
		t.Errorf("the shard ended with %v", err)
	}
	a.account.Reshard()
	if err := await.Value(t, "the first shard's end", first); !errors.Is(err, adapter.ErrReshard) {
		t.Errorf("the first one ended with %v", err)
	}
	go func() { _ = a.account.Listen(t.Context(), a.ear.hear) }()
	await.Until(t, "that there are six", func() bool { return a.account.Shards().Of == 6 })
}
