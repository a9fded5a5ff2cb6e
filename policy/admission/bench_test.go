package admission

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// BenchmarkLine is what every line pays: who said it, whether it is a claim,
// a command, and whether the seat keeps from it.
func BenchmarkLine(b *testing.B) {
	c := config(b, map[string][]string{"trusted": {"discord:9/c1 author:ana"}})
	var granted []Grant
	for i := range 20 {
		granted = append(granted, Grant{Role: Owner, Rule: rule(b, fmt.Sprintf("discord:* author:o%d", i))})
	}
	var claims Claims
	if err := claims.Open(1, NewCode([5]byte{7}), Owner, Rule{}, &c); err != nil {
		b.Fatal(err)
	}
	var s State
	s.LeaveAlone("zoe")
	ears := two()
	for _, bb := range []struct{ what, text string }{
		{"talk", "has anybody seen the new build? it claims to be faster than before"},
		{"mention", "<@U1> what do you think of it?"},
		{"mention_of_another", "@bob what do you think of it?"},
		{"command", "/quiet 30m"},
	} {
		b.Run(bb.what, func(b *testing.B) {
			d := NewDoor(&c, "discord/9/c1", true, granted)
			l := &messages.Line{Channel: "discord/9/c1", Author: messages.Author{ID: "ana"}, Text: bb.text}
			b.ReportAllocs()
			for b.Loop() {
				if !d.Admits(l) || claims.look(2, l) != NoClaim || s.keeps(2, l.Author.ID, false) != Free {
					b.Fatal("ana is kept out")
				}
				if _, ok := c.Read(l, ears); ok != (bb.what == "command") {
					b.Fatal("taken for a command, or not")
				}
			}
		})
	}
}

// TestTalkCostsNothing: no allocation on the way of an ordinary line.
func TestTalkCostsNothing(t *testing.T) {
	c := config(t, map[string][]string{"trusted": {"discord:9/c1 author:ana"}})
	d := NewDoor(&c, "discord/9/c1", true, nil)
	claims := Claims{Pending: Pending{Sum: Sum("x"), Until: 1 << 50}}
	s := State{Alone: []messages.PersonID{"zoe"}}
	ears := two()
	l := &messages.Line{Author: messages.Author{ID: "ana"}, Text: "Has anybody seen it? It claims to be new."}
	if n := testing.AllocsPerRun(100, func() {
		d.Admits(l)
		claims.look(1, l)
		s.keeps(1, l.Author.ID, false)
		c.Read(l, ears)
	}); n != 0 {
		t.Errorf("a line costs %v allocations, want none", n)
	}
}

func BenchmarkNewDoor(b *testing.B) {
	c := config(b, map[string][]string{"trusted": {"discord:9/c1 author:ana", "discord:9/c2 author:bo"}, "helper": {"discord:9"}})
	b.ReportAllocs()
	for b.Loop() {
		NewDoor(&c, "discord/9/c1", true, nil)
	}
}
