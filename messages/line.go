package messages

// An Author wrote a line.
type Author struct {
	ID   PersonID
	Name string // as the network shows it; any text, even empty
	Bot  bool   // another program, possibly a sibling familiar
}

// A Line is a message as one account heard it. It has what the network said in
// structured form and knows no familiars: each seat finds out whether it is
// mentioned.
type Line struct {
	ID      LineID
	Channel ChannelID
	Account AccountID // which of our accounts heard this copy
	Author  Author
	Text    string
	At      Instant // the network's time: shown, but never used for deadlines

	Mentions    []PersonID // people the line pings, without repetition
	Everyone    bool       // it pings everyone, or everyone here
	Roles       []string   // roles and groups it pings
	ReplyTo     Reply      // zero: it answers no particular line
	Attachments []Attachment
	Nonce       string // what we gave the network when we posted it, if it returns that

	DM           bool // a direct message to the account
	ExplicitOnly bool // a place where only an explicit address counts, such as a review thread
	LullEndpoint bool // a voice endpoint: the speaker has finished, which is itself the lull
	Backfilled   bool // fetched after a gap: kept, arms nothing
	Crowded      bool // the channel's backlog was over its soft cap: kept, wakes nobody
	Notice       bool // its network forbids answering it: kept, wakes nobody
	Overdrawn    bool // its author has had what the budget gives one person a day: kept, wakes nobody
	SharesDay    bool // with Overdrawn: its author has had it together with accounts that they linked
	Pane         bool // said in an assistant's pane beside the network's channels

	Audience Audience // who reads the channel it was said in, where familiars go by that; "": nobody can say, or needs to
	Agreed   uint32   // its author's agreement by which what is learned from it may be recalled elsewhere, as of policy/persons; 0: none was in force

	Root LineID // of a thread's root line, in that thread: its id in the room; "" for all others

	Meta Meta
}

// IsOpen reports whether everybody in the workspace could read it.
func (l *Line) IsOpen() bool { return l.Audience == AudienceAll && !l.DM }

// A Reply says which line is answered.
type Reply struct {
	ID         LineID
	Author     PersonID // "" when the network doesn't say
	ThreadRoot bool     // the network knows only the thread's root, not the line answered
}

// Set reports whether it is a reply to a line.
func (r Reply) Set() bool { return r.ID != "" || r.Author != "" }

// An Attachment is known by its metadata; its content is fetched on demand.
type Attachment struct {
	ID    string
	Name  string
	Type  string // media type, "" when unknown
	Bytes int64  // size; 0: unknown
}

// A Quoted is a line as a prompt shows it: a copy of the transcript's, cut to
// length.
type Quoted struct {
	ID          LineID
	Author      Author
	Text        string
	At          Instant // when it was journaled
	Own         bool    // written by the familiar that is asked
	Root        bool    // the root of the thread it is shown in
	Attachments []Attachment

	Reactions []Tally // people's reactions, in the order the kinds came
}

// A Tally is one kind of reaction to a line: who was first, and how many more
// there are.
type Tally struct {
	Emoji string
	Names []string
	More  int // people besides those of Names
}
