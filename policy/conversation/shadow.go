package conversation

import (
	"familiar/messages"
	"familiar/policy/window"
)

// A familiar in shadow decides, asks its judge and composes, and nothing of it
// leaves: people and the other familiars notice nothing. So that this holds by
// construction and not by a check at every rule, the seats in shadow sit in a
// [State] of their own, beside that of the live ones. It hears what the channel hears, live siblings as bots,
// and what it orders passes one gate: [unseen].

// shadowNumbers is the first number of the orders and deadlines of seats in
// shadow: an answer says by its number whose it is, and live seats count as
// they would alone. JavaScript still knows such numbers exactly.
const shadowNumbers = 1 << 48

// useShadow seats those in shadow, and gives the configuration of the others.
// In a side-fork, where one familiar works alone, nobody is in shadow.
func (ch *Channel) useShadow(c *Config) *Config {
	ch.returning(c)
	if !c.HasShadow() {
		ch.dissolve(c)
		return c
	}
	live, shadow := c.Split()
	switch _, fork := ch.Channel.Fixes(); {
	case fork:
		ch.Shadow = nil
	case ch.Shadow == nil:
		ch.Shadow = ch.cast(shadow)
	default:
		ch.Shadow.useConfig(shadow, nil)
	}
	ch.leaving()
	return live
}

// dissolve has the next step settle what waits for those in shadow: nobody is any more.
func (ch *Channel) dissolve(c *Config) {
	if ch.Shadow == nil {
		return
	}
	_, nobody := c.Split()
	ch.Shadow.useConfig(nobody, nil)
	if ch.Shadow.left != nil {
		ch.leave(ch.Shadow.left.effects...)
	}
	ch.Shadow = nil
}

// leaving has whoever goes into the shadow refrain from what people asked of it
// while it was live.
func (ch *Channel) leaving() {
	if ch.Shadow == nil {
		return
	}
	for i := range ch.Seats {
		if k := ch.Shadow.Seats.Of(ch.Seats[i].Familiar); k >= 0 {
			ch.Shadow.Seats[k].Manners = ch.Seats[i].Manners.Clone()
		}
	}
}

// returning seats whoever leaves the shadow with what people asked it to
// refrain from; it decides on what comes.
func (ch *Channel) returning(c *Config) {
	if ch.Shadow == nil {
		return
	}
	for i := range c.Seats {
		if c.Seats[i].Policy.Mode == InShadow || ch.Seats.Of(c.Seats[i].Familiar) >= 0 {
			continue
		}
		if k := ch.Shadow.Seats.Of(c.Seats[i].Familiar); k >= 0 {
			bit := uint32(1) << len(ch.Seats)
			for e := range ch.Lines.Each() {
				ch.Lines.MarkDecided(e, bit)
			}
			ch.Seats = append(ch.Seats, Seat{Familiar: c.Seats[i].Familiar, Manners: ch.Shadow.Seats[k].Manners.Clone()})
		}
	}
}

// cast makes the state of seats that are in shadow from now on. It knows what
// was said so far, and nothing of it waits.
func (s *State) cast(c *Config) *State {
	fresh := newState(s.Channel, c)
	if s.Lines.Last() > 0 {
		if known, err := s.copy(c); err == nil {
			fresh = known
		}
	}
	fresh.Number = shadowNumbers
	return fresh
}

// copy gives the state's memory under c, with nothing under way.
func (s *State) copy(c *Config) (*State, error) {
	b, err := s.appendTo(make([]byte, 0, s.size()))
	if err != nil {
		return nil, err
	}
	known := &State{}
	if _, err := known.decode(b); err != nil {
		return nil, err
	}
	known.useConfig(c, nil)
	known.Turn, known.Duties, known.left = nil, nil, nil // those who don't come along have not left
	known.Asking.Cancel()
	known.Strays, known.Notices, known.Erasing = nil, nil, nil
	known.Window = window.State{}
	known.Turns.Disarm()
	for i := range known.Seats {
		seat := &known.Seats[i]
		seat.Paused = nil
		known.leaveOff(i, nil)
		seat.Unplan()
		seat.Trace()
		seat.Turned = known.Lines.Last()
		seat.Settle(known.Lines.Last())
	}
	return known, nil
}

// whose gives the familiar that an event is for alone; "" for all.
func whose(e Event) messages.FamiliarID {
	switch e := e.(type) {
	case messages.Commanded:
		return e.Familiar
	case messages.PressureChanged:
		return e.Familiar
	default:
		return ""
	}
}
