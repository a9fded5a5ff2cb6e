package web

import (
	"fmt"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

func TestRoomIsBounded(t *testing.T) {
	var r room
	for i := range uint64(5 * maxLines) {
		some := []messages.AccountID{"aria"}
		if i%2 == 0 {
			some = nil
		}
		author := messages.Author{ID: messages.PersonID(fmt.Sprint("u", i)), Name: strings.Repeat("é", 500)}
		r.lines.setLine(i, r.meet(author), some)
	}
	if len(r.lines.ids) != maxLines || len(r.lines.by) != maxLines || len(r.lines.writers) != maxLines || len(r.lines.partial) != maxLines/2 || len(r.authors) != maxAuthors {
		t.Errorf("it remembers %d lines, %d writers, %d partial ones, %d authors; want %d, %d, %d, %d",
			len(r.lines.ids), len(r.lines.writers), len(r.lines.partial), len(r.authors), maxLines, maxLines, maxLines/2, maxAuthors)
	}
	for id := range uint64(5 * maxLines) {
		want := messages.PersonID("")
		if id >= 4*maxLines {
			want = messages.PersonID(fmt.Sprint("u", id))
		}
		if by := r.lines.author(id); by != want {
			t.Errorf("line %d is %q's, want %q", id, by, want)
		}
	}
	for _, tt := range []struct {
		story string
		id    uint64
		some  int
		all   bool
	}{
		{"the newest line, which not all have", 5*maxLines - 1, 1, false},
		{"the one before, which all have", 5*maxLines - 2, 0, true},
		{"the oldest remembered", 4 * maxLines, 0, true},
		{"one older is forgotten", 4*maxLines - 1, 0, false},
	} {
		if some, all := r.lines.takenBy(tt.id); len(some) != tt.some || all != tt.all {
			t.Errorf("%s: got %v, %v; want %d, %v", tt.story, some, all, tt.some, tt.all)
		}
	}
	if newest := r.authors[maxAuthors-1]; newest.ID != "u2559" || len(newest.Name) != 2*adapter.NameMost {
		t.Errorf("the newest author is %s with a name of %d bytes, want u2559 and %d", newest.ID, len(newest.Name), 2*adapter.NameMost)
	}
	if id := r.meet(messages.Author{ID: messages.PersonID(strings.Repeat("x", maxPerson+1))}); id != "" {
		t.Errorf("an author with an id of %d bytes is remembered", len(id))
	}
}

// TestWriters: each line stays its writer's while others come and go, and
// whoever has no line left makes room.
func TestWriters(t *testing.T) {
	const people = 5
	var l lines
	who := func(line uint64) messages.PersonID {
		if line == 0 {
			return "once"
		}
		return messages.PersonID(fmt.Sprint("u", (line/100+line)%people))
	}
	for line := range uint64(3 * maxLines) {
		l.setLine(line, who(line), nil)
		for back := range min(line, maxLines-1) {
			if by := l.author(line - back); by != who(line-back) {
				t.Fatalf("after line %d line %d is %q's, want %q", line, line-back, by, who(line-back))
			}
		}
	}
	if len(l.writers) != people+1 {
		t.Errorf("%d writers are remembered, want %d and the place of one who is gone", len(l.writers), people)
	}
	l.setLine(9999, "new", nil)
	if len(l.writers) != people+1 || l.author(9999) != "new" {
		t.Errorf("somebody new has not got the free place: %v", l.writers)
	}
}

func TestStripeIsBounded(t *testing.T) {
	var s stripe
	s.open()
	const heard = 2 * maxChannels
	for i := range heard {
		s.rememberLine(Channel(fmt.Sprint(i), ""), 1, messages.Author{ID: "ana"}, nil)
		s.rememberLine(garden, uint64(i), messages.Author{ID: "ana"}, nil) // never silent
	}
	if len(s.rooms) != maxChannels {
		t.Errorf("it remembers %d channels, want %d", len(s.rooms), maxChannels)
	}
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    bool
	}{
		{"the newest", Channel(fmt.Sprint(heard-1), ""), true},
		{"one in which somebody always speaks", garden, true},
		{"the first is forgotten", Channel("0", ""), false},
	} {
		if _, all := s.takenBy(tt.channel, 1); all != tt.want {
			t.Errorf("%s: remembered %v, want %v", tt.story, all, tt.want)
		}
	}
}
