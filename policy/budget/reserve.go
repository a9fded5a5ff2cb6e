package budget

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// openMost is how many reservations there can be; beyond it the oldest is given
// up. It is far above the number of calls that run at the same time.
const openMost = 4096

// amountMost bounds one estimate, so that all of them together are within what
// Money holds.
const amountMost = 1_000_000 * Dollar

// A Reservation is the estimate of a call in flight.
type Reservation struct {
	N        uint64              `json:"n"`
	Until    messages.Instant    `json:"u"` // then it is given up
	Channel  messages.ChannelID  `json:"c,omitempty"`
	Familiar messages.FamiliarID `json:"f,omitempty"`
	Amount   Money               `json:"m,omitempty"`
}

// Reserve holds back what a call is expected to cost until it is paid by
// [Ledger.Spend], given up by [Ledger.Release], or c.InFlight is over. It gives
// the reservation's number, never 0, and appends the changes of pressure to
// out. Whether the call may be made, [Ledger.Pressure] says beforehand.
func (l *Ledger) Reserve(now messages.Instant, call Call, estimate Usage, c *Config, out []Change) (uint64, []Change) {
	out = l.advance(now, c, out)
	if len(l.Open) == openMost {
		out = l.giveUp(0, c, out)
	}
	amount, _ := c.cost(call.Model, estimate)
	amount = min(amount, amountMost)
	l.Number++
	r := Reservation{l.Number, l.Now.Add(c.InFlight), call.Channel, call.Familiar, amount}
	l.Open = append(l.Open, r)
	l.adjustHeld(r, amount)
	return r.N, l.trim(c, l.review(r.Channel, r.Familiar, c, out))
}

// Release returns a reservation up, of a call that cost nothing. One that is
// settled already changes nothing. It appends the changes of pressure to out.
func (l *Ledger) Release(now messages.Instant, reserved uint64, c *Config, out []Change) []Change {
	out = l.advance(now, c, out)
	if i := l.place(reserved); i >= 0 {
		out = l.giveUp(i, c, out)
	}
	return out
}

// giveUp releases the i-th reservation.
func (l *Ledger) giveUp(i int, c *Config, out []Change) []Change {
	r := l.takeOut(i)
	l.adjustHeld(r, -r.Amount)
	return l.review(r.Channel, r.Familiar, c, out)
}

// takeReservation takes a reservation out, if it is still there.
func (l *Ledger) takeReservation(n uint64) (Reservation, bool) {
	i := l.place(n)
	if i < 0 {
		return Reservation{}, false
	}
	return l.takeOut(i), true
}

// takeOut takes the i-th reservation out, which is mostly one of the oldest: then those
// before it are moved, and not all that came since.
func (l *Ledger) takeOut(i int) Reservation {
	r := l.Open[i]
	if i >= len(l.Open)/2 {
		l.Open = slices.Delete(l.Open, i, i+1)
		return r
	}
	copy(l.Open[1:i+1], l.Open[:i])
	l.Open[0] = Reservation{}
	l.Open = l.Open[1:]
	return r
}

// place finds a reservation; -1: there is none.
func (l *Ledger) place(n uint64) int {
	i, found := slices.BinarySearchFunc(l.Open, n, func(r Reservation, n uint64) int { return cmp.Compare(r.N, n) })
	if !found {
		return -1
	}
	return i
}

// adjustHeld adds to what is held back for the channel and familiar of r;
// amount is negative to give it back.
func (l *Ledger) adjustHeld(r Reservation, amount Money) {
	for _, t := range l.tallies(r.Channel, r.Familiar) {
		t.Held += amount
	}
}
