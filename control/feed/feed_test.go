package feed

import (
	"fmt"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// web returns the id of a chat of the web network.
func web(chat string) messages.ChannelID { return messages.Channel{Network: "web", Chat: chat}.ID() }

func TestFeed(t *testing.T) {
	f := New()
	var told []messages.ChannelID
	f.OnWatch(func(id messages.ChannelID) { told = append(told, id) })
	a, b := web("a"), web("b")
	first, second := f.Watch(a), f.Watch(a)
	if fmt.Sprint(told) != fmt.Sprint([]messages.ChannelID{a, a}) {
		t.Errorf("told of %v", told)
	}
	if !f.Watched(a) || f.Watched(b) {
		t.Error("a is watched, b is not")
	}
	f.Record(journal.Record{Channel: b, Seq: 1})
	f.RemoveWatcher(a, first)
	for i := range watcherBuffer + 1 {
		f.Record(journal.Record{Channel: a, Seq: uint64(i + 2)})
	}
	select {
	case <-second.Lost:
	default:
		t.Error("a watcher that takes nothing goes on")
	}
	if got := (<-second.News).(Recorded).Seq; got != 2 {
		t.Errorf("first is %d, want 2", got)
	}
	if len(first.News) != 0 {
		t.Error("one that left is still told")
	}
	f.RemoveWatcher(a, second)
	if f.Watched(a) {
		t.Error("nobody watches a")
	}
}

func TestTheOldestChannelIsForgotten(t *testing.T) {
	f := New()
	f.Record(journal.Record{Channel: "discord/1/2"})
	for i := range maxSeen + 1 {
		f.Record(journal.Record{Channel: web(fmt.Sprint(i))})
	}
	all := f.Channels()
	if len(all) != maxSeen || all[0] != web("1") {
		t.Errorf("got %d from %s", len(all), all[0])
	}
}

func BenchmarkRecordUnwatched(b *testing.B) {
	f := New()
	for _, id := range []messages.ChannelID{web("garden"), "discord/1/2"} {
		b.Run(string(id.Network()), func(b *testing.B) {
			r := journal.Record{Channel: id, Seq: 1, Event: messages.TimerFired{N: 1}}
			b.ReportAllocs()
			for b.Loop() {
				f.Record(r)
			}
		})
	}
}
