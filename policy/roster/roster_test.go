package roster

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"familiar/messages"
)

const now messages.Instant = 10_000_000_000

func person(id, name string, bot bool) messages.Author {
	return messages.Author{ID: messages.PersonID(id), Name: name, Bot: bot}
}

func TestHear(t *testing.T) {
	type heard struct {
		author messages.Author
		after  time.Duration
	}
	for _, tt := range []struct {
		what   string
		lines  []heard
		fresh  bool // the last one
		people []Person
	}{
		{
			"a new face",
			[]heard{{person("a", "Ana", false), 0}},
			true,
			[]Person{{Face: &Face{Author: messages.Author{ID: "a", Name: "Ana"}}, Count: 1, Last: now}},
		},
		{
			"somebody known, renamed",
			[]heard{{person("a", "Ana", false), 0}, {person("a", "Anna", false), time.Second}},
			false,
			[]Person{{Face: &Face{Author: messages.Author{ID: "a", Name: "Anna"}}, Count: 2, Last: now.Add(time.Second)}},
		},
		{
			"once a bot always a bot",
			[]heard{{person("z", "Zed", true), 0}, {person("z", "ZED2", false), 0}},
			false,
			[]Person{{Face: &Face{Author: messages.Author{ID: "z", Name: "ZED2"}, Folded: new("zed2")}, Bot: true, Count: 2, Last: now}},
		},
		{
			"a human that turns out to be a bot",
			[]heard{{person("z", "Zed", false), 0}, {person("z", "Zed", true), 0}},
			false,
			[]Person{{Face: &Face{Author: messages.Author{ID: "z", Name: "Zed"}, Folded: new("zed")}, Bot: true, Count: 2, Last: now}},
		},
		{
			"seven days of silence are not too long",
			[]heard{{person("a", "Ana", false), 0}, {person("b", "Ben", false), Remember}},
			true,
			[]Person{{Face: &Face{Author: messages.Author{ID: "a", Name: "Ana"}}, Count: 1, Last: now}, {Face: &Face{Author: messages.Author{ID: "b", Name: "Ben"}}, Count: 1, Last: now.Add(Remember)}},
		},
		{
			"a millisecond more is",
			[]heard{{person("a", "Ana", false), 0}, {person("b", "Ben", false), Remember + time.Millisecond}},
			true,
			[]Person{{Face: &Face{Author: messages.Author{ID: "b", Name: "Ben"}}, Count: 1, Last: now.Add(Remember + time.Millisecond)}},
		},
		{
			"whoever comes back after longer is known",
			[]heard{{person("a", "Ana", false), 0}, {person("a", "Ana", false), 2 * Remember}},
			false,
			[]Person{{Face: &Face{Author: messages.Author{ID: "a", Name: "Ana"}}, Count: 2, Last: now.Add(2 * Remember)}},
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			fresh, at := false, now
			for _, l := range tt.lines {
				at = at.Add(l.after)
				fresh = s.Hear(l.author, at)
			}
			if fresh != tt.fresh || !reflect.DeepEqual(s.People, tt.people) {
				t.Errorf("fresh %v, people %+v; want %v, %+v", fresh, s.People, tt.fresh, tt.people)
			}
		})
	}
}

func TestFullRosterDropsWhoWasSilentLongest(t *testing.T) {
	var s State
	for i := range Most {
		s.Hear(person(fmt.Sprintf("p%d", i), "", false), now+messages.Instant(i))
	}
	s.Hear(person("p0", "", false), now+100)
	s.Hear(person("new", "", false), now+101)
	if len(s.People) != Most {
		t.Errorf("the roster holds %d, want %d", len(s.People), Most)
	}
	for id, want := range map[messages.PersonID]int{"p0": 1, "p1": 0, "p2": 1, "new": 1} {
		got := 0
		for _, p := range s.People {
			if p.ID == id {
				got++
			}
		}
		if got != want {
			t.Errorf("%s stands there %d times, want %d", id, got, want)
		}
	}
}

func TestForget(t *testing.T) {
	for _, tt := range []struct {
		what   string
		forget func(*State) // of Ana, Ben a second later, and Zed, a bot, another
		want   []messages.PersonID
	}{
		{"somebody", func(s *State) { s.Forget("b") }, []messages.PersonID{"a", "z"}},
		{"a bot", func(s *State) { s.Forget("z") }, []messages.PersonID{"a", "b"}},
		{"a stranger", func(s *State) { s.Forget("x") }, []messages.PersonID{"a", "b", "z"}},
		{"whoever was silent; that moment is none of it", func(s *State) { s.ForgetBefore(now.Add(time.Second)) }, []messages.PersonID{"b", "z"}},
		{"everybody", func(s *State) { s.ForgetBefore(now.Add(time.Hour)) }, nil},
		{"nobody", func(s *State) { s.ForgetBefore(now) }, []messages.PersonID{"a", "b", "z"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			s.Hear(person("a", "Ana", false), now)
			s.Hear(person("b", "Ben", false), now.Add(time.Second))
			s.Hear(person("z", "Zed", true), now.Add(2*time.Second))
			tt.forget(&s)
			var got []messages.PersonID
			for _, p := range s.People {
				got = append(got, p.ID)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("left are %v, want %v", got, tt.want)
			}
		})
	}
}

func TestEffective(t *testing.T) {
	list := func(humans int, age time.Duration, truncated bool) messages.MembersKnown {
		return messages.MembersKnown{Humans: humans, FetchedAt: now.Add(-age), Truncated: truncated}
	}
	for _, tt := range []struct {
		what    string
		members messages.MembersKnown // beside two humans and a bot who have posted
		humans  int
		alone   bool
	}{
		{"without a list those seen count", messages.MembersKnown{}, 2, false},
		{"a fresh list is the truth", list(1, 59_999*time.Millisecond, false), 1, true},
		{"a minute old it is a hint", list(1, time.Minute, false), 2, false},
		{"a hint may say more", list(5, time.Hour, false), 5, false},
		{"so is a cut list", list(1, 0, true), 2, false},
		{"a list from the future is fresh", list(1, -time.Hour, false), 1, true},
		{"nobody here but bots", list(0, 0, false), 0, true},
		{"two are not alone", list(2, 0, false), 2, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := seen(person("a", "Ana", false), person("b", "Ben", false), person("z", "Zed", true))
			s.SetMembers(tt.members)
			if got := s.Effective(now); got != tt.humans {
				t.Errorf("Effective = %d, want %d", got, tt.humans)
			}
			if got := s.KnownAlone(now); got != tt.alone {
				t.Errorf("KnownAlone = %v, want %v", got, tt.alone)
			}
		})
	}
}

func TestNewFaceOutdoesTheList(t *testing.T) {
	s := seen(person("a", "Ana", false))
	s.SetMembers(messages.MembersKnown{Humans: 1, FetchedAt: now})
	if !s.Hear(person("b", "Ben", false), now) {
		t.Error("Ben is no new face")
	}
	if got := s.Effective(now); got != 2 || s.KnownAlone(now) {
		t.Errorf("Ben speaks while the list is fresh: Effective = %d, KnownAlone = %v; want 2, false", got, s.KnownAlone(now))
	}
	if got := s.Effective(now.Add(FreshFor)); got != 2 {
		t.Errorf("a minute later: Effective = %d, want 2", got)
	}
}

func TestWhoeverSpeaksIsCountedAtOnce(t *testing.T) {
	var s State
	s.SetMembers(messages.MembersKnown{Humans: 1, FetchedAt: now.Add(-time.Second)})
	for _, tt := range []struct {
		who    messages.Author
		humans int
	}{
		{person("a", "Ana", false), 1},
		{person("z", "Zed", true), 1},
		{person("a", "Ana", false), 1},
		{person("b", "Ben", false), 2},
		{person("b", "Ben", false), 2},
	} {
		s.Hear(tt.who, now)
		if got, alone := s.Effective(now), s.KnownAlone(now); got != tt.humans || alone != (tt.humans == 1) {
			t.Errorf("after %s: Effective = %d, KnownAlone = %v; want %d, %v", tt.who.Name, got, alone, tt.humans, tt.humans == 1)
		}
	}
	s.SetMembers(messages.MembersKnown{Humans: 1, FetchedAt: now.Add(time.Second)}) // Ben has left
	if got := s.Effective(now.Add(time.Second)); got != 1 {
		t.Errorf("by the next list: Effective = %d, want 1", got)
	}
}

// TestTrustedList: as in the system the preset ladder follows.
func TestTrustedList(t *testing.T) {
	s := seen(person("a", "Ana", false))
	s.Trust(messages.MembersKnown{Humans: 1, FetchedAt: now})
	s.Hear(person("b", "Ben", false), now)
	if got := s.Effective(now); got != 1 || !s.KnownAlone(now) {
		t.Errorf("Ben speaks while the list is trusted: Effective = %d, KnownAlone = %v; want 1, true", got, s.KnownAlone(now))
	}
	if got := s.Effective(now.Add(FreshFor)); got != 2 {
		t.Errorf("a minute later: Effective = %d, want 2", got)
	}
}

func TestFacts(t *testing.T) {
	s := seen(person("a", "Ana", false), person("b", "Ben", false), person("z", "ZED", true), person("n", "", true))
	for _, tt := range []struct {
		what, folded string
		want         messages.Facts
	}{
		{"a bot's name, inside a word", "amazed", messages.Crowd | messages.NamesPeer},
		{"a human's name is none", "ana and ben", messages.Crowd},
		{"nor is an id or no name at all", "n z", messages.Crowd},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got, humans := s.Facts(tt.folded, now); got != tt.want || humans != 2 {
				t.Errorf("Facts(%q) = %b and %d humans, want %b and 2", tt.folded, got, humans, tt.want)
			}
		})
	}
}

func TestStateSurvivesJSON(t *testing.T) {
	s := seen(person("a", "Ana", false), person("z", "ZED", true))
	s.SetMembers(messages.MembersKnown{Humans: 2, FetchedAt: now})
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	s.index = index{} // it isn't kept: it only saves looking
	var back State
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("back from %s: %+v, %v; want %+v", text, back, err, s)
	}
	if text, err = json.Marshal(State{}); err != nil || string(text) != "{}" {
		t.Errorf("an empty roster is %s, %v; want {}", text, err)
	}
}

func TestKnownAuthorCostsNoAllocation(t *testing.T) {
	s := seen(person("a", "Ana", false), person("z", "ZED", true))
	ana, zed := person("a", "Ana", false), person("z", "ZED", true)
	got := testing.AllocsPerRun(100, func() {
		s.Hear(ana, now)
		s.Hear(zed, now)
		s.Facts("nobody is named in this line", now)
	})
	if got != 0 {
		t.Errorf("hearing two known authors allocates %v times, want 0", got)
	}
}

func seen(authors ...messages.Author) State {
	var s State
	for _, a := range authors {
		s.Hear(a, now)
	}
	return s
}
