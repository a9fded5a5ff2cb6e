package memory

import (
	"slices"
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
)

// TestACircleIsToldUntilItConfirms: of each change, of what is none never, and of
// nothing at all while there was nothing.
func TestACircleIsToldUntilItConfirms(t *testing.T) {
	const here, hour = messages.ChannelID("slack/T1/C1"), messages.Instant(3_600_000)
	for _, to := range Circles() {
		var l Lending
		var n deadline.Counter
		if l.Change(to, 0, hour, &n) || l.Lends() || l.Due().N != 0 {
			t.Fatalf("circle %d is told of nothing", to)
		}
		if !l.Change(to, 7, hour, &n) || l.Change(to, 7, hour, &n) || !l.Lends() {
			t.Fatalf("circle %d is told of a change once", to)
		}
		due := l.Due()
		if got, again, is := l.Fired(due.N); !is || !again || got != to {
			t.Errorf("circle %d isn't told again: got circle %d, %v, %v", to, got, again, is)
		}
		if _, _, is := l.Fired(due.N); is {
			t.Error("a deadline has fired twice")
		}
		anew := l.Anew()
		if l.Confirm(here, "irc//other", 1); !l.To(to).Open() {
			t.Error("another channel than its directory has confirmed it")
		}
		if l.Confirm(here, to.DirectoryOf(here), 1); l.To(to).Open() {
			t.Error("its directory has confirmed it, and it is told again")
		}
		if to == ToAgreed && !anew.To(to).Open() {
			t.Error("who begins anew shares what is changed since")
		}
	}
}

// TestWhoAgreedIsForgottenWithWhatTheySaid, not what others were told of it.
func TestWhoAgreedIsForgottenWithWhatTheySaid(t *testing.T) {
	var l Lending
	if l.Hear("ana", 0, 1); l.Sharing != nil {
		t.Fatal("a line by no agreement is kept")
	}
	l.Hear("ana", 3, 2)
	l.Sharing.Offer.Version = 5
	if anew := l.Anew(); l.Sharing.By("ana", 2) != 3 || anew.Sharing.Has("ana") || anew.To(ToAgreed).Version != 5 {
		t.Errorf("got %+v, want version 5 and nobody", anew.Sharing)
	}
}

// TestWhereADirectoryIsHeld: it takes what channels of its workspace tell, that of
// agreements what any does, and no other channel takes anything.
func TestWhereADirectoryIsHeld(t *testing.T) {
	const channel = messages.ChannelID("slack/T1/C1")
	for _, tt := range []struct {
		here, from messages.ChannelID
		takes      bool
	}{
		{channel.Memories(), channel, true},
		{channel.Memories(), "slack/T2/C1", false},
		{messages.Agreed, "slack/T2/C1", true},
		{channel, "slack/T1/C2", false},
	} {
		var l Lending
		l.Use(tt.here)
		if got := l.Take(tt.here, tt.from, messages.MemoriesHeld{Version: 1}); got != tt.takes {
			t.Errorf("%s takes what %s tells: %v, want %v", tt.here, tt.from, got, tt.takes)
		}
	}
}

// TestItemOf: a lesson names lines that were shown, each once, or it is none.
func TestItemOf(t *testing.T) {
	shown := map[messages.LineID]Shown{"1": {Source{"1", "ana", 10}, "Ana"}, "2": {Source{"2", "ben", 20}, "Ben"}}
	for _, tt := range []struct {
		story  string
		lesson messages.Lesson
		ok     bool
		about  messages.PersonID
		from   int
	}{
		{"what somebody said of themselves", messages.Lesson{Text: "likes tea", From: []messages.LineID{"1", "1", "2"}, About: "1", Sure: 80}, true, "ana", 2},
		{"what is about nobody", messages.Lesson{Text: "tea at five", From: []messages.LineID{"2"}, Sure: 80}, true, "", 1},
		{"a line that wasn't shown", messages.Lesson{Text: "likes tea", From: []messages.LineID{"3"}, Sure: 80}, false, "", 0},
		{"about whom nothing was shown", messages.Lesson{Text: "likes tea", From: []messages.LineID{"1"}, About: "3", Sure: 80}, false, "", 1},
		{"more lines than may be named", messages.Lesson{Text: "likes tea", From: slices.Repeat([]messages.LineID{"1"}, MaxFrom+1), Sure: 80}, false, "", 0},
		{"no idea how sure", messages.Lesson{Text: "likes tea", From: []messages.LineID{"1"}}, false, "", 0},
	} {
		item, ok := ItemOf(&tt.lesson, shown, 30)
		if ok != tt.ok || item.About != tt.about || len(item.From) != tt.from {
			t.Errorf("%s: got %+v, %v", tt.story, item, ok)
		}
	}
}
