package memory

import (
	"fmt"
	"reflect"
	"testing"

	"familiar/internal/compact"
	"familiar/messages"
)

// TestSharing: a line is said by an agreement from the first that says so until one that
// says something else; people are bounded, and it is read as it was written.
func TestSharing(t *testing.T) {
	s := &Sharing{}
	wants := func(story string, line, want uint32) {
		t.Helper()
		if got := s.By("ana", line); got != want {
			t.Errorf("%s: line %d is said by %d, want %d", story, line, got, want)
		}
	}
	s.hear("ana", 7, 3)
	s.hear("bob", 8, 4)
	s.hear("ana", 7, 5)
	wants("before", 2, 0)
	wants("since", 3, 7)
	wants("and on", 5, 7)
	s.Interrupt("ana", 7, 6)
	wants("told of again as it was", 5, 7)
	s.Interrupt("ana", 0, 6)
	wants("told of otherwise", 5, 0)
	wants("after that", 6, 7)
	s.hear("ana", 9, 8)
	wants("of the one before", 7, 0)
	wants("of another", 8, 9)
	c := compact.Writer(nil)
	s.Fields(&c)
	b, err := c.Written()
	if err != nil {
		t.Fatal(err)
	}
	read, r := &Sharing{}, compact.Reader(b)
	if read.Fields(&r); r.Read() != nil || !reflect.DeepEqual(read, s) {
		t.Errorf("read as %+v, %v; want %+v", read, r.Read(), s)
	}
	s.hear("ana", 0, 9)
	wants("by none", 9, 0)
	if s.Forget("bob"); !s.IsZero() {
		t.Errorf("of nobody it has %+v", s)
	}
	for k := range uint32(2 * mostAgreements) {
		s.hear(messages.PersonID(fmt.Sprint(k)), k+1, k+1)
	}
	if len(s.Agreements) != mostAgreements {
		t.Errorf("%d agreements, want %d", len(s.Agreements), mostAgreements)
	}
	(*Sharing)(nil).Forget("ana")
}

// TestGatherAgreed: alone with somebody anything is told, in front of others what everybody
// can read where it was said; each once, and at most so many.
func TestGatherAgreed(t *testing.T) {
	lent := func(a messages.Audience) []Lent {
		return []Lent{{Place{"discord/1/a", a}, []messages.Memory{{ID: 3, Why: messages.ForAgreed}}}}
	}
	for _, tt := range []struct {
		story string
		to    messages.ChannelID
		alone bool
		from  messages.Audience
		want  int
	}{
		{"alone, of a place that nobody knows", "telegram//4711", true, messages.AudienceUnknown, 1},
		{"among others, of the same", "telegram//room", false, messages.AudienceUnknown, 0},
		{"among others, of one that some read", "telegram//room", false, messages.AudienceSome, 0},
		{"among others, of an open one", "telegram//room", false, messages.AudienceAll, 1},
		{"to itself", "discord/1/a", true, messages.AudienceAll, 0},
	} {
		if got := GatherAgreed(tt.to, tt.alone, lent(tt.from)); len(got) != tt.want {
			t.Errorf("%s: got %+v, want %d", tt.story, got, tt.want)
		}
	}
	all := GatherAgreed("telegram//4711", true, lent(messages.AudienceAll))
	if got := Together(all, all); len(got) != 1 {
		t.Errorf("what is lent twice is %+v", got)
	}
	if got := Veiled(all); got[0].From != "discord" || all[0].From != "discord/1/a" {
		t.Errorf("it is noted as of %q, and compared as of %q", got[0].From, all[0].From)
	}
	many := make([]messages.Memory, 9)
	for k := range many {
		many[k].ID = messages.MemoryID(k + 1)
	}
	if got := Together(all, many); len(got) != MaxLent {
		t.Errorf("got %d, want %d", len(got), MaxLent)
	}
}
