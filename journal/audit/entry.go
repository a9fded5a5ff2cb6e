package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"familiar/internal/shorten"
	"familiar/messages"
)

// A Via is the way on which somebody came.
type Via string

// The ways.
const (
	ByHTTP    Via = "http" // the page among that
	ByMCP     Via = "mcp"
	ByCommand Via = "command" // the command line
	ByChat    Via = "chat"    // somebody said so to a familiar
	ByItself  Via = "program" // nobody's: the program does it by its configuration
)

// A Result is what came of a deed. Why it was refused or failed is in the log.
type Result string

// The results.
const (
	Done    Result = "done"
	Refused Result = "refused" // by what was asked, with a reason
	Failed  Result = "failed"  // it may have been done in part
)

// A Deed is one thing that somebody has the program do.
type Deed struct {
	Via      Via                 `json:"via,omitempty"`
	Token    string              `json:"token,omitempty"`  // name of the token it was asked with; "": a command's
	Person   string              `json:"person,omitempty"` // who a trusted proxy says it is, or the system's user; "": nobody says
	Verb     string              `json:"verb,omitempty"`   // what: a tool's or a command's name
	Channel  messages.ChannelID  `json:"channel,omitempty"`
	Familiar messages.FamiliarID `json:"familiar,omitempty"`
	About    string              `json:"about,omitempty"`  // pseudonym of the person of a chat it is about
	Detail   string              `json:"detail,omitempty"` // how long, which knobs, never a text of a chat; at most 1,000 characters
}

// An Entry is one line of a trail. Its fields are storage: they are never renamed or
// given another meaning.
type Entry struct {
	N  uint64           `json:"n"`            // counts them, from 1
	At messages.Instant `json:"at"`           // ms since 1970
	Of uint64           `json:"of,omitempty"` // the deed whose result it tells; 0: it is a deed, about to be done
	Deed
	Result   Result `json:"result,omitempty"`
	Previous string `json:"previous,omitempty"` // hash of the entry before; "": it is the first
}

// How long what somebody else names may be, in characters.
const (
	longestDetail = 1000
	longestName   = 200
)

// bounded returns d with its texts cut.
func (d Deed) bounded() Deed {
	d.Token, d.Person, d.Verb = shorten.Ellipsis(d.Token, longestName), shorten.Ellipsis(d.Person, longestName), shorten.Ellipsis(d.Verb, longestName)
	d.Detail = shorten.Ellipsis(d.Detail, longestDetail)
	return d
}

// Pseudonym returns what stands for a person in a trail whose key this is. Without the
// key nobody can tell whose it is, with it whoever knows the person's id can.
func Pseudonym(key []byte, person messages.PersonID) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(person))
	return "person-" + hex.EncodeToString(sum.Sum(nil)[:8])
}
