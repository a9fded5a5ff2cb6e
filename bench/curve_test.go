//go:build unix

package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// A room is what a line's cost is measured over.
type room struct {
	channels  int
	familiars int // in each channel
	people    int // who talk there
	resident  int // lines each channel has heard before it begins
	rate      int // lines a second; 0: as fast as they are taken
}

// usual is the room that is varied in one way at a time.
var usual = room{channels: 1000, familiars: 1, people: 12, resident: 64}

// BenchmarkCurve says what a line costs over one thing at a time: CPU time of the
// whole process, through host and channel actors, and for comparison by the real
// Step alone on the same states, one after the other, which is the floor. Nobody
// thinks unasked, and snapshots are encoded and not kept.
// `go run ./bench/curves` draws what it says.
func BenchmarkCurve(b *testing.B) {
	for _, axis := range []struct {
		over   string
		values []int
		set    func(*room, int)
	}{
		{"channels", []int{1, 10, 100, 1000, 10_000, 100_000}, func(r *room, n int) { r.channels = n }},
		{"familiars", []int{1, 2, 4, 8, 16}, func(r *room, n int) { r.familiars = n }},
		{"people", []int{1, 4, 16, 64, 256}, func(r *room, n int) { r.people = n }},
		{"lines-heard", []int{1, 4, 16, 64, 256}, func(r *room, n int) { r.resident = n }},
		{"lines-a-second", []int{1000, 10_000, 100_000}, func(r *room, n int) { r.rate = n }},
	} {
		for _, n := range axis.values {
			in := usual
			axis.set(&in, n)
			b.Run(fmt.Sprintf("over=%s/n=%d/by=host", axis.over, n), func(b *testing.B) { in.measure(b, hosted(b, in)) })
			if in.rate == 0 {
				b.Run(fmt.Sprintf("over=%s/n=%d/by=step", axis.over, n), func(b *testing.B) { in.measure(b, stepped(in)) })
			}
		}
	}
}

// measure has lines heard, after as many as the room is to have heard before.
func (in room) measure(b *testing.B, hear func([]journal.Record)) {
	m := &babble{ids: places(in.channels), burst: 1, draw: rand.New(rand.NewPCG(1, 2)), at: messages.InstantOf(time.Now()), people: crowd(in.people)}
	if b.N > 1 { // the first run only asks whether it works
		for m.made < in.channels*in.resident {
			hear(m.next(in.channels*in.resident - m.made))
		}
	}
	var used time.Duration
	b.ResetTimer()
	for left := b.N; left > 0; {
		lines := m.next(left)
		left -= len(lines)
		began, before := time.Now(), spent(b)
		heard, tick := 0, in.rate/100
		for ; in.rate > 0 && heard+tick < len(lines); heard += tick {
			hear(lines[heard : heard+tick])
			time.Sleep(time.Until(began.Add(time.Duration(heard+tick) * time.Second / time.Duration(in.rate)))) // the clock is the measure here
		}
		hear(lines[heard:])
		used += spent(b) - before
	}
	b.StopTimer()
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N)/1000, "cpu-µs/line")
}

// hosted takes lines through the host.
func hosted(b *testing.B, in room) func([]journal.Record) {
	b.Helper()
	t := build(b, false)
	t.config = in.config()
	return t.hear
}

// stepped takes them one after the other, by Step alone.
func stepped(in room) func([]journal.Record) {
	states, config := make(map[messages.ChannelID]*conversation.Channel, in.channels), in.config()
	var effects []conversation.Effect
	return func(lines []journal.Record) {
		for _, r := range lines {
			state := states[r.Channel]
			if state == nil {
				state = conversation.New(r.Channel, config)
				states[r.Channel] = state
			}
			effects = state.Step(r.At, r.Event, effects[:0])
		}
	}
}

func (in room) config() *conversation.Config {
	c := household(false)
	c.Seats = slices.Repeat(c.Seats, in.familiars)
	for i := range c.Seats {
		seat := &c.Seats[i]
		if i > 0 {
			name := "Aria" + strconv.Itoa(i)
			seat.Familiar, seat.Self, seat.Name = messages.FamiliarID(name), messages.PersonID("us"+strconv.Itoa(i)), name
			seat.Names = ladder.CompileNames(seat.Policy.Ladder.Alias, name)
		}
	}
	return c
}
