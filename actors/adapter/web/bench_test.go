package web

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"familiar/messages"
)

// BenchmarkSay says lines in 100 channels whose memory is full, to accounts
// that take them at once.
func BenchmarkSay(b *testing.B) {
	for _, accounts := range []int{1, 3} {
		b.Run(fmt.Sprint("accounts=", accounts), func(b *testing.B) {
			n := Open(Config{})
			for i := range accounts {
				a := add(b, n, messages.AccountID(fmt.Sprint("a", i)), "Aria")
				ended := make(chan struct{})
				ctx := b.Context()
				go func() { defer close(ended); _ = a.Listen(ctx, quiet) }()
				b.Cleanup(func() { <-ended })
				for !a.hears(false) {
					runtime.Gosched()
				}
			}
			channels := make([]messages.ChannelID, 100)
			for i := range channels {
				channels[i] = Channel(strconv.Itoa(i), "")
			}
			said := 0
			say := func() {
				l := line(strconv.Itoa(said), "hello, how are you?")
				l.Channel = channels[said%len(channels)]
				said++
				if _, err := n.Say(b.Context(), l); err != nil {
					b.Fatal(err)
				}
			}
			for said < maxLines*len(channels) {
				say()
			}
			b.ReportAllocs()
			for b.Loop() {
				say()
			}
		})
	}
}
