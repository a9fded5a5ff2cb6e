package admission

import (
	"encoding/json"
	"testing"
	"time"

	"familiar/messages"
)

const lobby messages.ChannelID = "web//lobby"

// TestEntrance: a code opened where roles are held is seen elsewhere, used there
// once, and its role holds at once where it was said.
func TestEntrance(t *testing.T) {
	c := Default()
	var roles, here Entrance
	roles.Use(messages.Roles, Setting{Config: &c})
	here.Use(lobby, Setting{Config: &c, Listed: true})
	if !roles.Holds() || here.Holds() {
		t.Fatal("roles are held elsewhere")
	}
	code, other := NewCode([5]byte{1}), NewCode([5]byte{2})
	if err := roles.OpenClaim(100, messages.ClaimOpened{Sum: Sum(code), Role: "nobody"}); err == nil {
		t.Error("somebody may be what nobody is")
	}
	if err := roles.OpenClaim(100, messages.ClaimOpened{Sum: Sum(code), Role: string(Owner), Scope: "what?"}); err == nil {
		t.Error("a scope that is none is taken")
	}
	if out := roles.ShareAgain(nil); len(out) != 0 {
		t.Errorf("with nothing to share got %v", out)
	}
	if err := roles.OpenClaim(100, messages.ClaimOpened{Sum: Sum(code), Role: string(Owner)}); err != nil || len(roles.ShareAgain(nil)) != 1 {
		t.Fatalf("%v; shared is %v", err, roles.ShareAgain(nil))
	}
	line := func(text string) *messages.Line {
		return &messages.Line{ID: "1", Channel: lobby, Author: messages.Author{ID: "ana"}, Text: text}
	}
	if outcome, _ := here.LookFor(200, line(code)); outcome != NoClaim {
		t.Errorf("before it was told of the claim it is %q", outcome)
	}
	here.Use(lobby, Setting{Config: &c, Listed: true, Shared: roles.Clone()})
	for _, tt := range []struct {
		text    string
		outcome Outcome
		code    string
	}{{"hello", NoClaim, ""}, {other, WrongOne, other}, {code, Fits, code}} {
		if outcome, code := here.LookFor(200, line(tt.text)); outcome != tt.outcome || code != tt.code {
			t.Errorf("%s: got %q and %q", tt.text, outcome, code)
		}
	}
	said := messages.CodeSaid{Code: code, Person: "ana", Line: "1"}
	outcome, given, news := roles.TakeCode(300, lobby, said)
	if outcome != Fits || given.Role != Owner || !news {
		t.Fatalf("got %q, %+v, news %v", outcome, given, news)
	}
	if again, _, news := roles.TakeCode(300, lobby, said); again != NoClaim || news {
		t.Errorf("the same again is %q, news %v", again, news)
	}
	word := messages.RoleGiven{Role: string(given.Role), Where: given.Rule.String()}
	if here.LetIn(300, lobby, lobby, word) || roles.LetIn(300, messages.Roles, messages.Roles, word) || !here.LetIn(300, lobby, messages.Roles, word) {
		t.Error("a role is given by whoever holds none, or where they are held")
	}
	if role, _ := here.Role("ana", false); role != Owner {
		t.Errorf("ana is %q, want owner", role)
	}
	if o, ok := here.ReadOrder(line("/quiet 5m"), []Ear{Listen("a", "us", "Aria")}); !ok || o.For != 5*time.Minute {
		t.Errorf("read %+v, %v", o, ok)
	}
	if _, ok := here.ReadOrder(line("/reload"), []Ear{Listen("a", "us", "Aria")}); ok {
		t.Error("a channel carries out what the operator says elsewhere")
	}
}

// TestEntranceSaved: of an entrance the claims are encoded, if there are any.
func TestEntranceSaved(t *testing.T) {
	type channel struct {
		Admission Entrance `json:"claims,omitzero"`
	}
	c := Default()
	var ch channel
	ch.Admission.Use(messages.Roles, Setting{Config: &c})
	if b, err := json.Marshal(&ch); err != nil || string(b) != "{}" {
		t.Errorf("got %s, %v", b, err)
	}
	if err := ch.Admission.OpenClaim(100, messages.ClaimOpened{Sum: Sum(NewCode([5]byte{1})), Role: string(Owner)}); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(&ch)
	alone, err2 := json.Marshal(struct {
		Claims `json:"claims"`
	}{*ch.Admission.Claims})
	if err != nil || err2 != nil || string(b) != string(alone) {
		t.Errorf("got %s, want %s; %v, %v", b, alone, err, err2)
	}
	var again channel
	if err := json.Unmarshal(b, &again); err != nil || again.Admission.Pending.Role != Owner || again.Admission.IsZero() {
		t.Errorf("after saving it is %+v, %v", again.Admission.Claims, err)
	}
}
