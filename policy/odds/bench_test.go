package odds

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// full returns a room that is full of people who have talked with the seat.
func full() (*Room, *Seat, messages.Instant) {
	var room Room
	var seat Seat
	now := messages.Instant(1_000_000)
	self := author("nabi")
	for i := range Most - 1 {
		p := author(fmt.Sprintf("person%02d", i))
		now += 5000
		l := heard(&room, p, "how does this work here?", nil, now)
		told(&seat, &l, KeyOf(self.ID), messages.IsQuestion, i+1, nil)
		now += 5000
		l = heard(&room, self, "it works as it always did", []messages.PersonID{p.ID}, now)
		seat.Say(&l)
	}
	return &room, &seat, now
}

const usualLine = "so i have tried that with the newest kernel and it says the module is missing, person07 knows why?"

// BenchmarkEstimate is what each seat adds to a line: its facts and the odds.
func BenchmarkEstimate(b *testing.B) {
	room, seat, now := full()
	l := heard(room, author("person03"), usualLine, nil, now+5000)
	self := KeyOf("id-nabi")
	card := WordsOf("a gardener who loves kernels and small drivers")
	var sum float64
	b.ReportAllocs()
	for b.Loop() {
		f := told(seat, &l, self, messages.IsQuestion|messages.HasCredit, 12, &card)
		sum += Builtin().Of(&f).P
	}
	if sum == 0 {
		b.Error("no odds at all")
	}
}

// BenchmarkRoomShort is the same for a line as most are.
func BenchmarkRoomShort(b *testing.B) {
	room, _, now := full()
	p := author("person03")
	b.ReportAllocs()
	for b.Loop() {
		now += 5000
		heard(room, p, "and does it say where it is missing?", nil, now)
	}
}

// BenchmarkRoom is what a line costs once, however many seats there are.
func BenchmarkRoom(b *testing.B) {
	room, _, now := full()
	p := author("person03")
	b.ReportAllocs()
	for b.Loop() {
		now += 5000
		heard(room, p, usualLine, nil, now)
	}
}

const unspacedLine = "我用最新的内核试过了，它说找不到这个模块，有人知道为什么吗？"

// BenchmarkRoomUnspaced is the same for the usual line in Chinese.
func BenchmarkRoomUnspaced(b *testing.B) {
	room, _, now := full()
	p := author("person03")
	b.ReportAllocs()
	for b.Loop() {
		now += 5000
		heard(room, p, unspacedLine, nil, now)
	}
}

func TestALineAllocatesNothing(t *testing.T) {
	room, seat, now := full()
	p, self := author("person03"), KeyOf("id-nabi")
	got := testing.AllocsPerRun(100, func() {
		for _, line := range []string{usualLine, unspacedLine} {
			now += 5000
			l := heard(room, p, line, nil, now)
			f := told(seat, &l, self, messages.IsQuestion, 12, nil)
			Builtin().Of(&f)
		}
	})
	if got != 0 {
		t.Errorf("a line of somebody known allocates %v times, want 0", got)
	}
}
