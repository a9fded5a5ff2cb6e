package odds

import (
	"fmt"
	"math"
	"testing"
	"time"

	"familiar/messages"
)

// TestFacts looks at what a seat makes of the last line of a talk.
func TestFacts(t *testing.T) {
	for _, tt := range []struct {
		what  string
		moves []string
		look  func(Facts) any
		want  any
	}{
		{"the first line knows of nothing before", []string{"ana: hi"}, func(f Facts) any { return f.Author.Happened() || f.Spoke.Happened() || f.Last || f.Run }, false},
		{"the line before was ours", []string{"nabi>ben: hi", "ana: hi"}, func(f Facts) any { return f.Last }, true},
		{"another came between", []string{"nabi>ben: hi", "ben: hi", "ana: hi"}, func(f Facts) any { return f.Last }, false},
		{"so we spoke one line before", []string{"nabi>ben: hi", "ben: hi", "ana: hi"}, func(f Facts) any { return f.Spoke }, Age{1, 20 * time.Second}},
		{"the author goes on", []string{"ana: hi", "ana: you"}, func(f Facts) any { return f.Run }, true},
		{"not after somebody else", []string{"ana: hi", "ben: hi", "ana: you"}, func(f Facts) any { return f.Run }, false},
		{"how long the author was silent", []string{"ana: hi", "+1m", "ben: hi", "ana: you"}, func(f Facts) any { return f.Author }, Age{1, 80 * time.Second}},
		{"the author's newest aimed line was for us", []string{"ana>ben: hi", "ana>nabi: hi", "ana: hi"}, func(f Facts) any { return []bool{f.PrevUs.Happened(), f.PrevTo.Happened()}[0] }, true},
		{"or for somebody else", []string{"ana>nabi: hi", "ana>ben: hi", "ana: hi"}, func(f Facts) any { return f.PrevUs.Happened() || !f.PrevTo.Happened() }, false},
		{"somebody else answered the author", []string{"ana: hi", "ben>ana: hi", "ana: you"}, func(f Facts) any { return f.GotElse }, Age{0, 10 * time.Second}},
		{"after which we did", []string{"ana: hi", "ben>ana: hi", "nabi>ana: hi", "ana: you"}, func(f Facts) any { return f.GotElse.Happened() }, false},
		{"we answered the author last", []string{"ana>nabi: hi", "nabi>ana: hi", "ana: you"}, func(f Facts) any { return f.Ours }, true},
		{"the author spoke to us last", []string{"nabi>ana: hi", "ana>nabi: hi", "ana: you"}, func(f Facts) any { return f.Ours }, false},
		{"lines between the two are counted both ways", []string{"nabi>ana: hi", "ana>nabi: hi", "ben>nabi: hi", "ana: you"}, func(f Facts) any { return f.Talked }, uint16(2)},
		{"a name of somebody else in the text", []string{"benno: hi", "ana: ask benno then"}, func(f Facts) any { return f.CalledOther }, true},
		{"our own name is nobody else's", []string{"nabi>ben: hi", "ana: ask nabi then"}, func(f Facts) any { return f.CalledOther || f.CalledHead }, false},
		{"our name's part at the head", []string{"nabi>ben: hi", "ana: nab: look"}, func(f Facts) any { return f.CalledHead }, true},
		{"a call in the text alone aims the line", []string{"benno: hi", "ana: benno: look", "ana: and there"}, func(f Facts) any { return f.PrevTo.Happened() }, true},
		{"a line of ours of two", []string{"nabi>ben: hi", "ana: hi"}, func(f Facts) any { return f.Share }, 1.0 / 32},
		{"it fades with every line of others", []string{"nabi>ben: hi", "ana: hi", "ana: hi"}, func(f Facts) any { return f.Share }, 31.0 / 1024},
		{"lines follow each other by ten seconds", []string{"ana: a", "ana: b", "ana: c", "ana: d"}, func(f Facts) any { return f.Pace }, 10.0},
		{"an hour of silence counts as five minutes", []string{"ana: a", "ana: b", "+1h", "ana: c", "ana: d"}, func(f Facts) any { return f.Pace }, 155.0},
		{"a question for somebody by name is nobody's to take", []string{"ana>ben: where?", "cleo: hi"}, func(f Facts) any { return f.Cold }, .05},
		{"one for nobody is", []string{"ana: where?", "cleo: hi"}, func(f Facts) any { return f.Cold }, .04},
		{"taken, it counts for us", []string{"ana: where?", "nabi>ana: there", "cleo: hi"}, func(f Facts) any { return f.Cold }, .2},
		{"who has talked with us asks no cold question", []string{"nabi>ana: hi", "ana: where?", "cleo: hi"}, func(f Facts) any { return f.Cold }, 1.2 / 5},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var k talk
			k.play(t, tt.moves...)
			got := tt.look(k.facts)
			if g, ok := got.(float64); ok && math.Abs(g-tt.want.(float64)) < 1e-9 {
				return
			}
			if got != tt.want {
				t.Errorf("got %v, want %v: %+v", got, tt.want, k.facts)
			}
		})
	}
}

func TestSomebodyIsNotTheirOwnCompany(t *testing.T) {
	var k talk
	k.play(t, "mindspin: hi", "mindspin: mindspin knows", "mindspin: mind: look", "mindspin: and there")
	if f := k.facts; f.PrevTo.Happened() || f.CalledOther {
		t.Errorf("who names themselves calls somebody: %+v", f)
	}
	k.play(t, "nabi>nabi: note to self")
	if len(k.seat.Talked) != 0 {
		t.Errorf("we talk with %+v, want nobody", k.seat.Talked)
	}
}

// TestNetworksWordIsEnough: a mention the caller knows of counts as a line for
// us, even when the room was told of no aim.
func TestNetworksWordIsEnough(t *testing.T) {
	for _, bit := range []messages.Facts{messages.MentionsUs, messages.RepliesToUs} {
		var room Room
		var seat Seat
		for range 2 {
			l := heard(&room, author("ana"), "hi", nil, 1_000_000)
			if f := told(&seat, &l, KeyOf("id-nabi"), bit, 1, nil); l.No == 2 && f.Talked != 1 {
				t.Errorf("with %v the seat knows of %d lines between the two, want 1", bit, f.Talked)
			}
		}
	}
}

func TestWhoWasSilentLongestGoes(t *testing.T) {
	var room Room
	var seat Seat
	say := func(name string) {
		l := heard(&room, author(name), "hi", nil, 1_000_000)
		told(&seat, &l, KeyOf("id-nabi"), messages.MentionsUs, 1, nil)
	}
	for i := range Most {
		say(fmt.Sprint("p", i))
	}
	say("p0")
	say("late")
	for name, want := range map[string]bool{"p0": true, "p1": false, "p2": true, "late": true} {
		key := KeyOf(author(name).ID)
		if room.find(key) >= 0 != want || seat.find(key) >= 0 != want {
			t.Errorf("%s is known to room %v and seat %v, want %v", name, room.find(key) >= 0, seat.find(key) >= 0, want)
		}
	}
}

func TestCountsKeepTheirProportion(t *testing.T) {
	s := Seat{Colds: 200, Taken: 50}
	s.count(&s.Colds)
	if s.Colds != 100 || s.Taken != 25 {
		t.Errorf("%d and %d, want both halved", s.Colds, s.Taken)
	}
}

func TestNamesFollowTheirBearer(t *testing.T) {
	var room Room
	long := "Konstantinopolitanerin-éé"
	for _, tt := range []struct{ name, want string }{
		{"Ana", "ana"},
		{"ANA", "ana"},
		{"Anabel", "anabel"},
		{long, "konstantinopolitanerin-"},
		{"", ""},
	} {
		heard(&room, messages.Author{ID: "u1", Name: tt.name}, "hi", nil, 1_000_000)
		if got := room.nameOf(&room.People[0]); got != tt.want {
			t.Errorf("called %q the room knows %q, want %q", tt.name, got, tt.want)
		}
	}
}
