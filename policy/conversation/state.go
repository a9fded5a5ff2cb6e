package conversation

import (
	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/deadline"
	"familiar/policy/duty"
	"familiar/policy/erasing"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/inquiry"
	"familiar/policy/ladder"
	"familiar/policy/language"
	"familiar/policy/memory"
	"familiar/policy/odds"
	"familiar/policy/persons"
	"familiar/policy/posts"
	"familiar/policy/retention"
	"familiar/policy/roster"
	"familiar/policy/schedule"
	"familiar/policy/ties"
	"familiar/policy/transcript"
	"familiar/policy/turn"
	"familiar/policy/turns"
	"familiar/policy/window"
)

// Version is the form of the encoded state. One of a newer program is
// refused, never guessed at. A field that is new needs no new form: a program
// that doesn't know its number refuses the state in which it isn't zero.
const Version = 3

type (
	// An Event is what [Channel.Step] is given.
	Event = messages.Event
	// An Effect is what [Channel.Step] orders.
	Effect = messages.Effect
)

// A State is what some seats of a channel know of it and are about to do.
type State struct {
	Channel    messages.ChannelID `json:"channel"`
	Generation int                `json:"gen,omitempty"`    // of the configuration in force
	Born       messages.Instant   `json:"born,omitempty"`   // when the first line was heard
	Now        messages.Instant   `json:"now,omitempty"`    // of the last event
	Number     deadline.Counter   `json:"number,omitempty"` // of the last order or deadline

	// Beside each other, as each alone would take a word.
	Veiled uint32 `json:"veiled,omitempty"` // seats that were not to see what was said here, a bit each
	Crowd  bool   `json:"crowd,omitempty"`  // several humans were here at the last line
	Forgot bool   `json:"forgot,omitempty"` // all was forgotten, fewer lines ago than are resident
	DM     bool   `json:"dm,omitempty"`     // the newest line was a direct message
	Pane   bool   `json:"pane,omitempty"`   // it came from an assistant's pane

	Lines  transcript.Log  `json:"-"` // packed, see encode.go
	Seen   transcript.Seen `json:"-"` // packed
	Roster roster.State    `json:"roster"`
	Guard  guard.State     `json:"guard"`
	Floor  *floor.State    `json:"floor,omitzero"` // nil: there never were two seats
	Seats  Seats           `json:"seats,omitempty"`
	Turn   *turn.Turn      `json:"turn,omitempty"`   // at most one in the channel
	Strays posts.List      `json:"strays,omitempty"` // posts whose fate is unknown: their echo is still ours

	Window window.State `json:"window,omitzero"` // of the seats whose credit is the channel's
	Talk   odds.Table   `json:"talk,omitzero"`   // who talked to whom; nothing while no seat looks at the odds

	Erasing  erasing.Queue  `json:"erasing,omitempty"` // what the journal still has to erase; the first is ordered
	Retained retention.Span `json:"retained,omitzero"` // how old the texts are that the journal has; nothing while Config.Expires is not set

	Turns   turns.Rota `json:"-"`                 // who answers for the channel; see encode.go
	Notices posts.List `json:"notices,omitempty"` // texts of the program's own on their way to the network

	Language language.State `json:"language,omitzero"` // what the people here write in

	Duties *duty.Duties `json:"duties,omitzero"` // what no line asks for; nil: nothing was ever to be done
	Asking inquiry.Desk `json:"asking,omitzero"` // what the network is asked about the channel

	Admission admission.Entrance `json:"claims,omitzero"` // who may do what here

	Ties ties.Side `json:"ties,omitzero"` // between a thread and its room

	Reactions *transcript.Reactions `json:"marked,omitzero"` // nil: none, as mostly
	Aside     *transcript.Standings `json:"aside,omitzero"`  // resident lines of ours that stand in a thread off the channel; nil: none ever did

	Told *budget.Told `json:"told,omitempty"` // who heard today that they have had what one person may; nil: nobody ever did

	Links *persons.Links   `json:"links,omitempty"` // which accounts are linked; nil but where they are held, in [messages.Persons]
	Named *persons.Namings `json:"named,omitzero"`  // lines of ours that name linked accounts; nil: none ever did

	Lending memory.Lending `json:"lending,omitzero"` // what of its memories turns elsewhere are shown, and of others' in it

	Clock *schedule.Clock `json:"clock,omitempty"` // how far the seats' schedules are; nil: there are none

	Book address.Book `json:"owned,omitzero"` // which seats go by which account

	config *Config
	folder *ladder.Folder // see [Channel.FoldBy]
	left   *changes       // what it has taken away, for the next step; nil: nothing
}

// newState makes the state of a channel that has heard nothing.
func newState(channel messages.ChannelID, c *Config) *State {
	s := &State{Channel: channel}
	s.useConfig(c, nil)
	return s
}

// useConfig puts a configuration in force. A seat that is no longer configured is
// dropped with what it was about to do. Who joins where there was nobody leaves
// those alone whom beside do.
func (s *State) useConfig(c *Config, beside Seats) {
	old, was := s.Seats, s.config
	s.config, s.Generation = c, c.Generation
	s.Ties.Use(s.Channel)
	if s.Floor == nil && len(c.Seats) > 1 {
		s.Floor = &floor.State{}
	}
	if s.Window.Holder != "" && !c.KeepsWindow(s.Window.Holder) {
		s.Window = window.State{}
	}
	if !s.Ties.IsFork() { // where one familiar works
		s.Turns.Use(s.Now, s.config.Familiars(), &c.Room.Turns)
	}
	if s.Talk.Use(c.LooksAtOdds()); !s.Talk.Looks() {
		s.Seats.ForgetOdds()
	}
	s.Asking.Use(meansOf(c, ""))
	s.Book.Use(c)
	s.Admission.Use(s.Channel, admission.Setting{Config: &c.Room.Admission, Listed: c.Listed, Shared: c.Claims})
	if s.Links == nil && s.Channel == messages.Persons {
		s.Links = &persons.Links{}
	}
	s.Lending.Use(s.Channel)
	same := len(old) == len(c.Seats)
	for i := range old {
		same = same && old[i].Familiar == c.Seats[i].Familiar
	}
	if !same {
		s.Seats = make(Seats, len(c.Seats))
		for i := range c.Seats {
			s.Seats[i].Familiar = c.Seats[i].Familiar
			s.Seats[i].Mood.Seed = seed(s.Channel, c.Seats[i].Familiar)
		}
		s.reseat(old, beside)
	}
	if moved := c.Moved(was); moved != 0 { // what is with the network by the account before
		s.changed().moved |= moved
	}
	s.useMemory()
	s.useBudget()
	for i := range s.Seats {
		s.Seats[i].Use(&c.Seats[i])
	}
	s.Clock = s.Clock.Used(clocksOf(c, s.Channel))
}

// reseat moves what is known of each familiar to its new place.
func (s *State) reseat(old, beside Seats) {
	to := make([]int, len(old)) // new place by old, -1: gone
	joined := uint32(1)<<len(s.Seats) - 1
	familiars := make([]messages.FamiliarID, len(old))
	for o := range old {
		familiars[o] = old[o].Familiar
	}
	heardBy := s.config.Kin(familiars)
	for o := range old {
		to[o] = -1
		for i := range s.Seats {
			if s.Seats[i].Familiar == old[o].Familiar {
				s.Seats[i], to[o] = old[o], i
				joined &^= 1 << i
			}
		}
	}
	for o := range old {
		if to[o] < 0 {
			s.Floor.Leave(s.Now, old[o].Familiar)
			s.leaves(o, &old[o])
		}
	}
	for e := range s.Lines.Each() {
		was := s.Lines.Unheard(e)
		s.Lines.Reseat(e, to)
		s.Lines.MarkDecided(e, joined) // whoever joins decides on what comes
		s.Lines.MarkUnheard(e, unheardByKin(heardBy, was)&joined)
	}
	s.Seats.Each(func(waits transcript.Entries) { waits.Reseat(to) })
	s.Strays.Reseat(to)
	s.Notices.Reseat(to)
	s.Book.Reseat(to)
	s.Veiled = transcript.MoveSeats(s.Veiled, to)
	if len(old) == 0 { // all were in shadow
		old = beside
	}
	s.Seats.LeaveAlone(old, joined)
	if s.Turn != nil && !s.Turn.Reseat(to) {
		s.Turn = nil
	}
}

// unheardByKin gives the seats of whose account none had heard a line, which
// these had not.
func unheardByKin(kin []uint32, unheard uint32) (seats uint32) {
	for i, of := range kin {
		if of&^unheard == 0 {
			seats |= 1 << i
		}
	}
	return seats
}

// cfg is the configuration of seat i.
func (s *State) cfg(i int) *SeatConfig { return &s.config.Seats[i] }
