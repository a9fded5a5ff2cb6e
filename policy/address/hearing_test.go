package address

import (
	"testing"

	"familiar/messages"
)

// TestWhoHears: a seat hears what its account does.
func TestWhoHears(t *testing.T) {
	p := newPlace(t)
	for _, tt := range []struct {
		account     messages.AccountID
		hears, deaf uint32
	}{
		{"", aria | vesper | nox, 0},
		{"house", aria | vesper, nox},
		{"nox", nox, aria | vesper},
		{"somebody's", 0, aria | vesper | nox},
	} {
		if hears, deaf := p.book.Hears(tt.account), p.book.Deaf(tt.account); hears != tt.hears || deaf != tt.deaf {
			t.Errorf("what %q hears %03b hear and %03b don't, want %03b and %03b", tt.account, hears, deaf, tt.hears, tt.deaf)
		}
	}
}

// TestWhoIsAway: whose account has no copy of the newest line. Before the first
// one nobody is known to be here.
func TestWhoIsAway(t *testing.T) {
	p := newPlace(t)
	if got := p.book.Away(&p.lines); got != aria|vesper|nox {
		t.Errorf("before the first line %03b are away", got)
	}
	if p.book.IsElsewhere(0, &p.lines) {
		t.Error("before the first line somebody is elsewhere")
	}
	p.say("1", "ana", 0, nox)
	if got := p.book.Away(&p.lines); got != nox || !p.book.IsElsewhere(2, &p.lines) || p.book.IsElsewhere(0, &p.lines) {
		t.Errorf("%03b are away, want Nox", got)
	}
	if got := p.book.DeafToOwn(2, "nox", &p.lines); got != 0 {
		t.Errorf("%03b don't hear what Nox says, of those here", got)
	}
	if got := p.book.DeafToOwn(0, "house", &p.lines); got != nox {
		t.Errorf("%03b don't hear what Aria says, want Nox, who wasn't here", got)
	}
	if got := p.book.Unheard(&messages.Line{Account: "house"}, &p.lines); got != nox {
		t.Errorf("%03b don't hear a line of the house's, want Nox", got)
	}
	e := p.say("2", "ana", 0, nox)
	if got := hearers(e, 1, &p.lines) & nox; got != 0 {
		t.Error("Nox is here by two lines it hasn't heard")
	}
	p.lines.MarkHeard(p.lines.At(1), nox)
	if got := hearers(e, 1, &p.lines) & nox; got == 0 {
		t.Error("Nox has heard the line before, and isn't here")
	}
}

// TestALiveOnesLineInShadow: whoever is in shadow hears what a live one says as
// our accounts do, though it comes by another's account.
func TestALiveOnesLineInShadow(t *testing.T) {
	p := newPlace(t)
	p.config.Seats[2].Policy.Mode = "shadow"
	_, shadow := p.config.Split()
	p.book.Use(shadow)
	p.say("1", "ana", 0, 0)
	for author, want := range map[messages.PersonID]uint32{p.self(0): 0, "ana": 1} {
		if got := p.book.Unheard(&messages.Line{Account: "house", Author: messages.Author{ID: author}}, &p.lines); got != want {
			t.Errorf("a line of %q is unheard by %b, want %b", author, got, want)
		}
	}
}

// TestWhoAnswersForAll: the first listed of those whose account heard it.
func TestWhoAnswersForAll(t *testing.T) {
	p := newPlace(t)
	for account, want := range map[messages.AccountID]int{"house": 1, "nox": 2, "somebody's": 0} {
		if got := p.book.Host(&messages.Line{Account: account}); got != want {
			t.Errorf("seat %d answers for what %s heard, want %d", got, account, want)
		}
	}
}

func TestWhatAnAccountHasHeard(t *testing.T) {
	p := newPlace(t)
	p.say("1", "ana", 0, nox)
	p.say("2", p.self(0), 1, nox)
	if p.book.IsHere("nox", &p.lines) || !p.book.IsHere("house", &p.lines) {
		t.Error("who has heard anything isn't told")
	}
	p.say("3", "bob", 0, 0)
	any := func(messages.LineID) bool { return true }
	if id, _ := p.book.Newest("house", &p.lines, func(id messages.LineID) bool { return id != "3" }); id != "1" {
		t.Errorf("the newest line but the last is %q, want what others said", id)
	}
	if id, _ := p.book.Newest("nox", &p.lines, any); id != "3" {
		t.Errorf("the newest line of Nox's is %q", id)
	}
	var ids []messages.LineID
	for _, q := range p.book.Others("nox", &p.lines) {
		ids = append(ids, q.ID)
	}
	if len(ids) != 1 || ids[0] != "3" {
		t.Errorf("Nox has heard %v", ids)
	}
	e := p.lines.Find("3") // and then it was edited out of its hearing
	p.lines.MarkDecided(e, nox)
	p.lines.MarkUnheard(e, nox)
	if said := p.book.Others("nox", &p.lines); len(said) != 1 || said[0].Text != "" {
		t.Errorf("of a line that was edited out of its hearing Nox knows %+v", said)
	}
}
