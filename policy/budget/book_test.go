package budget

import (
	"fmt"
	"testing"
	"time"

	"familiar/messages"
)

// TestBooksAreBounded lets far more channels call than are kept: the newest
// stay, and no money is lost.
func TestBooksAreBounded(t *testing.T) {
	c := free()
	c.Channels = 20
	var l Ledger
	for i := range 200 {
		call := Call{Channel: messages.ChannelID(fmt.Sprint("chat ", i)), Familiar: "mira", Model: "usd"}
		l.Spend(noon.Add(time.Duration(i)*time.Second), call, Usage{Input: 1}, 0, &c, nil)
		balanced(t, &l)
		if n := len(l.Channels.Entries); n > c.Channels {
			t.Fatalf("%d channels are kept, want at most %d", n, c.Channels)
		}
		if i < c.Channels && len(l.Channels.Entries) != i+1 {
			t.Fatalf("of the first %d channels %d are kept", i+1, len(l.Channels.Entries))
		}
		for back := range min(i+1, c.Channels*3/4) {
			if id := messages.ChannelID(fmt.Sprint("chat ", i-back)); l.Channels.find(id) == nil {
				t.Fatalf("after %d channels the one %d before the last is gone", i+1, back)
			}
		}
	}
	if l.All.Ever != 200*Dollar || l.Channels.Dropped == 0 {
		t.Errorf("%v was spent, %v of it in channels no longer kept; want $200 and some", l.All.Ever, l.Channels.Dropped)
	}
}

func TestReservedMoneyKeepsItsChannel(t *testing.T) {
	c := free()
	c.Channels = 4
	var l Ledger
	n, _ := l.Reserve(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 3}, &c, nil)
	for i := range 50 {
		l.Spend(noon.Add(time.Duration(i)*time.Second), Call{Channel: messages.ChannelID(fmt.Sprint("chat ", i)), Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 0, &c, nil)
		balanced(t, &l)
	}
	l.Release(l.Now, n, &c, nil)
	balanced(t, &l)
	if l.All.Held != 0 {
		t.Errorf("%v is still reserved", l.All.Held)
	}
}

func TestDroppedChannelIsFree(t *testing.T) {
	c := free()
	c.Channels, c.Channel = 4, 10
	var l Ledger
	out := l.Spend(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 9}, 0, &c, nil)
	for i := range 4 {
		out = l.Spend(noon.Add(time.Minute), Call{Channel: messages.ChannelID(fmt.Sprint(i)), Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 0, &c, out)
	}
	if got, want := told(out), "@den:3 @den:0"; got != want || l.Pressure("den", "mira") != Free {
		t.Errorf("told %q and the pressure is %d, want %q and 0", got, l.Pressure("den", "mira"), want)
	}
}

func TestReservationsAreBounded(t *testing.T) {
	c := free()
	var l Ledger
	for range openMost + 10 {
		l.Reserve(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, &c, nil)
	}
	balanced(t, &l)
	if len(l.Open) != openMost || l.Open[0].N != 11 {
		t.Errorf("%d are open from number %d on, want %d from 11 on", len(l.Open), l.Open[0].N, openMost)
	}
}
