package odds

import (
	"encoding/json"
	"testing"

	"familiar/messages"
)

// TestLateAsThen: whoever hears a line late has it as it was for whoever heard
// it then, whatever was said since.
func TestLateAsThen(t *testing.T) {
	ana, ben := messages.Author{ID: "ana", Name: "Ana"}, messages.Author{ID: "ben", Name: "Ben"}
	var r Room
	heard(&r, ana, "hi", nil, 1e9)
	heard(&r, ben, "hi ana", []messages.PersonID{"ana"}, 3e9)
	then := heard(&r, ana, "thanks", []messages.PersonID{"ben"}, 4e9)
	r.Keep(&then, 7)
	heard(&r, ben, "so", nil, 9e9)

	kept, err := json.Marshal(&r)
	if err != nil {
		t.Fatal(err)
	}
	r = Room{}
	if err := json.Unmarshal(kept, &r); err != nil {
		t.Fatal(err)
	}
	late, whole := r.Again(7, ana, "thanks", []messages.PersonID{"ben"}, 12e9)
	if !whole || late != then {
		t.Errorf("late it is %+v (%v), want %+v", late, whole, then)
	}
	if _, whole := r.Again(6, ana, "thanks", nil, 12e9); whole {
		t.Error("a line that nothing was kept of is known")
	}

	r.Forget("ben")
	if late, _ = r.Again(7, ana, "thanks", nil, 12e9); late.Speaker != 0 || late.Before.By != 0 {
		t.Errorf("forgotten, ben is in %+v", late)
	}
	r.Forget("ana")
	if r.Kept != nil {
		t.Errorf("what came before ana's line is kept: %+v", r.Kept)
	}
}

func TestFewAreKept(t *testing.T) {
	var r Room
	for of := range uint32(MostKept + 3) {
		l := heard(&r, messages.Author{ID: "ana"}, "hi", nil, messages.Instant(of+1)*1e9)
		r.Keep(&l, of+1)
	}
	if len(r.Kept) != MostKept || r.Kept[0].Of != 4 {
		t.Errorf("%d are kept from %d on, want the newest %d", len(r.Kept), r.Kept[0].Of, MostKept)
	}
	r.ForgetBefore(11e9)
	if len(r.Kept) != 1 {
		t.Errorf("%d are kept, want the one that is not too old", len(r.Kept))
	}
	r.DropOld(2*MostKept + 3)
	if len(r.Kept) != 1 {
		t.Errorf("%d are kept, want the one that few have followed", len(r.Kept))
	}
	r.DropOld(2*MostKept + 4)
	if r.Kept != nil {
		t.Errorf("%+v is kept of what many lines have followed", r.Kept)
	}
	r.Keep(&Line{}, MostKept+3)
	r.Drop(MostKept + 3)
	if r.Kept != nil {
		t.Errorf("%+v is kept of what all have heard", r.Kept)
	}
}
