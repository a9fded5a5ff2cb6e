package budget

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"familiar/messages"
)

var ana, bob = PersonOf("discord", "ana"), PersonOf("discord", "bob")

// TestPersonOf: somebody on another network is somebody else.
func TestPersonOf(t *testing.T) {
	if ana == bob || ana == PersonOf("slack", "ana") {
		t.Error("two persons are one")
	}
	if PersonOf("discord", "") != 0 || ana == 0 {
		t.Error("nobody is 0, and nobody else")
	}
}

// TestOnePersonsDay: answers and what they cost are booked on whom they are for, until
// a limit or the day's end.
func TestOnePersonsDay(t *testing.T) {
	const noon = messages.Instant(12 * 60 * 60 * 1000)
	usd := func(cost float64) Usage { return Usage{Cost: cost} }
	for _, tt := range []struct {
		story  string
		config func(*Config)
		calls  []Call
		cost   float64 // of each
		over   []Person
	}{
		{"nobody is limited", func(*Config) {}, []Call{{Person: ana, Opens: true}}, 100, nil},
		{"below the limit", func(c *Config) { c.Turns = 2 }, []Call{{Person: ana, Opens: true}}, 100, nil},
		{"as many answers as one may have", func(c *Config) { c.Turns = 2 }, []Call{{Person: ana, Opens: true}, {Person: bob, Opens: true}, {Person: ana, Opens: true}}, 0, []Person{ana}},
		{"the further calls of an answer are no more answers", func(c *Config) { c.Turns = 2 }, []Call{{Person: ana, Opens: true}, {Person: ana}, {Person: ana}}, 0, nil},
		{"but cost", func(c *Config) { c.Person = 2 }, []Call{{Person: ana, Opens: true}, {Person: ana}}, 1, []Person{ana}},
		{"what answers nobody is nobody's", func(c *Config) { c.Turns, c.Person = 1, 1 }, []Call{{Opens: true}, {}}, 5, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := Default()
			tt.config(&c)
			var l Ledger
			var changes []Change
			for _, call := range tt.calls {
				changes = l.Spend(noon, call, usd(tt.cost), 0, &c, changes)
			}
			over := slices.Sorted(maps.Keys(l.Overdrawn()))
			if !slices.Equal(over, tt.over) {
				t.Errorf("%v have had what they may, want %v: %+v", over, tt.over, l.Persons)
			}
			if said := slices.ContainsFunc(changes, func(c Change) bool { return c.Persons }); said != (tt.over != nil) {
				t.Errorf("changes %+v, want one of persons: %v", changes, tt.over != nil)
			}
			if !c.Each() && len(l.Persons) > 0 {
				t.Errorf("nobody is limited, and of somebody is kept %+v", l.Persons)
			}
			body, err := json.Marshal(&l)
			var again Ledger
			if err = errors.Join(err, json.Unmarshal(body, &again)); err != nil {
				t.Fatal(err)
			}
			if again.Tick(noon, &c, nil); !maps.Equal(again.Overdrawn(), l.Overdrawn()) {
				t.Errorf("read again, %v have had what they may, want %v", again.Overdrawn(), l.Overdrawn())
			}
			changes = l.Tick(noon.Add(13*time.Hour), &c, nil)
			if len(l.Overdrawn()) > 0 || len(l.Persons) > 0 {
				t.Errorf("the next day %v have had what they may, of %+v", l.Overdrawn(), l.Persons)
			}
			if said := slices.ContainsFunc(changes, func(c Change) bool { return c.Persons }); said != (tt.over != nil) {
				t.Errorf("the next day %+v changes, want one of persons: %v", changes, tt.over != nil)
			}
		})
	}
}

// TestPersonsAcrossProcesses: what two processes booked on somebody adds up, and with
// neither of them it is too much.
func TestPersonsAcrossProcesses(t *testing.T) {
	c := Default()
	c.Turns = 2
	one, other := Own{Name: "one"}, Own{Name: "other"}
	one.Spend(1, Call{Person: ana, Opens: true}, Usage{Cost: 1}, &c)
	other.Spend(1, Call{Person: ana, Opens: true}, Usage{Cost: 1}, &c)
	var l Ledger
	if l.Recount(1, one.Parts(), &c, nil); len(l.Overdrawn()) > 0 {
		t.Errorf("one answer is too much: %v", l.Overdrawn())
	}
	changes := l.Recount(1, append(one.Parts(), other.Parts()...), &c, nil)
	if l.Overdrawn()[ana] != Alone || !slices.Contains(changes, Change{Persons: true}) {
		t.Errorf("two answers aren't too much: %+v, %+v", l.Persons, changes)
	}
	if changes := l.Recount(1, append(one.Parts(), other.Parts()...), &c, nil); len(changes) > 0 {
		t.Errorf("counted again it has changed: %+v", changes)
	}
}

// TestPersonsAreBounded: whoever had least is forgotten first.
func TestPersonsAreBounded(t *testing.T) {
	c := Default()
	c.Turns = 2
	var l Ledger
	for range 2 {
		l.Spend(1, Call{Person: ana, Opens: true}, Usage{}, 0, &c, nil)
	}
	for k := range personsKept {
		l.Spend(1, Call{Person: PersonOf("irc", messages.PersonID(strconv.Itoa(k))), Opens: true}, Usage{}, 0, &c, nil)
	}
	if len(l.Persons) > personsKept || len(l.Persons) < personsKept/2 || l.Overdrawn()[ana] != Alone {
		t.Errorf("of %d persons %d are kept, ana among those who have had what they may: %v", personsKept+1, len(l.Persons), l.Overdrawn()[ana])
	}
}

// TestToldOnce: each is told once a day, as far as a channel remembers.
func TestToldOnce(t *testing.T) {
	const noon = messages.Instant(12 * 60 * 60 * 1000)
	c := Default()
	var told Told
	for i, want := range []bool{true, false} {
		if got := told.Tell(noon, ana, &c); got != want {
			t.Errorf("ana is told %v at call %d, want %v", got, i+1, want)
		}
	}
	if !told.Tell(noon, bob, &c) || !told.Tell(noon.Add(13*time.Hour), ana, &c) {
		t.Error("bob wasn't told, or ana not on the next day")
	}
	for k := range 2 * toldMost {
		told.Tell(noon.Add(13*time.Hour), Person(k+1), &c)
	}
	if len(told.Persons) != toldMost {
		t.Errorf("%d are remembered, want %d", len(told.Persons), toldMost)
	}
}
