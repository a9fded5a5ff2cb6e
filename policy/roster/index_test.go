package roster

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPropertyIndex: whatever happened, the roster finds whom a walk over
// everybody finds, knows the bots there are, and keeps nobody who was silent
// too long.
func TestPropertyIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s State
		at := now
		id := func() messages.PersonID {
			return messages.PersonID(fmt.Sprintf("u%d", rapid.IntRange(0, Most+20).Draw(t, "who")))
		}
		t.Repeat(map[string]func(*rapid.T){
			"hear": func(t *rapid.T) {
				at = at.Add(time.Duration(rapid.IntRange(0, int(Remember/time.Hour)/20).Draw(t, "hours")) * time.Hour)
				s.Hear(messages.Author{ID: id(), Bot: rapid.Bool().Draw(t, "bot")}, at)
				if i := slices.IndexFunc(s.People, func(p Person) bool { return at.Sub(p.Last) > Remember }); i >= 0 {
					t.Fatalf("%s was silent too long and is still here", s.People[i].ID)
				}
			},
			"many":          func(*rapid.T) { many(&s, at) },
			"forget":        func(*rapid.T) { s.Forget(id()) },
			"forget before": func(*rapid.T) { s.ForgetBefore(at.Add(-time.Hour)) },
			"wake": func(t *rapid.T) {
				text, err := json.Marshal(&s)
				if err != nil {
					t.Fatal(err)
				}
				s = State{}
				if err := json.Unmarshal(text, &s); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) {
				who := id()
				if got, want := s.find(who), slices.IndexFunc(s.People, func(p Person) bool { return p.ID == who }); got != want {
					t.Fatalf("%s is at %d, want %d", who, got, want)
				}
				if _, humans := s.Facts("", at); humans != s.Humans() {
					t.Fatalf("%d humans, want %d", humans, s.Humans())
				}
			},
		})
	})
}

// many has more people speak than a roster keeps.
func many(s *State, at messages.Instant) {
	for i := range Most + 10 {
		s.Hear(messages.Author{ID: messages.PersonID(fmt.Sprintf("u%d", i)), Bot: i%7 == 0}, at)
	}
}
