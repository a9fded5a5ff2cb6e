package messages

import (
	"fmt"
	"strconv"
)

// A RecalledFor is why a memory came to mind.
type RecalledFor string

// The reasons.
const (
	ForPerson RecalledFor = "person" // it is about somebody who is answered
	ForWords  RecalledFor = "words"  // it shares words with what is answered
	ForBoth   RecalledFor = "both"
	ForAlike  RecalledFor = "alike" // by its vector alone

	ForAgreed RecalledFor = "agreed" // it is about whoever is answered, who agreed to have it recalled elsewhere
)

// A Share is what somebody says of what is learned from them.
type Share string

// The shares.
const (
	ShareOn  Share = "on"  // it may be recalled wherever they are answered, by whichever linked account
	ShareOff Share = "off" // it may not
)

// A MemoryID is the number of a memory among a seat's.
type MemoryID uint32

// String returns it as prompts and notes have it: m3.
func (id MemoryID) String() string { return "m" + strconv.FormatUint(uint64(id), 10) }

type (
	// A Memory is one that a model is shown.
	Memory struct {
		ID    MemoryID
		Text  string
		Name  string      // of the person it is about; "": of nobody in particular
		Why   RecalledFor // why it came to mind; "" where all are shown
		Alike uint8       // percent, how alike it is to what is answered by vectors; 0: nobody has compared it, or it isn't
		From  ChannelID   // the channel that keeps it; "": the one it is shown in
	}

	// A Recollection is a memory that a prompt had.
	Recollection struct {
		ID  MemoryID    `json:"id"`
		Why RecalledFor `json:"why"`

		Alike uint8 `json:"alike,omitempty"` // as of [Memory]

		From ChannelID `json:"from,omitempty"` // as of [Memory]
	}

	// A Reach is what a turn may recall of other channels: what its familiar has learned
	// of those people where everybody in the workspace could read it, and what they agreed to.
	Reach struct {
		Familiar FamiliarID
		People   []PersonID // accounts that the turn answers; empty where it goes by Agreed

		Direct     bool     `json:",omitempty"` // the turn is in a direct message: nothing of its workspace is recalled
		Everywhere bool     `json:",omitempty"` // also what they agreed to
		Agreed     []uint32 `json:",omitempty"` // their agreements, for which whoever carries the turn out asks [Persons]
		Alone      bool     `json:",omitempty"` // with Agreed: nobody else reads where the turn is
	}

	// A Lesson is what a model would keep.
	Lesson struct {
		Text     string   `json:"text"`
		From     []LineID `json:"from"`               // the lines it was made of, as the model says
		About    LineID   `json:"about,omitempty"`    // a line by whom it is about; "": of nobody in particular
		Sure     int      `json:"sure"`               // percent, 1 to 100
		Replaces MemoryID `json:"replaces,omitempty"` // the memory whose place it takes; 0: it is new
	}

	// Memorize asks a model what to keep of lines. It is answered by one [Memorized]
	// before Deadline.
	Memorize struct {
		N        uint64
		Channel  ChannelID
		Familiar FamiliarID
		Lines    []Quoted // oldest first
		Known    []Memory // what is kept already, of which whoever writes lessons is shown nothing
		Deadline Instant
	}

	// Memorized answers [Memorize].
	Memorized struct {
		N       uint64
		Lessons []Lesson
		Error   string // why nothing was learned
		Fault   Fault  // with Error: whether asking again may help
	}
)

// String says of a memory that a prompt had whose it is and why it came to mind, as notes and
// traces have it: m3 of web//garden (person, alike: 0.83).
func (r Recollection) String() string {
	text, why := r.ID.String(), string(r.Why)
	if r.From != "" {
		text += " of " + string(r.From)
	}
	if r.Alike > 0 {
		alike := fmt.Sprintf("alike: %.2f", float64(r.Alike)/100)
		if why += ", " + alike; r.Why == ForAlike {
			why = alike
		}
	}
	return text + " (" + why + ")"
}
