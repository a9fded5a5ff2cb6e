package conversation

import "familiar/internal/compact"

// Fields implements [compact.Value]. The lines and ids are packed behind them.
func (s *State) Fields(c *compact.Codec) {
	compact.Text(c, 1, &s.Channel)
	compact.Int(c, 2, &s.Generation)
	compact.At(c, 3, &s.Born)
	c.From(int64(s.Born))
	compact.At(c, 4, &s.Now)
	c.From(int64(s.Now))
	compact.Uint(c, 5, &s.Number)
	if c.Open(6) {
		s.Roster.Fields(c)
		c.Close()
	}
	if c.Open(7) {
		s.Guard.Fields(c)
		c.Close()
	}
	if compact.OpenPointer(c, 8, &s.Floor) {
		s.Floor.Fields(c)
		c.Close()
	}
	c.Flag(9, &s.Crowd)
	for i := range compact.Items(c, 10, &s.Seats) {
		s.Seats[i].Fields(c)
		c.End()
	}
	if compact.Pointer(c, 11, &s.Turn) {
		s.Turn.Fields(c)
		c.End()
	}
	c.Flag(12, &s.Forgot)
	for i := range compact.Items(c, 13, &s.Strays) {
		s.Strays[i].Fields(c)
		c.End()
	}
	if c.Open(14) {
		s.Window.Fields(c)
		c.Close()
	}
	if c.Open(15) {
		s.Talk.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 16, &s.Erasing) {
		s.Erasing[i].Fields(c)
		c.End()
	}
	if compact.OpenPointer(c, 17, &s.Turns.Saved) {
		s.Turns.Saved.Fields(c)
		c.Close()
	}
	for i := range compact.Items(c, 18, &s.Notices) {
		s.Notices[i].Fields(c)
		c.End()
	}
	if c.Open(19) {
		s.Language.Fields(c)
		c.Close()
	}
	c.Flag(20, &s.DM)
	c.Flag(21, &s.Pane)
	if compact.OpenPointer(c, 22, &s.Duties) {
		s.Duties.Fields(c)
		c.Close()
	}
	if c.Open(23) {
		s.Asking.Fields(c)
		c.Close()
	}
	compact.Uint(c, 24, &s.Veiled)
	if c.Open(25) {
		s.Admission.Fields(c)
		c.Close()
	}
	if c.Open(26) {
		s.Ties.Fields(c)
		c.Close()
	}
	for i := range compact.PointerItems(c, 27, &s.Reactions) {
		(*s.Reactions)[i].Fields(c)
		c.End()
	}
	for i := range compact.PointerItems(c, 28, &s.Aside) {
		(*s.Aside)[i].Fields(c)
		c.End()
	}
	if c.Open(29) {
		s.Book.Fields(c)
		c.Close()
	}
	if c.Open(30) {
		s.Lines.Fields(c)
		c.Close()
	}
	if c.Open(31) {
		s.Retained.Fields(c)
		c.Close()
	}
	if compact.Pointer(c, 36, &s.Clock) {
		s.Clock.Fields(c)
		c.End()
	}
	if compact.Pointer(c, 37, &s.Told) {
		s.Told.Fields(c)
		c.End()
	}
	s.heldFields(c)
}

// heldFields lists what is held in channels of the program's own, and what of this one is.
func (s *State) heldFields(c *compact.Codec) {
	if compact.Pointer(c, 40, &s.Links) {
		s.Links.Fields(c)
		c.End()
	}
	for i := range compact.PointerItems(c, 41, &s.Named) {
		(*s.Named)[i].Fields(c)
		c.End()
	}
	if compact.Pointer(c, 42, &s.Lending.Offer) {
		s.Lending.Offer.Fields(c)
		c.End()
	}
	if compact.Pointer(c, 43, &s.Lending.Directory) {
		s.Lending.Directory.Fields(c)
		c.End()
	}
	if compact.Pointer(c, 44, &s.Lending.Sharing) {
		s.Lending.Sharing.Fields(c)
		c.End()
	}
}
