package web

import (
	"fmt"
	"slices"
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
		r.setLine(i, author, some)
	}
	if len(r.ids) != maxLines || len(r.by) != maxLines || len(r.people) != maxLines || len(r.partial) != maxLines/2 {
		t.Errorf("it remembers %d lines, %d writers' marks, %d people, %d partial lines; want %d, %d, %d, %d",
			len(r.ids), len(r.by), len(r.people), len(r.partial), maxLines, maxLines, maxLines, maxLines/2)
	}
	for id := range uint64(5 * maxLines) {
		want := messages.PersonID("")
		if id >= 4*maxLines {
			want = messages.PersonID(fmt.Sprint("u", id))
		}
		if by := r.author(id).ID; by != want {
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
		if some, all := r.takenBy(tt.id); len(some) != tt.some || all != tt.all {
			t.Errorf("%s: got %v, %v; want %d, %v", tt.story, some, all, tt.some, tt.all)
		}
	}
	authors := r.authors()
	if len(authors) != maxAuthors {
		t.Fatalf("%d authors are told of, want %d", len(authors), maxAuthors)
	}
	if newest := authors[0]; newest.ID != "u2559" || len(newest.Name) != 2*adapter.NameMost {
		t.Errorf("the newest author is %s with a name of %d bytes, want u2559 and %d", newest.ID, len(newest.Name), 2*adapter.NameMost)
	}
	if before := authors[1].ID; before != "u2558" {
		t.Errorf("the author before is %s, want u2558", before)
	}
	r.setLine(9999, messages.Author{ID: messages.PersonID(strings.Repeat("x", maxPerson+1))}, nil)
	if by := r.author(9999).ID; by != "" {
		t.Errorf("an author with an id of %d bytes is remembered", len(by))
	}
}

// TestWriters: each line stays its writer's while others come and go, and
// whoever has no line left makes room.
func TestWriters(t *testing.T) {
	const people = 5
	var r room
	who := func(line uint64) messages.PersonID {
		if line == 0 {
			return "once"
		}
		return messages.PersonID(fmt.Sprint("u", (line/100+line)%people))
	}
	for line := range uint64(3 * maxLines) {
		r.setLine(line, messages.Author{ID: who(line)}, nil)
		for back := range min(line, maxLines-1) {
			if by := r.author(line - back).ID; by != who(line-back) {
				t.Fatalf("after line %d line %d is %q's, want %q", line, line-back, by, who(line-back))
			}
		}
	}
	if len(r.people) != people+1 || len(r.authors()) != people {
		t.Errorf("%d people are remembered and %d told of, want %d, with the place of one who is gone, and %d",
			len(r.people), len(r.authors()), people+1, people)
	}
	r.setLine(9999, messages.Author{ID: "new"}, nil)
	if len(r.people) != people+1 || r.author(9999).ID != "new" {
		t.Errorf("somebody new has not got the free place: %v", r.people)
	}
}

// TestRenamed: a person goes by the name on their newest line, on older lines, too.
func TestRenamed(t *testing.T) {
	var r room
	r.setLine(1, messages.Author{ID: "ana", Name: "Ana"}, nil)
	r.setLine(2, messages.Author{ID: "ben", Name: "Ben"}, nil)
	r.setLine(3, messages.Author{ID: "ana", Name: "Anna"}, nil)
	want := []messages.Author{{ID: "ana", Name: "Anna"}, {ID: "ben", Name: "Ben"}}
	if got := r.authors(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := r.author(1); got != want[0] {
		t.Errorf("the first line is %v's, want %v", got, want[0])
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
