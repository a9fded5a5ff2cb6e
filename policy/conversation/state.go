package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/deadline"
	"familiar/policy/duty"
	"familiar/policy/erasing"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/inquiry"
	"familiar/policy/language"
	"familiar/policy/odds"
	"familiar/policy/roster"
	"familiar/policy/ties"
	"familiar/policy/transcript"
	"familiar/policy/turns"
	"familiar/policy/window"
)

// Version is the form of the encoded state. One of a newer program is
// refused, never guessed at.
const Version = 1

type (
	// An Event is what [Channel.Step] is given.
	Event = messages.Event
	// An Effect is what [Channel.Step] orders.
	Effect = messages.Effect
)

// A State is what some seats of a channel know of it and are about to do.
type State struct {
	Version    int                `json:"v"`
	Channel    messages.ChannelID `json:"channel"`
	Generation int                `json:"gen,omitempty"`    // of the configuration in force
	Born       messages.Instant   `json:"born,omitempty"`   // when the first line was heard
	Now        messages.Instant   `json:"now,omitempty"`    // of the last event
	Number     deadline.Counter   `json:"number,omitempty"` // of the last order or deadline

	Lines  transcript.Log  `json:"-"` // packed, see encode.go
	Seen   transcript.Seen `json:"-"` // packed
	Roster roster.State    `json:"roster"`
	Guard  guard.State     `json:"guard"`
	Floor  floor.State     `json:"floor,omitzero"`
	Crowd  bool            `json:"crowd,omitempty"` // several humans were here at the last line
	Seats  []Seat          `json:"seats,omitempty"`
	Turn   *Turn           `json:"turn,omitempty"`   // at most one in the channel
	Forgot bool            `json:"forgot,omitempty"` // all was forgotten, fewer lines ago than are resident
	Strays []Posted        `json:"strays,omitempty"` // posts whose fate is unknown: their echo is still ours

	Window window.State `json:"window,omitzero"` // of the seats whose credit is the channel's
	Talk   odds.Room    `json:"talk,omitzero"`   // who talked to whom; nothing while no seat looks at the odds

	Erasing erasing.Queue `json:"erasing,omitempty"` // what the journal still has to erase; the first is ordered

	Turns    turns.State       `json:"turns,omitzero"`     // who answers for the channel
	TurnsDue deadline.Deadline `json:"turns_due,omitzero"` // when the holder's time is over
	Notices  []Posted          `json:"notices,omitempty"`  // texts of the program's own on their way to the network

	Language language.State `json:"language,omitzero"` // what the people here write in
	DM       bool           `json:"dm,omitempty"`      // the newest line was a direct message
	Pane     bool           `json:"pane,omitempty"`    // it came from an assistant's pane

	Duties duty.Duties      `json:"duties,omitzero"`  // what no line asks for
	Asking *inquiry.Inquiry `json:"asking,omitempty"` // what the network is asked about the channel; nil: never anything
	Veiled uint32           `json:"veiled,omitempty"` // seats that were not to see what was said here, a bit each
	Claims admission.Claims `json:"claims,omitzero"`  // of [messages.Roles] only

	Ties *ties.Ties `json:"ties,omitempty"` // between a thread and its room; nil: none yet

	Reactions transcript.Reactions `json:"marked,omitempty"` // nil: none, as mostly
	Aside     transcript.Standings `json:"aside,omitempty"`  // resident lines of ours that stand in a thread off the channel

	Owned transcript.Owners `json:"owned,omitempty"` // nil: no seat shares its account

	config   *Config
	moved    []turns.Passing // by a new configuration, for the next step
	left     []messages.Note // of familiars that it has taken away, for the next step
	selves   []odds.Key      // of the seats' accounts; nil while no seat looks at the odds
	handed   *duty.Errand    // to the turn that begins now
	door     admission.Door
	thread   bool  // it is a thread of a room, and no side-fork
	personas bool  // some seat shares its account
	asks     uint8 // what the network can be asked: bits
	hangs    bool  // on a room, by its id: it is a thread or a side-fork
}

// A Seat is one familiar's place in the channel.
type Seat struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Credit   credit.Ledger       `json:"credit"`
	Mood     chattiness.State    `json:"mood"`

	Pending  []transcript.Entry `json:"pending,omitempty"`  // addressed to it, in no turn yet; oldest first
	Debounce deadline.Deadline  `json:"debounce,omitempty"` // until then Pending grows
	Turned   uint32             `json:"turned,omitempty"`   // lines up to here were shown in a turn
	Settled  uint32             `json:"settled,omitempty"`  // lines up to here wait no more
	Waiting  uint32             `json:"waiting,omitempty"`  // newest line that waits; none if <= Settled

	Think    Thought           `json:"think,omitempty"`    // when it will think about speaking unasked
	Called   messages.Trigger  `json:"called,omitempty"`   // the judge is to be asked now, for this reason
	Judging  *Judging          `json:"judging,omitempty"`  // the question that is with the judge
	Retry    deadline.Deadline `json:"retry,omitempty"`    // the judge failed: ask again then
	Failures int               `json:"failures,omitempty"` // of the judge, in a row
	Wish     messages.Trigger  `json:"wish,omitempty"`     // the judge said yes, its turn is next

	Wished   uint32           `json:"wished,omitempty"`  // of Wish, when each line is judged by itself: the line
	Engaged  messages.Instant `json:"engaged,omitempty"` // when it was last addressed while no turn was in flight
	Joined   bool             `json:"joined,omitempty"`  // it has spoken here
	WasQuiet bool             `json:"quiet,omitempty"`   // of a state from before Manners, see [Decode]
	Copies   []uint32         `json:"copies,omitempty"`  // of a state from before Marks.Unheard, see [Decode]

	Withdrew uint32    `json:"withdrew,omitempty"` // it stepped back after this line: answering up to here opens no window
	Odds     odds.Seat `json:"odds,omitzero"`      // what passed between people and it
	Likely   float64   `json:"likely,omitempty"`   // that it is expected to answer the newest line that waits; 0: not estimated

	Pressure budget.State    `json:"pressure,omitzero"` // of what may be spent
	Paused   *Paused         `json:"paused,omitempty"`  // what it answers again after the line it was interrupted by
	Manners  admission.State `json:"manners,omitzero"`  // what it was asked to refrain from
	Verdict  *messages.Meta  `json:"verdict,omitempty"` // of Wish: the question that was answered yes; nil: there was none

	Outage *Outage `json:"outage,omitempty"` // its model has failed and not answered since; nil: that isn't so
}

// A Thought is when a seat will think about speaking unasked, and why.
type Thought struct {
	deadline.Deadline
	Trigger messages.Trigger `json:"why,omitempty"`
	Term    string           `json:"term,omitempty"`
}

// A Judging is a question that is with the judge.
type Judging struct {
	deadline.Deadline                  // N is the order's
	Trigger           messages.Trigger `json:"why"`
	Upto              uint32           `json:"upto"` // the newest line it was shown
	Span              Span             `json:"span,omitzero"`
}

// newState makes the state of a channel that has heard nothing.
func newState(channel messages.ChannelID, c *Config) *State {
	s := &State{Version: Version, Channel: channel}
	s.useConfig(c, nil)
	return s
}

// useConfig puts a configuration in force. A seat that is no longer configured is
// dropped with what it was about to do. Who joins where there was nobody leaves
// those alone whom beside do.
func (s *State) useConfig(c *Config, beside []Seat) {
	old := s.Seats
	s.config, s.Generation = c, c.Generation
	_, fork := s.Channel.Fixes()
	s.hangs = s.Channel.IsThread()
	s.thread = s.hangs && !fork
	s.rehold()
	s.useTurns()
	s.useOdds()
	s.useAsking()
	s.usePersonas()
	s.door = admission.NewDoor(&c.Room.Admission, s.Channel, c.Listed, c.grants())
	s.Seats = make([]Seat, len(c.Seats))
	same := len(old) == len(c.Seats)
	for i := range c.Seats {
		s.Seats[i].Familiar = c.Seats[i].Familiar
		s.Seats[i].Mood.Seed = seed(s.Channel, c.Seats[i].Familiar)
		if i >= len(old) || old[i].Familiar != c.Seats[i].Familiar {
			same = false
		}
	}
	if same {
		s.Seats = old
		return
	}
	s.reseat(old, beside)
}

// reseat moves what is known of each familiar to its new place.
func (s *State) reseat(old, beside []Seat) {
	to := make([]int, len(old)) // new place by old, -1: gone
	joined := uint32(1)<<len(s.Seats) - 1
	heardBy := s.kin(old)
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
		was := e.Unheard()
		e.Reseat(to)
		e.MarkDecided(joined) // whoever joins decides on what comes
		e.MarkUnheard(unheardByKin(heardBy, was) & joined)
	}
	for i := range s.Seats {
		for p := range s.Seats[i].Pending {
			s.Seats[i].Pending[p].Reseat(to)
		}
	}
	s.Strays = slices.DeleteFunc(s.Strays, func(p Posted) bool { return p.Seat >= len(to) || to[p.Seat] < 0 })
	for i := range s.Strays {
		s.Strays[i].Seat = to[s.Strays[i].Seat]
	}
	s.reseatNotices(to)
	s.Owned.Reseat(to)
	s.eachHeld(func(held []transcript.Entry) []transcript.Entry {
		for k := range held {
			held[k].Reseat(to)
		}
		return held
	})
	s.Veiled = transcript.MoveSeats(s.Veiled, to)
	if len(old) == 0 { // all were in shadow
		old = beside
	}
	s.leaveAlone(old, joined)
	s.reseatTurn(to)
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

// kin gives for each seat those of old whose account is the same, a bit each.
func (s *State) kin(old []Seat) []uint32 {
	account := func(who messages.FamiliarID) (messages.AccountID, bool) {
		for _, seats := range [...][]SeatConfig{s.config.Seats, s.config.others} {
			if k := slices.IndexFunc(seats, func(c SeatConfig) bool { return c.Familiar == who }); k >= 0 {
				return seats[k].Account, true
			}
		}
		return "", false
	}
	kin := make([]uint32, len(s.Seats))
	for o := range old {
		a, known := account(old[o].Familiar)
		for i := range s.Seats {
			if known && s.cfg(i).Account == a {
				kin[i] |= 1 << o
			}
		}
	}
	return kin
}

// leaves has the next step settle what waits for a familiar that was at place o
// and is no longer here, and its turn unless that is with the network.
func (s *State) leaves(o int, seat *Seat) {
	settle := func(n messages.Note) {
		n.Familiar, n.Act, n.Rung, n.Reason = seat.Familiar, messages.Settled, byReconfigured, because.NoLongerHere
		s.left = append(s.left, n)
	}
	for _, n := range seat.unsettled() {
		if j := seat.Judging; j != nil && n.Trigger != "" {
			n.N, n.Meta = j.N, j.Span.Meta
		}
		settle(n)
	}
	if t := s.Turn; t != nil && t.Seat == o && !t.Composed {
		settle(messages.Note{Line: t.newest(), Trigger: t.Trigger, N: t.N, Meta: t.Span.Meta})
	}
}

// noteLeft notes what a new configuration has settled.
func (s *State) noteLeft(out []Effect) []Effect {
	for _, n := range s.left {
		out = s.note(-1, n, out)
	}
	s.left = nil
	return out
}

// reseatTurn moves the turn in flight along with its seat, or drops it.
func (s *State) reseatTurn(to []int) {
	t := s.Turn
	if t == nil {
		return
	}
	if t.Seat >= len(to) || to[t.Seat] < 0 {
		s.Turn = nil
		return
	}
	t.Seat = to[t.Seat]
	for i := range t.Posts {
		t.Posts[i].Seat = t.Seat
	}
	for a := range t.Asked {
		t.Asked[a].Reseat(to)
	}
}

// cfg is the configuration of seat i.
func (s *State) cfg(i int) *SeatConfig { return &s.config.Seats[i] }
