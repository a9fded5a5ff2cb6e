package seating

import (
	"slices"
	"time"

	"familiar/messages"

	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/language"
	"familiar/policy/odds"
	"familiar/policy/outage"
	"familiar/policy/turns"
)

// Config is everything a channel's decisions depend on besides its events.
// It is shared between channels and never changed; a new one comes with
// [messages.Reconfigured].
type Config struct {
	Generation int
	Keep       time.Duration // text older than this is blanked by the next line; 0: it stays
	Expires    bool          // that is less long than the journal keeps it, so the state keeps count of how old its texts are
	Held       bool          // nothing may be erased from the journal: what is forgotten leaves the state alone until that ends
	Seats      []SeatConfig
	Room       RoomConfig

	Budget  budget.Config     // what a seat's pressure means: how much later it thinks, which midnight ends a day, what is said; without a limit: that there is none
	Relayed bool              // a relay says here what people elsewhere say, who are on no list of members
	Listed  bool              // a rule of the operator's is for this channel, see [admission.Config]
	Ears    []admission.Ear   // of the seats, in their order: [Config.Listen]; none: no line is a command
	Claims  *admission.Claims // the open claim and the roles given; nil: none
	Answers admission.Texts   // what is said to a command; a text left out is the English one

	Translations map[language.Language]admission.Texts // of Answers, in other languages; default none

	unseen bool                  // its seats are in shadow, see [Config.Split]
	live   []SeatConfig          // then: the live ones
	cast   []messages.FamiliarID // then: all the channel has, in their order
}

// A RoomConfig is what all seats of a channel share.
type RoomConfig struct {
	Guard        guard.Config        `toml:"guard"`
	Ignore       []messages.PersonID `toml:"ignore"`        // people the familiars never hear; default none
	Peers        []messages.PersonID `toml:"peers"`         // bots, also where their network doesn't say so; default none
	AnswerWithin time.Duration       `toml:"answer_within"` // an addressed line older than this is only observed; default 15m
	OverdueAfter time.Duration       `toml:"overdue_after"` // an unsolicited thought later than this is dropped; default 2m
	Newcomers    bool                `toml:"newcomers"`     // whoever speaks is counted at once, also if the member list has fewer people; default true

	Default messages.FamiliarID `toml:"default"` // whom windows are kept for: besides who holds one only it may be told to engage; default "": whoever asks first
	Floor   floor.Config        `toml:"floor"`
	Turns   turns.Config        `toml:"turns"` // who answers for the channel; default: nobody is assigned, the ladder decides

	Language  language.Config  `toml:"language"`  // of what the program itself says in the channel
	Outage    outage.Config    `toml:"outage"`    // what is said while a model can't be had
	Admission admission.Config `toml:"admission"` // who may do what; default: everybody may talk to the familiars
}

// Listen makes the ears by which the seats know a command for them, and the keys by
// which the odds know the seats, once their accounts' ids are known.
func (c *Config) Listen() {
	c.Ears = make([]admission.Ear, len(c.Seats))
	for i := range c.Seats {
		seat := &c.Seats[i]
		seat.key = odds.KeyOf(seat.Self)
		c.Ears[i] = admission.Listen(seat.Account, seat.Self, seat.Calls...).
			Keeping(seat.Policy.Memory.On).Sharing(seat.Policy.Memory.LendsAgreed())
		if seat.Persona && c.Front(seat.us.ID) == seat {
			c.Ears[i] = c.Ears[i].Also(seat.us)
		}
	}
}

// JudgesEach reports whether each line is a question of its own for some seat.
func (c *Config) JudgesEach() bool {
	for i := range c.Seats { // by index: a seat's configuration is large
		if c.Seats[i].Policy.JudgeEach {
			return true
		}
	}
	return false
}

// Floor returns by which rules the floor is shared. It is off where there is nobody to
// share it with, and where each line is a question of its own for somebody, which isn't
// about a right to speak.
func (c *Config) Floor() floor.Config {
	shared := c.Room.Floor
	shared.On = shared.On && len(c.Seats) > 1 && !c.JudgesEach()
	return shared
}

// Schedules reports whether a seat of the channel has schedules, of which a
// room's threads have none.
func (c *Config) Schedules(channel messages.ChannelID) bool {
	return !channel.IsThread() && slices.ContainsFunc(c.Seats, func(seat SeatConfig) bool { return len(seat.Schedule) > 0 })
}

// KeepsWindow reports whether that familiar's credit is the channel's window.
func (c *Config) KeepsWindow(who messages.FamiliarID) bool {
	seat := c.SeatOf(who)
	return seat != nil && seat.KeepsWindow()
}

// Standing returns the familiar the channel's windows are kept for; "": the
// configuration names none, or one that keeps no window here.
func (c *Config) Standing() messages.FamiliarID {
	if who := c.Room.Default; who != "" && c.KeepsWindow(who) {
		return who
	}
	return ""
}

// ToEngage returns whom a command to engage means that names nobody: who holds the window,
// "" for nobody, else who is here by default, else the first that keeps one; "" when none
// does.
func (c *Config) ToEngage(holder messages.FamiliarID) messages.FamiliarID {
	if holder != "" {
		return holder
	}
	if standing := c.Standing(); standing != "" {
		return standing
	}
	if i := slices.IndexFunc(c.Seats, func(s SeatConfig) bool { return s.KeepsWindow() }); i >= 0 {
		return c.Seats[i].Familiar
	}
	return ""
}

// Self returns who seat i is on its network.
func (c *Config) Self(i int) messages.PersonID { return c.Seats[i].Self }

// AsPeer returns a line as a bot's if its author is one by the configuration.
func (c *Config) AsPeer(l *messages.Line) *messages.Line {
	if l.Author.Bot || !slices.Contains(c.Room.Peers, l.Author.ID) {
		return l
	}
	peers := *l
	peers.Author.Bot = true
	return &peers
}

// LooksAtOdds reports whether some seat looks at the odds.
func (c *Config) LooksAtOdds() bool {
	for i := range c.Seats {
		if c.Seats[i].Policy.Odds.On {
			return true
		}
	}
	return false
}
