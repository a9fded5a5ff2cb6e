package memory

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"familiar/internal/compact"
	"familiar/messages"
)

// TestLend: what is lent is about those who are answered and of an open window, at most
// [MaxLent], the newest first, and nothing of it once a line of the window was told to fewer.
func TestLend(t *testing.T) {
	s := &State{}
	learn := func(line messages.LineID, about messages.PersonID, text string, at messages.Instant, open bool) {
		from := []Source{{Line: line, By: "bob", At: at}}
		w := WindowOf(from)
		w.Open = open
		s.Take(w, []Item{{Memory: Memory{Text: text, About: about, From: from, At: at, Sure: 90}}}, 50)
	}
	learn("1", "ana", "Ana keeps bees", 1, true)
	learn("2", "ana", "Ana has a secret", 2, false)
	learn("3", "bob", "Bob is a sailor", 3, true)
	learn("4", "", "It rains", 4, true)
	for k := range MaxLent {
		learn(messages.LineID(fmt.Sprint(5+k)), "ana", fmt.Sprintf("Ana has %d dogs", k), messages.Instant(5+k), true)
	}
	texts := func(people ...messages.PersonID) (all []string) {
		for _, m := range s.Lend(people) {
			all = append(all, m.Text)
		}
		return all
	}
	if got, want := texts("ana"), []string{"Ana has 3 dogs", "Ana has 2 dogs", "Ana has 1 dogs", "Ana has 0 dogs"}; !slices.Equal(got, want) {
		t.Errorf("of Ana: got %q, want %q", got, want)
	}
	if got := texts("cy", ""); got != nil {
		t.Errorf("of nobody whom it knows: got %q", got)
	}
	if got, want := s.Tells(ToWorkspace, "aria", nil), 2; len(got) != 1 || len(got[0].People) != want {
		t.Errorf("it tells of %+v, want %d people", got, want)
	}
	before := s.LentSum(ToWorkspace, "aria", 0)
	if s.Close("3"); texts("bob") != nil || s.LentSum(ToWorkspace, "aria", 0) == before {
		t.Error("of a line that was told to fewer something is lent, or the directory isn't told")
	}
}

// TestGather: what was learned in one channel is told in another only where it must be
// safe, whatever else is.
func TestGather(t *testing.T) {
	all, some, unknown := messages.AudienceAll, messages.AudienceSome, messages.AudienceUnknown
	for _, tt := range []struct {
		story    string
		from, to Place
		want     bool
	}{
		{"from an open channel to another", Place{"discord/1/a", all}, Place{"discord/1/b", all}, true},
		{"to one that only some read", Place{"discord/1/a", all}, Place{"discord/1/b", some}, true},
		{"to one of which nobody knows", Place{"discord/1/a", all}, Place{"discord/1/b", unknown}, false},
		{"from one that only some read", Place{"discord/1/a", some}, Place{"discord/1/b", all}, false},
		{"from one of which nobody knows", Place{"discord/1/a", unknown}, Place{"discord/1/b", all}, false},
		{"to another workspace", Place{"discord/1/a", all}, Place{"discord/2/b", all}, false},
		{"to another network", Place{"discord/1/a", all}, Place{"slack/1/b", all}, false},
		{"to a thread of it", Place{"discord/1/a", all}, Place{"discord/1/a/t", all}, true},
		{"to itself", Place{"discord/1/a", all}, Place{"discord/1/a", all}, false},
	} {
		got := Gather(tt.to, []Lent{{tt.from, []messages.Memory{{ID: 3, Text: "x"}}}})
		if (len(got) == 1) != tt.want || tt.want && got[0].From != tt.from.Channel {
			t.Errorf("%s: got %+v", tt.story, got)
		}
		if Still(got, nil) == tt.want {
			t.Errorf("%s: what can't be told any more still can", tt.story)
		}
	}
	many := Gather(Place{"discord/1/b", all}, []Lent{{Place{"discord/1/a", all}, make([]messages.Memory, 9)}})
	if len(many) != MaxLent {
		t.Errorf("got %d, want %d", len(many), MaxLent)
	}
}

// TestDirectory: the newest word of a channel counts, whatever comes late; the one heard of
// longest ago goes first; and it is read as it was written.
func TestDirectory(t *testing.T) {
	d := &Directory{}
	holds := func(n uint64, people ...messages.PersonID) messages.MemoriesHeld {
		var tokens []uint32
		for _, p := range people {
			tokens = append(tokens, token(p))
		}
		return messages.MemoriesHeld{Version: n, Held: []messages.HeldMemories{{Familiar: "aria", People: tokens}}}
	}
	d.take("a", holds(1, "ana"))
	d.take("b", holds(1, "ana", "bob"))
	d.take("a", holds(3, "cy"))
	d.take("a", holds(2, "ana"))
	find := func(who messages.FamiliarID, people ...messages.PersonID) []messages.ChannelID {
		return d.Find(messages.Reach{Familiar: who, People: people})
	}
	if got, want := find("aria", "ana"), []messages.ChannelID{"b"}; !slices.Equal(got, want) {
		t.Errorf("of Ana: got %v, want %v", got, want)
	}
	if got, want := find("aria", "bob", "cy"), []messages.ChannelID{"a", "b"}; !slices.Equal(got, want) {
		t.Errorf("of two: got %v, want %v", got, want)
	}
	if got := find("vesper", "bob"); got != nil {
		t.Errorf("of another familiar: got %v", got)
	}
	c := compact.Writer(nil)
	d.Fields(&c)
	b, err := c.Written()
	if err != nil {
		t.Fatal(err)
	}
	read, r := &Directory{}, compact.Reader(b)
	if read.Fields(&r); r.Read() != nil || !reflect.DeepEqual(read, d) {
		t.Errorf("read as %+v, %v; want %+v", read, r.Read(), d)
	}
	for k := range MaxChannels {
		d.take(messages.ChannelID(fmt.Sprint("c", k)), holds(1, "dee"))
	}
	if len(d.Channels) != MaxChannels || find("aria", "bob") != nil || len(find("aria", "dee")) != MaxFound {
		t.Errorf("%d channels, %v have Bob, %d Dee", len(d.Channels), find("aria", "bob"), len(find("aria", "dee")))
	}
	if (*Directory)(nil).Find(messages.Reach{Familiar: "aria"}) != nil {
		t.Error("where there is no directory something is found")
	}
}
