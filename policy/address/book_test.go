package address

import (
	"encoding/json"
	"testing"

	"familiar/messages"
)

func TestWhoSpeaks(t *testing.T) {
	p := newPlace(t)
	for id, want := range map[messages.PersonID]int{"": -1, "ana": -1, "us": 0, p.self(0): 0, p.self(1): 1, "night": 2} {
		if got := p.book.Speaker(id); got != want {
			t.Errorf("%q speaks for seat %d, want %d", id, got, want)
		}
	}
	if !p.book.IsShared("us") || p.book.IsShared("night") || p.book.IsShared(p.self(1)) || p.book.IsShared("ana") {
		t.Error("which account is shared isn't told")
	}
}

// TestWhatWasSaidIsKept: as a list, as it always was, along with its seats, and
// only while some seat shares its account.
func TestWhatWasSaidIsKept(t *testing.T) {
	type kept struct {
		Book Book `json:"owned,omitzero"`
	}
	p := newPlace(t)
	if text, err := json.Marshal(kept{p.book}); err != nil || string(text) != "{}" {
		t.Errorf("a book in which nobody has said anything is kept as %s: %v", text, err)
	}
	p.book.Remember(1, "hers")
	p.book.Remember(2, "nox's own")
	text, err := json.Marshal(kept{p.book})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Owned []uint64 `json:"owned"`
	}
	if err := json.Unmarshal(text, &list); err != nil || len(list.Owned) != 1 {
		t.Errorf("it is kept as %s, want a list of the one line whose seat isn't known by its account: %v", text, err)
	}
	var again kept
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	again.Book.Use(p.config)
	if got := again.Book.owner("hers", "us", &p.lines); got != p.self(1) {
		t.Errorf("after a restart the line is %q's, want %q's", got, p.self(1))
	}
	again.Book.Reseat([]int{1, 0, 2})
	if got := again.Book.owner("hers", "us", &p.lines); got != p.self(0) {
		t.Errorf("when the seats have moved the line is %q's, want that of the seat it went along with", got)
	}
	alone := *p.config
	alone.Seats = alone.Seats[2:]
	if again.Book.Use(&alone); !again.Book.IsZero() {
		t.Error("where nobody shares an account something is remembered")
	}
}
