package messages

import "time"

// An Effect is something the state machine orders done. Orders that are
// answered carry a number; the answer repeats it.
//
//sumtype:decl
type Effect interface{ effect() }

// DeliverWithin is how long a channel waits for what becomes of a [Post], and so how long a
// network may have it wait.
const DeliverWithin = 10 * time.Minute

// A Trigger is why a familiar thinks about speaking.
type Trigger string

// The triggers, weakest first.
const (
	Interjection Trigger = "interjection" // enough was said since it last thought about it
	Lull         Trigger = "lull"         // the talk paused
	Question     Trigger = "question"     // a question stands unanswered
	FollowUp     Trigger = "follow-up"    // somebody it talks with went on
	Address      Trigger = "address"      // somebody called it
	Woken        Trigger = "wake"         // somebody with the right to do so woke it
	Scheduled    Trigger = "schedule"     // a schedule of its own says so
)

// Unsolicited reports whether nobody asked the familiar to speak.
func (t Trigger) Unsolicited() bool {
	return t == Interjection || t == Lull || t == Question || t == Scheduled
}

// A Notice is the one remark the program adds to what the model is shown.
type Notice string

// The notices.
const (
	NoNotice    Notice = ""
	GroupNudge  Notice = "group" // several people are here: speak only when it is yours to
	GuardNotice Notice = "guard" // only bots have talked lately: you may stay silent
	FixNotice   Notice = "fix"   // this is a side-fork: work out the correction of a reply of yours
)

type (
	// Judge asks the monitor whether the familiar should speak now. It is
	// answered by one [Judged] before Deadline.
	Judge struct {
		N        uint64
		Channel  ChannelID
		Familiar FamiliarID
		Trigger  Trigger
		Count    int      // lines heard since the familiar last spoke
		Context  []Quoted // lines before those in question, oldest first
		Waiting  []Quoted // the lines in question
		Deadline Instant
		Meta     Meta

		Word bool `json:",omitempty"` // one word is wanted, yes or no, and no reason

		Others []Candidate `json:",omitempty"` // who else may be the one to speak, all of the same judge; none: the question is about Familiar alone

		Second bool `json:",omitempty"` // it is for the second judge: by the odds the first one's verdict was not enough
	}

	// A Candidate is a familiar that may be the one to speak.
	Candidate struct {
		Familiar FamiliarID
		Count    int // lines heard since it last spoke
	}

	// Compose asks for one turn. It is answered by one [Composed] before
	// Deadline.
	Compose struct {
		N         uint64
		Channel   ChannelID
		Familiar  FamiliarID
		Trigger   Trigger
		Earlier   []Quoted // before the recent ones, the familiar's own among them
		Recent    []Quoted // observed since its last turn, not addressed to it
		Addressed []Quoted // addressed to it, or what made it want to speak
		Notice    Notice
		Deadline  Instant
		Meta      Meta

		Surface  string // the kind of place people read the answer in, and how to write there; "": not known
		Limit    int    // characters a message should have at most; 0: not known
		Injected int    // so many at the end of Addressed were given to it by Inject; 0 in an order that is new
		Prompt   string // what the operator woke it for, in the operator's words; "": nothing
		Timed    bool   // a clock ordered the turn: it answers no line
		Without  []Tool // tools that the turn doesn't get, whatever the place offers
		Shadow   bool   // nobody is to notice: nothing it says or does leaves the program
		Form     uint64 `json:",omitempty"` // from 1: one more each time that something it showed was deleted or forgotten

		Memories []Memory `json:",omitempty"` // what it keeps of this channel that comes to mind, the nearest first
		Kept     []Memory `json:",omitempty"` // all that it keeps of this channel, where vectors are to say what of it is alike; none of it is shown for that
		Reach    *Reach   `json:",omitempty"` // what it may be shown besides, of other channels; nil: nothing
	}

	// Inject gives lines to the agent that has order N: they are for the
	// familiar and came since. It takes them in before its next call of the
	// model, and [Composed] says which it took; the order itself is not
	// answered.
	Inject struct {
		N       uint64
		Channel ChannelID
		Lines   []Quoted
	}

	// Recompose stands for the order of its number, which has no answer yet: something that
	// was shown by that has been deleted or forgotten since. What a model has written
	// with it in sight is thrown away.
	Recompose struct{ Compose }

	// Cancel calls off an order that is not yet answered.
	Cancel struct{ N uint64 }

	// Post hands a part to the outbox. There is at most one with its ID, ever.
	Post struct {
		ID       PostID
		Channel  ChannelID
		Account  AccountID
		Familiar FamiliarID
		Part     int    // of its turn, from 0
		As       string // whom people are to be shown it is by, where several familiars share the account; "": nobody but the account
		Picture  string // address of the picture it is shown with under that name, where the network can; "": the account's
		Text     string
		ReplyTo  LineID    // quote this line; "" for none
		Quoting  Quoted    // the line ReplyTo names, for networks without replies
		Mentions []Mention // people the text names: nobody else is pinged
		Thread   bool      // post in the thread off the line ReplyTo names, and begin it if there is none
		Within   ChannelID // the thread of Channel to post in; "": the channel itself, or as Thread says
		Meta     Meta

		File *File // post this, not Text, which is what the transcript shows for it; nil: post Text

		Earlier bool // it came before who posts it began, and may have been sent; set as it is handed over, never kept
	}

	// A Mention is somebody a text names as "@Name".
	Mention struct {
		Name string
		ID   PersonID
	}

	// Bury keeps what was given up for the operator: a post that will not be
	// delivered, or about which nobody knows.
	Bury struct {
		Post    Post
		Reason  string
		Unknown bool // it may have been posted
	}

	// Erase takes text out of journal, ledger and older snapshots. It leaves
	// after the state that no longer has it is saved, and is answered by one
	// [Erased]. One of Line, Person, Before, All and Memories is set; Until may be with
	// Person and Memories.
	Erase struct {
		N        uint64
		Channel  ChannelID
		Line     LineID   // this line in every copy and edit
		Person   PersonID // every line by this person
		Before   Instant  // every record from before, and the reasons in notes
		Until    Instant  // records from then on stay; 0: none does
		All      bool     // whatever there is of the channel but its newest snapshot
		Memories bool     // every [Memorized]
		Deadline Instant  // then it is ordered again
	}

	// ShowTyping lets the people see that an answer is being written.
	ShowTyping struct {
		Channel  ChannelID
		Account  AccountID
		Familiar FamiliarID
		On       bool
	}

	// React adds a reaction to a line.
	React struct {
		Channel  ChannelID
		Account  AccountID
		Familiar FamiliarID
		Line     LineID
		Emoji    string
	}

	// Edit changes the text of a line of the account's own. The same order
	// again does no harm.
	Edit struct {
		Channel  ChannelID // where the line stands
		Account  AccountID
		Line     LineID
		As       string // as of a Post
		Text     string
		Mentions []Mention // people the text names; whether they are pinged is the network's affair, nobody else is
		Meta     Meta
	}

	// FetchMembers asks how many people are here: [MembersKnown].
	FetchMembers struct {
		N        uint64
		Channel  ChannelID
		Account  AccountID // who is to ask, since it is known to be there; "": nobody is known to be
		Deadline Instant
	}

	// FetchHistory asks for earlier lines: [HistoryFetched].
	FetchHistory struct {
		N        uint64
		Channel  ChannelID
		Account  AccountID // as of FetchMembers; what it says is its own seats'
		Head     int       // from a thread's start
		Tail     int       // the newest
		Deadline Instant
	}

	// Explain asks for the notes that tell why a familiar spoke or kept quiet:
	// [Explained].
	Explain struct {
		N        uint64
		Channel  ChannelID
		Familiar FamiliarID
		Line     LineID // about this line; "": about the newest ones
		Last     int    // so many of them
		Deadline Instant
	}

	// ShareRoles has every channel know the roles and the open claim that the
	// state of [Roles] holds.
	ShareRoles struct{}

	// AskLink is [Tell] to [Persons] of what somebody has said. Whoever carries it out
	// draws the random bits that a code is made of, other ones each time.
	AskLink struct {
		From ChannelID
		Said LinkSaid
	}

	// ShareLinks has the whole program know which accounts are linked, as the state of
	// [Persons] holds it, and what was done for which it is ordered.
	ShareLinks struct{ Deed LinkDeed }

	// Tell sends another channel a fact, durably.
	Tell struct {
		Channel ChannelID
		Event   Told
	}
)

// A LinkDeed is what somebody has done about linked accounts. The zero LinkDeed is that
// nobody has done anything.
type LinkDeed struct {
	Act  LinkAct
	Of   Identity // who said it
	With Identity // of AccountsLinked: who had been given the code
}

// A LinkAct is one of what can be done about linked accounts.
type LinkAct uint8

// What can be done about linked accounts.
const (
	_                LinkAct = iota
	AccountsLinked           // two are one person's from here on
	AccountUnlinked          // one is by itself again
	SharingAgreed            // what is learned from one may be recalled wherever its person is answered
	SharingWithdrawn         // it may no longer
)

func (Judge) effect()        {}
func (Memorize) effect()     {}
func (Compose) effect()      {}
func (Inject) effect()       {}
func (Cancel) effect()       {}
func (Post) effect()         {}
func (Bury) effect()         {}
func (Erase) effect()        {}
func (ShowTyping) effect()   {}
func (React) effect()        {}
func (Edit) effect()         {}
func (FetchMembers) effect() {}
func (FetchHistory) effect() {}
func (Tell) effect()         {}
func (AskLink) effect()      {}
func (ShareLinks) effect()   {}
func (ShareRoles) effect()   {}
func (Explain) effect()      {}
func (*Note) effect()        {}
