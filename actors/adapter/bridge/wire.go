package bridge

import "familiar/messages"

// What a bridge may send at most.
const (
	bodyMost     = 1 << 20        // bytes of a request
	contentMost  = 4 << 20        // bytes of a file that a bridge fetches
	fetchedMost  = 6 << 20        // bytes of the request that has it, in base64
	eventsMost   = 100            // events of one request
	ordersMost   = 100            // orders of one answer
	listMost     = 100            // mentions, roles, attachments, each
	idMost       = 512            // bytes of an id
	nameMost     = 200            // characters of a file's name and type
	postMost     = 8 << 10        // bytes of the id of a post, which names its channel
	requestsMost = 8              // requests of an account at once
	aheadMost    = 24 * 3_600_000 // ms a line's time may lie in the future
	againMost    = 3_600          // s a bridge may have an order wait
)

// A hello is how a bridge begins.
type hello struct {
	Me  person   `json:"me"`  // the account's own identity on the network
	Can []string `json:"can"` // what it can do besides posting, see able.go
}

// A welcome answers it.
type welcome struct {
	Session string             `json:"session"` // part of all other paths
	Account messages.AccountID `json:"account"`
	Can     []string           `json:"can"` // those of the hello's that are known here
}

// A person is somebody on the network.
type person struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	Bot  bool   `json:"bot,omitempty"`
}

// A place is part of each event and of each order.
type place struct {
	Chat   string `json:"chat"`
	Thread string `json:"thread,omitempty"` // "": the chat itself
	DM     bool   `json:"dm,omitempty"`     // it is between one person and this account alone
}

// The types of events.
const (
	lineSaid    = "line"
	lineEdited  = "edit"
	lineDeleted = "delete"
	lineReacted = "reaction"
	placeGone   = "gone" // the chat or thread as a whole
)

// An event is something that happened on the network. Which fields count depends on
// its type.
type event struct {
	Type string `json:"type"`
	place
	ID     string `json:"id"` // of the line
	Author person `json:"author"`

	Text        string   `json:"text"`
	At          int64    `json:"at"` // ms since 1970; 0: now
	Mentions    []string `json:"mentions"`
	Everyone    bool     `json:"everyone"`
	Roles       []string `json:"roles"`
	ReplyTo     reply    `json:"reply_to"`
	Attachments []file   `json:"attachments"`
	Post        string   `json:"post"`      // of a line that the bridge posted: the post's id
	Earlier     bool     `json:"earlier"`   // said while the bridge was away: nobody answers it
	Notice      bool     `json:"notice"`    // the network forbids answering it
	Forwarded   bool     `json:"forwarded"` // somebody else's words, passed on

	Emoji   string `json:"emoji"`
	Removed bool   `json:"removed"`
}

// A reply says which line is answered.
type reply struct {
	ID     string `json:"id"`
	Author string `json:"author"` // "" where the network doesn't say
}

// A file is what is attached to a line.
type file struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"` // 0: unknown
}

// A report is what a bridge sends at once.
type report struct {
	Events []event `json:"events"`
}

// A taken answers it.
type taken struct {
	Taken   int      `json:"taken"`             // so many, from the first, are done with
	Refused []string `json:"refused,omitempty"` // which of those were thrown away, and why
	Error   string   `json:"error,omitempty"`   // why the rest wasn't taken
}

// The types of orders.
const (
	toPost    = "post"
	toFind    = "find"
	toEdit    = "edit"
	toReact   = "react"
	toType    = "typing"
	toMembers = "members"
	toHistory = "history"
	toFetch   = "fetch"
)

// An order is something to be done on the network, and to be answered. Which fields it
// has depends on its type.
type order struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	place

	Post        string         `json:"post,omitempty"`         // the post's id: of post and find
	At          int64          `json:"at,omitempty"`           // when it was made, ms since 1970: of post and find
	Familiar    string         `json:"familiar,omitempty"`     // who speaks
	As          string         `json:"as,omitempty"`           // the name to show it under
	Text        string         `json:"text,omitempty"`         // of post, find and edit
	Spans       []span         `json:"spans,omitempty"`        // the same text, taken apart where it calls somebody
	ReplyTo     string         `json:"reply_to,omitempty"`     // the line it answers
	StartThread bool           `json:"start_thread,omitempty"` // post it into the thread off that line
	File        *messages.File `json:"file,omitempty"`         // post this, no text
	Line        string         `json:"line,omitempty"`         // of edit, react and fetch
	Emoji       string         `json:"emoji,omitempty"`
	On          bool           `json:"on,omitempty"`   // of typing: it begins or goes on
	Head        int            `json:"head,omitempty"` // of history: lines from a thread's start
	Tail        int            `json:"tail,omitempty"` // and the newest
	Attachment  string         `json:"attachment,omitempty"`
}

// A span is a part of a text. With Who it calls that person, and nothing else in the
// text may call anybody.
type span struct {
	Text string `json:"text"`
	Who  string `json:"who,omitempty"`
}

// An answer is what came of an order. With Error, nothing else counts but Gone and
// Again; with neither, nobody knows whether it was done.
type answer struct {
	Line    string   `json:"line"`   // of post and find: the id of what was posted
	Thread  string   `json:"thread"` // the thread it stands in
	Found   *bool    `json:"found"`  // of find
	Members *members `json:"members"`
	Lines   []event  `json:"lines"`   // of history, oldest first
	Content []byte   `json:"content"` // of fetch, in base64

	Error string `json:"error"`
	Gone  bool   `json:"gone"`  // it was not done, and never can be
	Again int    `json:"again"` // it was not done, and can be tried after so many seconds
}

// Members is who is in a chat.
type members struct {
	People int  `json:"people"`
	Bots   int  `json:"bots"` // with the account's own
	Cut    bool `json:"cut"`  // there may be more
}
