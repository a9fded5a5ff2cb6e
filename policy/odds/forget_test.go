package odds

import (
	"encoding/json"
	"testing"

	"familiar/messages"
)

func TestForgottenIsUnknown(t *testing.T) {
	var k talk
	k.play(t, "ana>nabi: which kernel?", "nabi>ana: the newest", "ben>ana: i agree", "ana>ben: thanks")
	k.room.Forget("id-ana")
	k.seat.Forget("id-ana")
	ana := KeyOf("id-ana")
	for _, p := range k.room.People {
		if d := p.deals(); p.Key == ana || d.By == ana || d.To == ana {
			t.Errorf("the room still knows her: %+v", p)
		}
	}
	if k.room.Speaker == ana || k.seat.find(ana) >= 0 || k.seat.Words != nil {
		t.Errorf("room %+v and seat %+v, want no trace of her", k.room, k.seat)
	}
	k.play(t, "ana: and now?")
	if f := k.facts; f.Us.Happened() || f.Them.Happened() || f.Author.Happened() || f.Talked != 0 {
		t.Errorf("she comes back as somebody known: %+v", f)
	}
}

func TestTheOldIsForgotten(t *testing.T) {
	var k talk
	k.play(t, "ana>nabi: hi", "nabi>ben: hi", "cleo>nabi: hi", "nabi>ana: hi") // at 10, 20, 30 and 40 s
	k.room.ForgetBefore(k.now.Add(-20e9))
	k.seat.ForgetBefore(k.now.Add(-10e9))
	for _, tt := range []struct {
		what       string
		name       string
		room, seat bool
	}{
		{"she spoke too long ago, but we to her just now", "ana", false, true},
		{"we spoke to him too long ago, and he never did", "ben", false, false},
		{"as old as may be", "cleo", true, true},
		{"we spoke last", "nabi", true, false},
	} {
		key := KeyOf(author(tt.name).ID)
		if room, seat := k.room.find(key) >= 0, k.seat.find(key) >= 0; room != tt.room || seat != tt.seat {
			t.Errorf("%s: the room knows %s %v and the seat %v, want %v and %v", tt.what, tt.name, room, seat, tt.room, tt.seat)
		}
	}
}

// TestAnEmptyRoomIsZero: of a room in which everybody is forgotten nothing is
// kept, whatever it had worked out for its own use.
func TestAnEmptyRoomIsZero(t *testing.T) {
	var r Room
	heard(&r, messages.Author{ID: "p", Name: "ana"}, "hello", nil, 1000)
	if r.IsZero() {
		t.Error("a room that has heard a line is zero")
	}
	r = Room{People: []Person{}, index: r.index, indexed: true}
	if kept, err := json.Marshal(struct {
		Room Room `json:"room,omitzero"`
	}{r}); err != nil || string(kept) != "{}" {
		t.Errorf("kept as %s, %v", kept, err)
	}
}
