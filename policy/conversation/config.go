package conversation

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/budget"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/finish"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/language"
	"familiar/policy/odds"
	"familiar/policy/outage"
	"familiar/policy/pace"
	"familiar/policy/split"
	"familiar/policy/surface"
	"familiar/policy/transcript"
	"familiar/policy/turns"
)

// Config is everything a channel's decisions depend on besides its events.
// It is shared between channels and never changed; a new one comes with
// [messages.Reconfigured].
type Config struct {
	Generation int
	Keep       time.Duration // text older than this is blanked by the next line; 0: it stays
	Seats      []SeatConfig
	Room       RoomConfig

	Budget  budget.Config     // what a seat's pressure means: how much later it thinks, which midnight ends a day, what is said; zero: only that the hard limit silences
	Listed  bool              // a rule of the operator's is for this channel, see [admission.Config]
	Ears    []admission.Ear   // of the seats, in their order: [Config.Listen]; none: no line is a command
	Claims  *admission.Claims // the open claim and the roles given; nil: none
	Answers admission.Texts   // what is said to a command; a text left out is the English one

	Translations map[language.Language]admission.Texts // of Answers, in other languages; default none

	unseen bool                  // its seats are in shadow
	others []SeatConfig          // then: the live ones
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

// A SeatConfig is one familiar's place in the channel.
type SeatConfig struct {
	Familiar messages.FamiliarID
	Account  messages.AccountID
	Self     messages.PersonID // the account's own id on its network, or what stands for it: see Persona
	Absent   bool              // the account doesn't know yet who it is: what is said is only observed, nothing unasked begins
	Name     string            // as its lines are signed
	Persona  bool              // several familiars may share the account: Self is this one's alone, as [SeatConfig.Meet] makes it
	Rank     int               // then: its place among the account's familiars
	Names    ladder.Names      // what calls it in plain text
	Judged   bool              // there is a judge; without one an ask engages and a wait observes
	Policy   Policy
	Hours    hours.Plan // made of Policy.Hours; zero: always free

	Limit   split.Limit // how long a message may be on its network; zero: any length
	Members bool        // its network can be asked who is in the channel
	History bool        // its network can be asked what was said before

	Weights *odds.Weights // of Policy.Odds; nil: those the program carries
	Card    odds.Words    // the words of its card, for them
	Calls   []string      // what it is called, for commands to it alone

	us messages.Author // of Persona: the account

	Look func(n *messages.Note, f odds.Facts) // is shown each line the odds are on for, before they settle it; nil: nobody is. It changes nothing
}

// A Policy is the knobs of one familiar, the same on every network.
type Policy struct {
	Ladder     ladder.Config     `toml:"ladder"`
	Credit     credit.Config     `toml:"credit"`
	Chattiness chattiness.Config `toml:"chattiness"`
	Debounce   Debounce          `toml:"debounce"`
	Finish     finish.Limits     `toml:"finish"`
	Hours      hours.Config      `toml:"hours"`
	Odds       odds.Config       `toml:"odds"`
	Surface    surface.Config    `toml:"surface"`
	Pace       pace.Config       `toml:"pace"`

	Busy         Busy         `toml:"busy"`           // what a line does to a turn in flight; default steer
	OnJudgeError OnJudgeError `toml:"on_judge_error"` // default retry
	Pings        bool         `toml:"pings"`          // a ping of everyone or of a role of ours is a mention; default false
	PeersArm     bool         `toml:"peers_arm"`      // a bot's line makes it think about speaking, too; default false
	Quote        bool         `toml:"quote"`          // quote the answered line when others spoke in between; default true

	JudgeWithin   time.Duration `toml:"judge_within"`   // a verdict later than this is an error; default 20s
	ComposeWithin time.Duration `toml:"compose_within"` // a turn later than this is an error; default 3m

	Verdict Verdict `toml:"verdict"` // what a judge is to say; default reason

	JudgeEach bool `toml:"judge_each"` // a line that the rung rest asks about is a question by itself, without the lines before it, and not answered when there is no judge; default false

	Mode          Mode `toml:"mode"`           // in shadow it decides and posts nothing; default live
	ShadowCompose bool `toml:"shadow_compose"` // in shadow its replies are composed, to be read later; default true
}

// Debounce is how long an addressed line waits for more of the same.
type Debounce struct {
	Quiet time.Duration `toml:"quiet"` // wait after a line; default 600ms; 0 with Hot 0: answer at once
	Hot   time.Duration `toml:"hot"`   // wait when the last one came shortly before; default 1.5s
	Gap   time.Duration `toml:"gap"`   // "shortly": less than this before; default 3s
	Cap   time.Duration `toml:"cap"`   // never longer than this after the first; default 4s
}

// Busy says what becomes of a line that is for a familiar whose turn is in
// flight.
type Busy string

// The ways of being busy.
const (
	Queue Busy = "queue" // decided at the turn's end
	Steer Busy = "steer" // composed again with everything, at most twice a turn, while nothing is posted

	Inject    Busy = "inject"    // given to the turn before its next call of the model; when there is none it is queued
	Interrupt Busy = "interrupt" // a human's line: answered first, then the turn is composed again; at most twice a turn, then it is queued
)

// OnJudgeError says what a judge that fails means for lines nobody addressed.
type OnJudgeError string

// The meanings of a judge's failure.
const (
	Retry   OnJudgeError = "retry"   // keep the lines, ask again with growing pauses
	Decline OnJudgeError = "decline" // as if it had said no
)

// Verdict says what a judge is asked for.
type Verdict string

// The verdicts.
const (
	Reason Verdict = "reason" // yes or no, and why in a few words
	Word   Verdict = "word"   // one word, yes or no: it costs next to nothing, and nobody learns why
)

// Default is the preset `social`.
func Default() Policy {
	return Policy{
		Ladder:        ladder.Default(),
		Credit:        credit.Default(),
		Chattiness:    chattiness.Default(),
		Debounce:      Debounce{Quiet: 600 * time.Millisecond, Hot: 1500 * time.Millisecond, Gap: 3 * time.Second, Cap: 4 * time.Second},
		Finish:        finish.Default(),
		Hours:         hours.Default(),
		Odds:          odds.Default(),
		Surface:       surface.Default(),
		Pace:          pace.Default(),
		Busy:          Steer,
		OnJudgeError:  Retry,
		Verdict:       Reason,
		Quote:         true,
		JudgeWithin:   20 * time.Second,
		ComposeWithin: 3 * time.Minute,
		Mode:          Live,
		ShadowCompose: true,
	}
}

// Preset gives the policy of that name: one of ladder.Presets.
func Preset(name string) (Policy, bool) {
	rungs, ok := ladder.Preset(name)
	if !ok {
		return Policy{}, false
	}
	p := Default()
	p.Ladder = rungs
	p.Credit, _ = credit.Preset(name)
	p.Odds, _ = odds.Preset(name)
	p.Surface = surface.Preset(name)
	switch name {
	case "ladder":
		p.Chattiness.On = false
		p.Busy, p.Pings = Queue, true
	case "window":
		p.Chattiness.On = false
		p.Debounce = Debounce{}
		p.Busy = Queue
	case "chatty":
		p.Chattiness = chattiness.Chatty()
		p.Debounce = Debounce{}
		p.Busy, p.PeersArm, p.Quote = Queue, true, false
	case "assigned":
		p.Chattiness.On, p.Debounce, p.Busy = false, Debounce{}, Inject
	case "relevance":
		p.Chattiness.On, p.Debounce, p.Busy = false, Debounce{}, Queue
		p.JudgeEach, p.OnJudgeError, p.Verdict = true, Decline, Word
	}
	return p, true
}

// DefaultRoom is the room's part of the preset `social`.
func DefaultRoom() RoomConfig {
	return RoomConfig{
		Guard: guard.Default(), AnswerWithin: 15 * time.Minute, OverdueAfter: 2 * time.Minute, Newcomers: true,
		Floor: floor.Default(), Turns: turns.Default(), Admission: admission.Default(),
		Language: language.Default(), Outage: outage.Default(),
	}
}

// PresetRoom is the room's part of the preset of that name; false when there
// is none.
func PresetRoom(name string) (RoomConfig, bool) {
	room := DefaultRoom()
	var ok bool
	room.Guard, ok = guard.Preset(name)
	room.Floor, _ = floor.Preset(name)
	room.Newcomers = name != "ladder" // the system it follows takes a list for the truth for a minute
	if t, known := turns.Preset(name); known {
		room.Turns = t
	}
	return room, ok
}

// maxSeats is how many familiars a channel can hold.
const maxSeats = transcript.SeatsMost

// Validate says what is wrong, all of it.
func (c *Config) Validate() error {
	errs := []error{c.Room.Validate()}
	if len(c.Seats) > maxSeats {
		errs = append(errs, fmt.Errorf("%d familiars in one channel: at most %d", len(c.Seats), maxSeats))
	}
	for i := range c.Seats {
		if err := c.Seats[i].Policy.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("familiar %q: %w", c.Seats[i].Familiar, err))
		}
	}
	return errors.Join(errs...)
}

// Validate says what is wrong, all of it.
func (c RoomConfig) Validate() error {
	return errors.Join(
		c.Guard.Validate(),
		positive("answer_within", c.AnswerWithin),
		positive("overdue_after", c.OverdueAfter),
		c.Floor.Validate(),
		within("turns", c.Turns.Validate()),
		within("language", c.Language.Validate()),
		within("outage", c.Outage.Validate()),
		c.Admission.Validate(),
	)
}

// Validate says what is wrong, all of it.
func (p Policy) Validate() error {
	errs := []error{
		p.Ladder.Validate(), p.Credit.Validate(), p.Chattiness.Validate(), p.Finish.Validate(),
		positive("judge_within", p.JudgeWithin), positive("compose_within", p.ComposeWithin),
		p.Hours.Validate(),
		within("surface", p.Surface.Validate()),
		within("pace", p.Pace.Validate()),
	}
	if !slices.Contains([]Busy{Inject, Queue, Interrupt, Steer}, p.Busy) {
		errs = append(errs, fmt.Errorf("busy = %q: want inject, queue, interrupt or steer", p.Busy))
	}
	if p.OnJudgeError != Retry && p.OnJudgeError != Decline {
		errs = append(errs, fmt.Errorf("on_judge_error = %q: want retry or decline", p.OnJudgeError))
	}
	if p.Verdict != Reason && p.Verdict != Word {
		errs = append(errs, fmt.Errorf("verdict = %q: want reason or word", p.Verdict))
	}
	if p.Mode != Live && p.Mode != InShadow {
		errs = append(errs, fmt.Errorf("mode = %q: want live or shadow", p.Mode))
	}
	d := p.Debounce
	if d.Quiet < 0 || d.Hot < 0 || d.Gap < 0 || d.Cap < 0 {
		errs = append(errs, errors.New("debounce: no duration can be negative"))
	}
	if err := p.Odds.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("odds: %w", err))
	}
	return errors.Join(errs...)
}

// within says in which table an error is.
func within(table string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	return nil
}

func positive(key string, d time.Duration) error {
	if d <= 0 {
		return fmt.Errorf("%s = %v: want a positive duration", key, d)
	}
	return nil
}

// Listen makes the ears by which the seats know a command for them, once their
// accounts' ids are known.
func (c *Config) Listen() {
	c.Ears = make([]admission.Ear, len(c.Seats))
	for i := range c.Seats {
		seat := &c.Seats[i]
		c.Ears[i] = admission.Listen(seat.Account, seat.Self, seat.Calls...)
		if seat.Persona && c.front(seat.us.ID) == seat {
			c.Ears[i] = c.Ears[i].Also(seat.us)
		}
	}
}
