package control

import (
	"fmt"
	"math/bits"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func TestEveryFactHasAWord(t *testing.T) {
	last := bits.Len64(uint64(messages.CallsUs)) // the last fact there is
	if len(factWords) != last {
		t.Errorf("got %d words, want %d", len(factWords), last)
	}
	known := map[string]bool{}
	for i, w := range factWords {
		if w.fact != 1<<i || w.word == "" || known[w.word] {
			t.Errorf("row %d is %d %q", i, w.fact, w.word)
		}
		known[w.word] = true
	}
	if got := fmt.Sprint(words(messages.MentionsUs | messages.HasCredit)); got != "[mentions us has credit]" {
		t.Errorf("got %s", got)
	}
}

func TestFeed(t *testing.T) {
	f := NewFeed()
	var told []messages.ChannelID
	f.OnWatch(func(id messages.ChannelID) { told = append(told, id) })
	a, b := channelID("a", ""), channelID("b", "")
	first, second := f.watch(a), f.watch(a)
	if fmt.Sprint(told) != fmt.Sprint([]messages.ChannelID{a, a}) {
		t.Errorf("told of %v", told)
	}
	if !f.Watched(a) || f.Watched(b) {
		t.Error("a is watched, b is not")
	}
	f.Record(journal.Record{Channel: b, Seq: 1})
	f.removeWatcher(a, first)
	for i := range watcherBuffer + 1 {
		f.Record(journal.Record{Channel: a, Seq: uint64(i + 2)})
	}
	select {
	case <-second.lost:
	default:
		t.Error("a watcher that takes nothing goes on")
	}
	if got := (<-second.news).(recorded).Seq; got != 2 {
		t.Errorf("first is %d, want 2", got)
	}
	if len(first.news) != 0 {
		t.Error("one that left is still told")
	}
	f.removeWatcher(a, second)
	if f.Watched(a) {
		t.Error("nobody watches a")
	}
}

func TestTheOldestChannelIsForgotten(t *testing.T) {
	f := NewFeed()
	f.Record(journal.Record{Channel: "discord/1/2"})
	for i := range maxSeen + 1 {
		f.Record(journal.Record{Channel: channelID(fmt.Sprint(i), "")})
	}
	all := f.Channels()
	if len(all) != maxSeen || all[0] != channelID("1", "") {
		t.Errorf("got %d from %s", len(all), all[0])
	}
}

func BenchmarkRecordUnwatched(b *testing.B) {
	f := NewFeed()
	for _, id := range []messages.ChannelID{channelID("garden", ""), "discord/1/2"} {
		b.Run(string(id.Network()), func(b *testing.B) {
			r := journal.Record{Channel: id, Seq: 1, Event: messages.TimerFired{N: 1}}
			b.ReportAllocs()
			for b.Loop() {
				f.Record(r)
			}
		})
	}
}
