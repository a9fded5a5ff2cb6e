package journal

import (
	"time"

	"familiar/messages"
)

// How far clocks may differ.
const (
	// ClockBehind is from which difference on an operator is told that a machine's clock is
	// behind the newest record, or behind what another process counts. Time services step a
	// clock by less, the clocks of machines that are kept together differ by less, and no
	// message between processes takes as long.
	ClockBehind = 5 * time.Second

	// ClocksApart is how much earlier than one before it a record or a note may be, where
	// several processes write, each by its own clock.
	ClocksApart = messages.Instant(10 * time.Minute / time.Millisecond)
)
