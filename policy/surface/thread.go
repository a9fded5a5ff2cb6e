package surface

// Threads says when a reply on a surface that has threads for long replies
// opens one.
type Threads string

// The ways of opening threads.
const (
	Mention Threads = "mention" // a reply to a mention, and any that doesn't fit
	Long    Threads = "long"    // only one that doesn't fit
	Stay    Threads = "stay"    // none: the reply stays where the line was
)

// A Reply is what is about to be posted.
type Reply struct {
	Text      string // of the turn's longest part
	Answers   bool   // it answers a line, off which a thread can hang
	Mentioned bool   // and that line mentions us
	Timed     bool   // a clock ordered it, not a line
}

// OpensThread reports whether the reply goes to a thread off the line it
// answers.
func (c *Config) OpensThread(s Surface, r Reply) bool {
	if !s.Hard() || c.Threads == Stay || !r.Answers || r.Timed {
		return false
	}
	return c.Threads == Mention && r.Mentioned || !c.Fits(s, r.Text)
}
