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
