package conversation

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// TestRehearse compares a rehearsal with the turn of a channel's first line.
func TestRehearse(t *testing.T) {
	for _, tt := range []struct {
		preset string
		keys   []string
		who    messages.FamiliarID
	}{
		{"ladder", []string{"quick"}, "Aria"},
		{"social", []string{"quick", "nojudge"}, "Aria"},
		{"ladder", []string{"two", "quick"}, "Vesper"},
		{"ladder", []string{"two", "quick", "shadow"}, "Vesper"},
		{"assigned", []string{"two", "quick", "turn-based"}, "Aria"},
	} {
		t.Run(tt.preset+" "+strings.Join(tt.keys, " "), func(t *testing.T) {
			c := testConfig(t, tt.preset, tt.keys...)
			self := c.Seats[slices.IndexFunc(c.Seats, func(s SeatConfig) bool { return s.Familiar == tt.who })].Self
			p := &stepper{t: t, s: New(scriptChannel, c)}
			p.step(messages.Heard{Line: &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "a moth?", Mentions: []messages.PersonID{self}}})
			at := slices.IndexFunc(p.out, func(e Effect) bool { o, is := e.(messages.Compose); return is && o.Familiar == tt.who })
			if at < 0 {
				t.Fatalf("no turn of %s: %v", tt.who, p.out)
			}
			want := p.out[at].(messages.Compose)
			want.N, want.Deadline, want.Meta = 0, 0, messages.Meta{}
			got, is := Rehearse(scriptChannel, c, tt.who, want.Addressed[0])
			if !is || !reflect.DeepEqual(got, want) {
				t.Errorf("got %v\n%+v\nwant\n%+v", is, got, want)
			}
		})
	}
}

// TestRehearseAssigned: a rehearsal is a familiar's own turn, whoever else the room is
// assigned to.
func TestRehearseAssigned(t *testing.T) {
	c := testConfig(t, "assigned", "two", "single")
	order, is := Rehearse(scriptChannel, c, "Vesper", messages.Quoted{Text: "a moth?"})
	if !is || slices.Contains(order.Without, messages.ToolReact) {
		t.Errorf("got %v %+v, want an order with every tool but the history", is, order)
	}
	if _, is := Rehearse(scriptChannel, c, "Nobody", messages.Quoted{}); is {
		t.Error("who has no seat is given a turn")
	}
}
