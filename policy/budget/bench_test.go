package budget

import (
	"fmt"
	"testing"

	"familiar/messages"
)

func limited() Config {
	c := free()
	c.Day, c.Familiar, c.Channel = 1e9, 1e9, 1e9
	return c
}

// calls is a ledger that knows as many channels as it keeps, and a call in each.
func calls(c *Config) (*Ledger, []Call) {
	l := new(Ledger)
	all := make([]Call, channelsKept)
	for i := range all {
		all[i] = Call{Channel: messages.ChannelID(fmt.Sprintf("web/w/%018d", i)), Familiar: "mira", Model: "usd"}
		l.Spend(noon, all[i], Usage{Input: 1}, 0, c, nil)
	}
	return l, all
}

func BenchmarkSpend(b *testing.B) {
	c := limited()
	l, all := calls(&c)
	out := make([]Change, 0, 8)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		out = l.Spend(noon, all[i%len(all)], Usage{Input: 1}, 0, &c, out[:0])
	}
}

// BenchmarkReserveAndSpend has as many calls in flight, and the oldest ends first.
func BenchmarkReserveAndSpend(b *testing.B) {
	for _, inFlight := range []int{64, openMost - 1} {
		b.Run(fmt.Sprint(inFlight), func(b *testing.B) {
			c := limited()
			l, all := calls(&c)
			open := make([]uint64, inFlight)
			out := make([]Change, 0, 8)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				call := all[i%len(all)]
				out = l.Spend(noon, call, Usage{Input: 1}, open[i%inFlight], &c, out[:0])
				open[i%inFlight], out = l.Reserve(noon, call, Usage{Input: 1}, &c, out[:0])
			}
		})
	}
}

// BenchmarkNewChannels has each call come from a channel that is not kept.
func BenchmarkNewChannels(b *testing.B) {
	c := limited()
	l, _ := calls(&c)
	ids := make([]messages.ChannelID, 4*channelsKept)
	for i := range ids {
		ids[i] = messages.ChannelID(fmt.Sprintf("web/x/%018d", i))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Spend(noon+messages.Instant(i), Call{Channel: ids[i%len(ids)], Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 0, &c, nil)
	}
}

// BenchmarkLine is what a seat asks for a line.
func BenchmarkLine(b *testing.B) {
	c := Default()
	s := State{Step: 2}
	b.ReportAllocs()
	for b.Loop() {
		if !s.Lets() || s.Stretch(&c) < 1 {
			b.Fatal("no pressure")
		}
	}
}
