package floor

import "familiar/messages"

// A Bid is what a sibling's claim to the floor is worth at one instant.
type Bid struct {
	Familiar messages.FamiliarID
	Odds     float64 // in [0,1]: how much it is expected to speak
	Listens  bool    // lines wait for its thought, and nothing keeps it from thinking now
}

// Choose returns the seat that is to take the floor when the moment of by has
// come: by itself, unless a sibling that listens, and may take the floor now,
// has higher odds. Of equal siblings it is the first; none beats by with equal
// odds. by need not be among the bids, its odds are 0 then. It returns by, too,
// when by may not take the floor itself.
func (s *State) Choose(now messages.Instant, by messages.FamiliarID, bids []Bid, c Config) messages.FamiliarID {
	if !c.On || s.FreeFor(now, by, c) > now {
		return by
	}
	best, odds := by, 0.0
	for i := range bids {
		if bids[i].Familiar == by {
			odds = bids[i].Odds
		}
	}
	for i := range bids {
		b := &bids[i]
		if b.Listens && b.Odds > odds && s.FreeFor(now, b.Familiar, c) <= now {
			best, odds = b.Familiar, b.Odds
		}
	}
	return best
}
