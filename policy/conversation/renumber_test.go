package conversation

import (
	"testing"

	"familiar/messages"
)

func TestRenumber(t *testing.T) {
	for _, tt := range []struct {
		what         string
		least        uint64
		number, turn uint64 // wanted; before it the turn has 1 of 2 numbers
		next         uint64
	}{
		{"the numbers move on, and what is open with them", 1000, 1001, 1000, 1002},
		{"a state that is further stays as it is", 3, 2, 1, 3},
		{"nothing was used before", 0, 2, 1, 3},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := newStepper(t, "quick")
			p.hear("1", "ana", "hi")
			p.step(messages.Deleted{ID: "unknown"})
			p.s.Renumber(tt.least)
			if uint64(p.s.Number) != tt.number || p.s.Turn.N != tt.turn || p.s.Erasing[0].N != tt.number {
				t.Fatalf("at %d the turn has %d and the erasure %d, want %d, %d and %d",
					p.s.Number, p.s.Turn.N, p.s.Erasing[0].N, tt.number, tt.turn, tt.number)
			}
			for _, order := range p.s.Pending() {
				if o, ok := order.(messages.Compose); ok && (o.N != tt.turn || !p.s.Open(o.N)) {
					t.Errorf("pending is turn %d, want %d", o.N, tt.turn)
				}
			}
			if got := p.s.Number.Next(); got != tt.next {
				t.Errorf("the next number is %d, want %d", got, tt.next)
			}
		})
	}
}
