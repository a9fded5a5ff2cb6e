package messages

import (
	"reflect"
	"strings"
	"testing"
)

// everyFact has each kind, filled in, as journals have had it from the first.
var everyFact = []struct {
	fact    Fact
	written string
}{
	{Replied{"aria", "u1"}, `{"from":"web//a","what":"reply aria","person":"u1"}`},
	{ThreadHere{"m1"}, `{"from":"web//a","what":"here","text":"m1"}`},
	{
		RoomHolds{3, &RoomFacts{Quiet: []Hush{{"aria", 7}}, Alone: []PersonID{"u1"}, Mode: "direct", Members: []FamiliarID{"bo"}}},
		`{"from":"web//a","what":"facts","n":3,"text":"{\"quiet\":[{\"familiar\":\"aria\",\"until\":7}],\"alone\":[\"u1\"],\"mode\":\"direct\",\"members\":[\"bo\"]}"}`,
	},
	{ThreadKnows{3}, `{"from":"web//a","what":"knows","n":3}`},
	{RoomLeaves{}, `{"from":"web//a","what":"leave"}`},
	{ThreadLeft{}, `{"from":"web//a","what":"left"}`},
	{RootGone{"m1"}, `{"from":"web//a","what":"gone","text":"m1"}`},
	{RootWent{"m1"}, `{"from":"web//a","what":"went","text":"m1"}`},
	{ForkBegun{4, "aria", "in 1921", "the year"}, `{"from":"web//a","what":"fork aria","n":4,"text":"in 1921","why":"the year"}`},
	{ForkFixed{4, "aria", "in 1912"}, `{"from":"web//a","what":"fixed aria","n":4,"text":"in 1912"}`},
	{ForkUnfixed{4, "aria", "it was right"}, `{"from":"web//a","what":"unfixed aria","n":4,"why":"it was right"}`},
	{ForkClosed{4, "aria"}, `{"from":"web//a","what":"close aria","n":4}`},
	{
		CodeSaid{"ABCD-EFGH", "u1", true, "m1", "aria"},
		`{"from":"web//a","what":"claim {\"code\":\"ABCD-EFGH\",\"person\":\"u1\",\"dm\":true,\"line\":\"m1\",\"familiar\":\"aria\"}"}`,
	},
	{
		RoleGiven{"m1", "aria", "owner", "web:* author:u1"},
		`{"from":"web//a","what":"claimed {\"line\":\"m1\",\"familiar\":\"aria\",\"role\":\"owner\",\"rule\":\"web:* author:u1\"}"}`,
	},
	{
		LinkSaid{4, Identity{"web", "u1", "Ana"}, "ABCD-EFGH", true, true, []byte{1}, "m1", "aria", ""},
		`{"from":"web//a","what":"link {\"n\":4,\"of\":{\"n\":\"web\",\"p\":\"u1\",\"as\":\"Ana\"},\"code\":\"ABCD-EFGH\",\"ends\":true,\"public\":true,\"random\":\"AQ==\",\"line\":\"m1\",\"familiar\":\"aria\"}"}`,
	},
	{
		LinkSaid{N: 5, Of: Identity{"web", "u1", "Ana"}, Line: "m2", Familiar: "aria", Share: ShareOn},
		`{"from":"web//a","what":"link {\"n\":5,\"of\":{\"n\":\"web\",\"p\":\"u1\",\"as\":\"Ana\"},\"line\":\"m2\",\"familiar\":\"aria\",\"share\":\"on\"}"}`,
	},
	{
		LinkAnswered{4, "m1", "aria", "joined", "ABCD-EFGH", 5, []Identity{{"irc", "u2", "ana"}}},
		`{"from":"web//a","what":"linked {\"n\":4,\"code\":\"ABCD-EFGH\",\"line\":\"m1\",\"familiar\":\"aria\",\"outcome\":\"joined\",\"for\":5,\"with\":[{\"n\":\"irc\",\"p\":\"u2\",\"as\":\"ana\"}]}"}`,
	},
	{MemoriesHeld{5, []HeldMemories{{"aria", []uint32{7, 9}}}}, `{"from":"web//a","what":"holds","n":5,"text":"[{\"f\":\"aria\",\"p\":[7,9]}]"}`},
	{MemoriesKnown{5}, `{"from":"web//a","what":"held","n":5}`},
	{UnknownFact{"sings well"}, `{"from":"web//a","what":"sings well"}`},
}

func TestEveryFact(t *testing.T) {
	for _, tt := range everyFact {
		want := `{"told":` + tt.written + `}`
		b, err := EncodeEvent(Told{"web//a", tt.fact})
		if err != nil || string(b) != want {
			t.Errorf("%T is written as %s, %v; want %s", tt.fact, b, err, want)
		}
		if got, err := DecodeEvent([]byte(want)); err != nil || !reflect.DeepEqual(got, Told{"web//a", tt.fact}) {
			t.Errorf("got %#v, %v; want %#v", got, err, tt.fact)
		}
	}
}

// TestBrokenFact: what can't be read is no fact this program knows.
// TestFactsNameWhomTheyAreAbout: each that names u1 is about them, so that it goes when
// they are forgotten, and about nobody else.
func TestFactsNameWhomTheyAreAbout(t *testing.T) {
	for _, tt := range everyFact {
		told, named := Told{"web//a", tt.fact}, strings.Contains(tt.written, "u1")
		if IsAbout(told, "u1") != named {
			t.Errorf("%T is about u1: %v, want %v", tt.fact, !named, named)
		}
		if IsAbout(told, "u3") {
			t.Errorf("%T is about somebody whom it doesn't name", tt.fact)
		}
	}
}

func TestBrokenFact(t *testing.T) {
	for _, written := range []string{`{"told":{"from":"a","what":"facts","text":"{\"quiet\":7}"}}`, `{"told":{"from":"a","what":"claim {"}}`, `{"told":{"from":"a"}}`} {
		got, err := DecodeEvent([]byte(written))
		if told, is := got.(Told); err != nil || !is || told.From != "a" {
			t.Errorf("got %#v, %v of %s", got, err, written)
		} else if _, unknown := told.Fact.(UnknownFact); !unknown {
			t.Errorf("got %#v of %s, want an unknown fact", told.Fact, written)
		}
	}
}
