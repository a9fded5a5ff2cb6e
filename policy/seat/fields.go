package seat

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (o *Outage) Fields(c *compact.Codec) {
	if c.Open(1) {
		o.Deadline.Fields(c)
		c.Close()
	}
	if c.Open(2) {
		o.State.Fields(c)
		c.Close()
	}
	compact.Uint(c, 3, &o.Upto)
}

// Fields implements [compact.Value].
func (s *Seat) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Familiar)
	if c.Open(2) {
		s.Credit.Fields(c)
		c.Close()
	}
	if c.Open(3) {
		s.Mood.Fields(c)
		c.Close()
	}
	if c.Open(4) {
		s.Backlog.Fields(c)
		c.Close()
	}
	compact.Uint(c, 5, &s.Turned)
	if c.Open(6) {
		s.Mind.Fields(c)
		c.Close()
	}
	compact.At(c, 7, &s.Engaged)
	c.Flag(8, &s.Joined)
	compact.Uint(c, 9, &s.Withdrew)
	if c.Open(10) {
		s.Odds.Fields(c)
		c.Close()
	}
	if c.Open(11) {
		s.Pressure.Fields(c)
		c.Close()
	}
	if compact.OpenPointer(c, 12, &s.Manners) {
		s.Manners.Fields(c)
		c.Close()
	}
	if c.Open(13) {
		s.Effect.Fields(c)
		c.Close()
	}
	if compact.OpenPointer(c, 14, &s.Learned) {
		s.Learned.Fields(c)
		c.Close()
	}
	if compact.Pointer(c, 15, &s.Outage) {
		s.Outage.Fields(c)
		c.End()
	}
	if compact.Pointer(c, 32, &s.Memory) {
		s.Memory.Fields(c)
		c.End()
	}
}
