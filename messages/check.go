package messages

// A Check is what a look at a reply before posting did to it. One that let it
// pass leaves none.
type Check struct {
	By  string   `json:"by"` // who looked: words, service or model
	Did CheckDid `json:"did"`
	Why string   `json:"why,omitempty"` // in its own words; "": it said nothing
}

// A CheckDid is what it did.
type CheckDid string

// What a check does.
const (
	CheckChanged CheckDid = "changed" // the reply is another
	CheckStopped CheckDid = "stopped" // nothing of it is posted
	CheckFailed  CheckDid = "failed"  // it could not say, and so nothing is posted
	CheckSkipped CheckDid = "skipped" // it could not say, and the reply passes all the same
)

// Stops reports whether nothing of the reply is posted for it.
func (c *Check) Stops() bool { return c.Did == CheckStopped || c.Did == CheckFailed }

// Stopped returns the check that stopped the reply; nil: none did.
func (c *Composed) Stopped() *Check {
	for i := range c.Checks {
		if c.Checks[i].Stops() {
			return &c.Checks[i]
		}
	}
	return nil
}
