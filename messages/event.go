package messages

import "time"

// An Event is something that happened to a channel. It is in the channel's journal
// before the state machine gets it.
//
//sumtype:decl
type Event interface{ event() }

type (
	// Heard is a line that somebody posted. The line is shared and never changed.
	Heard struct{ Line *Line }

	// AlsoHeard is another account's copy of a line already heard: it fills an
	// empty text and says whether that account's seats are addressed.
	AlsoHeard struct{ Line *Line }

	// Edited says that text or attachments of a line changed.
	Edited struct{ Line *Line }

	// Deleted says that a line was deleted; its text must go too.
	Deleted struct{ ID LineID }

	// Reacted says that somebody added a reaction to a line, or removed it.
	Reacted struct {
		Line    LineID
		By      Author // of a removal also nobody: everybody's
		Emoji   string // one character as Unicode has it, or a network's own by its name, ":tada:"; of a removal also "": every kind
		Removed bool
	}

	// TimerFired says that the deadline with that number has come.
	TimerFired struct{ N uint64 }

	// Judged answers [Judge].
	Judged struct {
		N      uint64
		Yes    bool
		Reason string // the judge's own short reason
		Error  string // why there is no verdict; then Yes means nothing
		Shed   bool   // with Error: it was not asked, since too many questions are open

		Fault Fault // with Error: whether asking again may help

		Who FamiliarID // with Yes: the one of [Judge].Others who is to speak; "": the familiar that the question was of
	}

	// Composed answers [Compose] with everything the agent wants said.
	Composed struct {
		N         uint64
		Parts     []string // what it said by the send tool, in order, then its final text
		Final     bool     // the last part is final text, not a send
		Skip      bool     // it asked to stay silent
		SkipAfter int      // how many parts it had sent before it asked to
		Disengage bool     // it steps back: credits are cleared and none granted this turn
		Error     string   // why there is no answer

		Took      []LineID   // of the lines given by [Inject], those the model had been shown
		Reactions []Reaction // to lines it was shown, in order
		Fork      Fork       // a reply of its own it wants to correct aside; zero: none

		Edits []Revision   // of lines of its own, in order
		Files map[int]File // the parts that are files, by their place in Parts, which has there what the transcript shows

		Cut string // the limit that cut the model's last answer off, and the setting that raises it: the final text, if any, is only the beginning; "": it is complete

		Model  string       // of a chain, the one that answered in the place of others; "": the first did
		Passed []PassedOver // of a chain, those before it, in order; none: the first answered
		Checks []Check      // what was done to it before the channel had it, in their order; nil: nothing
		Lore   []string     // ids of the entries of its lorebook that its prompt had, in their order; nil: none

		Memories []Recollection // memories that its prompt had, in their order; nil: none

		Fault Fault         // with Error: whether asking again may help
		After time.Duration // with Error: how long the model will certainly not be asked; 0: not known

		Form uint64 // of the order, as it was composed; 0: of a program that doesn't say
	}

	// Delivered says that the network accepted a part.
	Delivered struct {
		Post PostID
		Line LineID // the network's id of what was posted

		Thread ChannelID // the thread that the post started or is in; "": it is in the channel itself

		Audience Audience // as of a [Line]
	}

	// DeliveryFailed says that a part can't be delivered.
	DeliveryFailed struct {
		Post    PostID
		Reason  string
		Unknown bool // it may have been posted all the same: never sent again
		Lost    bool // a power cut may have taken its order: a channel that doesn't know it notes that, others ignore this
	}

	// PresenceChanged says that an account has been without its network for a
	// while, or that it is back.
	PresenceChanged struct {
		Account AccountID
		Online  bool
	}

	// Commanded is something an operator told the channel to do, by the control
	// interface, its page or the prompt; the sender has checked that they may. What
	// people say on a network, also by its slash commands, is [Heard], and the
	// channel checks that.
	Commanded struct {
		By       Author
		Familiar FamiliarID // "" for all seats
		Command  Command
		Text     string // what follows the command's word; only [Turns] has any, [Wake] a prompt and [Say] what to say

		Timed bool          // of [Wake]: a clock ordered it; the turn answers no line and gives no credit
		N     uint64        // of the turn whose tool asks: the note that answers repeats it; 0: none
		For   time.Duration // of quiet; 0: as long as the configuration says
	}

	// MembersKnown answers FetchMembers.
	MembersKnown struct {
		N            uint64
		Humans, Bots int
		FetchedAt    Instant
		Truncated    bool // the list was cut: a hint only
	}

	// HistoryFetched answers FetchHistory: lines from before we listened, oldest
	// first. They are context and arm nothing.
	HistoryFetched struct {
		N     uint64
		Lines []*Line
	}

	// PressureChanged says how much of the budget is used, in five steps:
	// 0 none to 4 at the hard limit.
	PressureChanged struct {
		Familiar FamiliarID // "" for all seats
		Step     int
	}

	// Told is a fact another channel sent: a room to its threads, or back; a
	// channel to its side-fork, or back; any channel to that of [Roles], or back.
	Told struct {
		From ChannelID
		Fact Fact
	}

	// Reconfigured says that the configuration of that generation is in force from
	// here on.
	Reconfigured struct{ Generation int }

	// Forgotten says that something of the past has to go, because a person
	// asked for it, because it is old, or because the network has deleted the
	// whole channel. One of Person, Before and All is set.
	Forgotten struct {
		Person PersonID // all that this person said here
		Before Instant  // the text of all lines before
		All    bool     // the whole channel
		Erase  bool     // what is from Before goes from the journal, too, which would keep it longer
	}

	// Erased answers [Erase]: the text is gone from journal and ledger.
	Erased struct{ N uint64 }

	// Explained answers [Explain], newest first, without what can't be found.
	Explained struct {
		N     uint64
		Notes []*Note
	}

	// ClaimOpened says that the operator has made a code for a role, replacing one
	// that is still open. Only the channel [Roles] hears it.
	ClaimOpened struct {
		Sum   []byte // of the code, see admission.Sum
		Role  string
		Scope string // where it may be used and the role holds, as admission writes rules; "": the network it is used on
	}

	// RoleRevoked says that the operator takes a claimed role back. Only the
	// channel [Roles] hears it.
	RoleRevoked struct {
		Role   string
		Person PersonID
	}

	// LinkEnded says that the operator ends the link of an account. Only the channel
	// [Persons] hears it.
	LinkEnded struct {
		Network Network
		Person  PersonID
	}

	// Skipped says that the event at that sequence was skipped, because it made the
	// state machine panic too often.
	Skipped struct {
		Seq    uint64
		Reason string
	}
)

func (Heard) event()           {}
func (Memorized) event()       {}
func (AlsoHeard) event()       {}
func (Edited) event()          {}
func (Deleted) event()         {}
func (Reacted) event()         {}
func (TimerFired) event()      {}
func (Judged) event()          {}
func (Composed) event()        {}
func (Delivered) event()       {}
func (DeliveryFailed) event()  {}
func (PresenceChanged) event() {}
func (Commanded) event()       {}
func (MembersKnown) event()    {}
func (HistoryFetched) event()  {}
func (PressureChanged) event() {}
func (Told) event()            {}
func (Reconfigured) event()    {}
func (Forgotten) event()       {}
func (Erased) event()          {}
func (Skipped) event()         {}
func (ClaimOpened) event()     {}
func (RoleRevoked) event()     {}
func (LinkEnded) event()       {}
func (Explained) event()       {}

// A Command is what a [Commanded] asks for.
type Command string

// The commands a channel's state machine knows.
const (
	Disengage Command = "disengage" // drop every credit of the seat
	Quiet     Command = "quiet"     // stay silent until told otherwise
	Resume    Command = "resume"    // end quiet
	Wake      Command = "wake"      // think about speaking now
	Stop      Command = "stop"      // cancel the turn in progress
	Clear     Command = "clear"     // forget the lines waiting for a decision
	Turns     Command = "turns"     // who answers for the channel; its Text says what, see turns.Parse

	Unlearn Command = "unlearn" // forget what has been learned from how it was taken, see learning.State

	EngageHere Command = "engage" // open the channel's window: every line is for the familiar

	Say Command = "say" // say its Text, in these words; one familiar
)

// LineOf returns the line of an event by which somebody has said one or changed it: [Heard],
// [AlsoHeard] or [Edited]; false: it is another one.
func LineOf(e Event) (l *Line, is bool) {
	switch e := e.(type) {
	case Heard:
		return e.Line, true
	case AlsoHeard:
		return e.Line, true
	case Edited:
		return e.Line, true
	default:
		return nil, false
	}
}

// WithLine returns such an event with that line in place of its own, and another one as it is.
func WithLine(e Event, l *Line) Event {
	switch e.(type) {
	case Heard:
		return Heard{l}
	case AlsoHeard:
		return AlsoHeard{l}
	case Edited:
		return Edited{l}
	default:
		return e
	}
}
