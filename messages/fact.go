package messages

import (
	"slices"
	"strings"
	"time"
)

// A Fact is what one channel tells another. Rooms tell their threads what holds in
// them, threads tell their rooms that they exist, a channel tells its side-fork
// what to correct, and any channel tells that of [Roles] which code was said, that of
// [Persons] who links accounts, and that of [Memories] about whom it knows something.
//
//sumtype:decl
type Fact interface{ fact() }

type (
	// Replied tells a thread that a reply of the familiar is in it, or on its way.
	Replied struct {
		Familiar FamiliarID
		Person   PersonID // who may go on there without addressing it; "": nobody
	}

	// ThreadHere says that a thread exists, and which line of the room is its root,
	// if it knows.
	ThreadHere struct{ Root LineID }
	// RoomHolds tells a thread what holds in its room.
	RoomHolds struct {
		Version uint64 // of the facts
		Facts   *RoomFacts
	}
	// ThreadKnows answers [RoomHolds].
	ThreadKnows struct{ Version uint64 }
	// RoomLeaves says that the room won't tell a thread any more.
	RoomLeaves struct{}
	// ThreadLeft answers [RoomLeaves].
	ThreadLeft struct{}

	// RootGone says that a thread's root line was deleted or forgotten.
	RootGone struct{ Line LineID }
	// RootWent answers [RootGone]: the line is gone from the thread too.
	RootWent struct{ Line LineID }

	// ForkBegun is the task of a side-fork: to work out a correction.
	ForkBegun struct {
		Fork     uint64 // its number
		Familiar FamiliarID
		Text     string // the wrong reply
		Why      string // what is wrong with it
	}
	// ForkFixed is the correction.
	ForkFixed struct {
		Fork     uint64
		Familiar FamiliarID
		Text     string
	}
	// ForkUnfixed says that there is none.
	ForkUnfixed struct {
		Fork     uint64
		Familiar FamiliarID
		Why      string
	}
	// ForkClosed says that the answer is in, or no longer wanted.
	ForkClosed struct {
		Fork     uint64
		Familiar FamiliarID
	}

	// CodeSaid says that somebody has said a code that fits the open claim.
	CodeSaid struct {
		Code     string
		Person   PersonID
		DM       bool
		Line     LineID     // to answer
		Familiar FamiliarID // who answers
	}
	// RoleGiven answers [CodeSaid]: the role is theirs.
	RoleGiven struct {
		Line     LineID
		Familiar FamiliarID
		Role     string
		Where    string // the rule that says where it holds
	}

	// LinkSaid asks [Persons], in somebody's name: for a code by which another account
	// of theirs is linked with this one, to take such a code, to end the link, or to take
	// what they say of being recalled elsewhere.
	LinkSaid struct {
		N        uint64   // as the asking channel counts; the same again is the same question
		Of       Identity // the network is the channel's
		Code     string   // that was said; "": none
		Ends     bool     // the link is to end
		Public   bool     // others could read the code: it is void, and there is no answer
		Random   []byte   // to make a code of, see [AskLink]
		Line     LineID   // to answer
		Familiar FamiliarID
		Share    Share // of what is learned from them; "": it asks for something else
	}
	// LinkAnswered answers [LinkSaid].
	LinkAnswered struct {
		N        uint64 // as of the question; 0: somebody has used the code that was given here
		Line     LineID
		Familiar FamiliarID
		Outcome  string        // a word of policy/persons
		Code     string        // to be said on the other account; "": none
		For      time.Duration // how long it may be used
		With     []Identity    // what the account is linked with now
	}

	// MemoriesHeld tells the channel of [Memories] about whom a channel keeps what may be
	// told elsewhere in its workspace. It has no word of that.
	MemoriesHeld struct {
		Version uint64 // counts what the channel has told; the highest holds
		Held    []HeldMemories
	}
	// MemoriesKnown answers [MemoriesHeld].
	MemoriesKnown struct{ Version uint64 }

	// UnknownFact is of another version of the program: it changes nothing.
	UnknownFact struct{ What string }
)

// RoomFacts are what was said in a room and also holds in its threads: who is
// quiet, who is left alone, who answers. The zero RoomFacts says nothing.
type RoomFacts struct {
	Quiet   []Hush       `json:"quiet,omitempty"`
	Alone   []PersonID   `json:"alone,omitempty"`
	Mode    string       `json:"mode,omitempty"` // who answers, a mode of policy/turns; "": as configured
	Members []FamiliarID `json:"members,omitempty"`
}

// A Hush is a familiar that was told to be quiet.
type Hush struct {
	Familiar FamiliarID `json:"familiar"`
	Until    Instant    `json:"until,omitempty"` // 0: until told otherwise
}

// HeldMemories says about whom a familiar keeps something.
type HeldMemories struct {
	Familiar FamiliarID `json:"f"`
	People   []uint32   `json:"p"` // tokens of accounts, as of policy/memory; never empty
}

func (Replied) fact()       {}
func (ThreadHere) fact()    {}
func (RoomHolds) fact()     {}
func (ThreadKnows) fact()   {}
func (RoomLeaves) fact()    {}
func (ThreadLeft) fact()    {}
func (RootGone) fact()      {}
func (RootWent) fact()      {}
func (ForkBegun) fact()     {}
func (ForkFixed) fact()     {}
func (ForkUnfixed) fact()   {}
func (ForkClosed) fact()    {}
func (CodeSaid) fact()      {}
func (RoleGiven) fact()     {}
func (LinkSaid) fact()      {}
func (LinkAnswered) fact()  {}
func (MemoriesHeld) fact()  {}
func (MemoriesKnown) fact() {}
func (UnknownFact) fact()   {}

// IsAbout reports whether an event that is no line, reaction or command names a person, or
// tells what they said.
func IsAbout(e Event, person PersonID) bool {
	switch e := e.(type) {
	case Told:
		return e.isAbout(person)
	case LinkEnded:
		return e.Person == person
	case RoleRevoked:
		return e.Person == person
	default:
		return false
	}
}

func (t Told) isAbout(person PersonID) bool {
	switch fact := t.Fact.(type) {
	case Replied:
		return fact.Person == person
	case RoomHolds:
		return fact.Facts != nil && slices.Contains(fact.Facts.Alone, person)
	case CodeSaid:
		return fact.Person == person
	case RoleGiven:
		return strings.HasSuffix(fact.Where, " author:"+string(person))
	case LinkSaid:
		return fact.Of.Person == person
	case LinkAnswered:
		return slices.ContainsFunc(fact.With, func(i Identity) bool { return i.Person == person })
	default:
		return false
	}
}
