package odds

import (
	"encoding/json"
	"slices"
	"testing"

	"familiar/messages"
)

// TestATableIsKeptAsItsRoom: whoever looks at it is the configuration's to say.
func TestATableIsKeptAsItsRoom(t *testing.T) {
	type kept struct {
		Talk Table `json:"talk,omitzero"`
	}
	var table Table
	table.Use(true)
	if text, err := json.Marshal(&kept{table}); err != nil || string(text) != "{}" {
		t.Errorf("a table that has heard nothing is kept as %s: %v", text, err)
	}
	heard(&table.Room, messages.Author{ID: "ana", Name: "Ana"}, "us?", []messages.PersonID{"us"}, 7)
	whole, err := json.Marshal(&kept{table})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := json.Marshal(struct {
		Talk *Room `json:"talk"`
	}{&table.Room})
	if err != nil || string(whole) != string(alone) {
		t.Errorf("it is kept as %s, its room as %s: %v", whole, alone, err)
	}
	var again kept
	if err := json.Unmarshal(whole, &again); err != nil || again.Talk.No != 1 || again.Talk.Looks() {
		t.Errorf("got %+v: %v", again.Talk, err)
	}
}

// TestATableNobodyLooksAt: it forgets.
func TestATableNobodyLooksAt(t *testing.T) {
	var table Table
	if table.Use(true); !table.Looks() {
		t.Error("nobody looks")
	}
	l := heard(&table.Room, messages.Author{ID: "ana"}, "well", []messages.PersonID{"night"}, 1)
	var first, second Seat
	first.Hear(&l, KeyOf("us"), 0, 1, nil)
	second.Hear(&l, KeyOf("night"), 0, 1, nil)
	if len(first.Talked) != 0 || len(second.Talked) != 1 {
		t.Errorf("a line for the second is remembered as %+v and %+v", first.Talked, second.Talked)
	}
	if table.Use(false); table.Looks() || !table.IsZero() {
		t.Errorf("nobody looks, and it remembers %+v", table.Room)
	}
}

func TestAims(t *testing.T) {
	for _, tt := range []struct {
		story    string
		mentions []messages.PersonID
		to       messages.PersonID
		others   []messages.PersonID
		want     []messages.PersonID
	}{
		{"nobody", nil, "", nil, nil},
		{"whom it replies to", nil, "a", nil, []messages.PersonID{"a"}},
		{"whom it mentions first", []messages.PersonID{"m"}, "a", []messages.PersonID{"o"}, []messages.PersonID{"m", "a", "o"}},
		{"no more than four", []messages.PersonID{"m", "n"}, "a", []messages.PersonID{"o", "p"}, []messages.PersonID{"m", "n", "a", "o"}},
		{"however many are mentioned", []messages.PersonID{"m", "n", "k", "l", "j"}, "a", []messages.PersonID{"o"}, []messages.PersonID{"m", "n", "k", "l"}},
	} {
		var aims Aims
		aims.AddLine(&messages.Line{Mentions: tt.mentions}, tt.to)
		if aims.Add(tt.others...); !slices.Equal(aims.List(), tt.want) {
			t.Errorf("%s: got %v, want %v", tt.story, aims.List(), tt.want)
		}
	}
	var aims Aims
	aims.AddLine(&messages.Line{}, "a")
	aims.AddNew("a")
	aims.AddNew("b")
	if got := aims.List(); !slices.Equal(got, []messages.PersonID{"a", "b"}) {
		t.Errorf("got %v", got)
	}
}
