package odds

import (
	"testing"

	"familiar/messages"
)

// TestUnknownSelf: as long as nobody knows our id, a line that is aimed at nobody isn't at us.
func TestUnknownSelf(t *testing.T) {
	var r Room
	var s Seat
	l := heard(&r, messages.Author{ID: "ana", Name: "Ana"}, "a moth", nil, 1)
	if told(&s, &l, KeyOf(""), 0, 2, nil); s.Called.No != 0 {
		t.Error("it takes the line for one that is aimed at it")
	}
	l = heard(&r, messages.Author{ID: "ana", Name: "Ana"}, "a moth", []messages.PersonID{"us"}, 2)
	if told(&s, &l, KeyOf("us"), 0, 2, nil); s.Called.No == 0 {
		t.Error("it doesn't take a line that is aimed at it for one")
	}
}

// TestSeatsAreToldOneAfterAnother: what a line is to a seat doesn't depend on who was
// told of it before.
func TestSeatsAreToldOneAfterAnother(t *testing.T) {
	room, spoke, now := full()
	l := heard(room, author("person03"), usualLine, []messages.PersonID{author("nabi").ID}, now+5000)
	alone := l
	first := told(spoke, &l, KeyOf(author("nabi").ID), messages.IsQuestion|messages.HasCredit, 12, nil)
	p := l.P(Builtin())
	if first.Talked == 0 || p != Builtin().P(&first) {
		t.Fatalf("one that talks with the author estimates %v of %+v, want %v", p, first, Builtin().P(&first))
	}
	var other, same Seat
	got, want := told(&other, &l, KeyOf("us"), 0, 12, nil), told(&same, &alone, KeyOf("us"), 0, 12, nil)
	if got != want {
		t.Errorf("the facts of the next are %+v, want %+v", got, want)
	}
	if got, want := l.P(Builtin()), alone.P(Builtin()); got != want {
		t.Errorf("it estimates %v, want %v", got, want)
	}
}
