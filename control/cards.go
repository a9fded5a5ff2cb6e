package control

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/messages"
)

// Errors that [Cards] wraps to say why it didn't do something.
var (
	ErrNoFamiliar = errors.New("there is no such familiar")                // 404
	ErrCard       = errors.New("the card can't be changed so")             // 400, with what is wrong
	ErrChanged    = errors.New("the card was changed since you opened it") // 409, with by whom
	ErrBudget     = errors.New("refused: the budget of today is used up")  // 409
	ErrModel      = errors.New("the model didn't answer")                  // 502, with why
)

// A Familiar is one of the configuration's.
type Familiar struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Name     string              `json:"name"`
	Preset   string              `json:"preset"`
	Models   []string            `json:"models"`             // that write its replies, the first to be asked first
	Judges   []string            `json:"judges,omitempty"`   // that say whether to speak unasked, the same
	Card     string              `json:"card,omitempty"`     // the file that says who it is, as the configuration has it; "": that says so itself
	Lorebook string              `json:"lorebook,omitempty"` // the same of what it knows; "": it has none
	Picture  bool                `json:"picture,omitempty"`
}

// A Card is who a familiar is, as its files say.
type Card struct {
	Familiar
	Aliases []string    `json:"aliases"`
	Parts   []CardPart  `json:"parts"`            // all that a card may have, in their order
	Entries []LoreEntry `json:"entries"`          // of its lorebook
	Budget  int         `json:"budget,omitempty"` // characters that entries of one prompt have at most; 0: there is no lorebook
	Seen    string      `json:"seen"`             // stands for all of this as it is now
	Fixed   bool        `json:"fixed,omitempty"`  // there is no file that could be changed
}

// A CardPart is a part of a card.
type CardPart struct {
	Part string `json:"part"` // as of [familiar/card.Part]
	Text string `json:"text"` // "": it has none
}

// A LoreEntry is an entry of a lorebook, with what of it can be changed here.
type LoreEntry struct {
	ID        string   `json:"id"`
	Name      string   `json:"name,omitempty"`
	Keys      []string `json:"keys"`
	Secondary []string `json:"secondary,omitempty"`
	Text      string   `json:"text"`
	Constant  bool     `json:"constant,omitempty"`
	Off       bool     `json:"off,omitempty"`
}

// A CardEdit is what of a card is to be different.
type CardEdit struct {
	Name    *string           `json:"name"`    // nil: as it is
	Aliases *[]string         `json:"aliases"` // nil: as they are
	Parts   map[string]string `json:"parts"`   // those that differ, by their name
	Entries []LoreEntry       `json:"entries"` // those that differ, and new ones
}

// about says what is edited, without a word of it.
func (e *CardEdit) about() string {
	what := slices.Sorted(maps.Keys(e.Parts))
	if e.Name != nil {
		what = append(what, "name")
	}
	if e.Aliases != nil {
		what = append(what, "aliases")
	}
	if n := len(e.Entries); n > 0 {
		what = append(what, fmt.Sprintf("%d entries of its lorebook", n))
	}
	return strings.Join(what, ", ")
}

// A CardTrial is a card with an edit, and a line to try it with.
type CardTrial struct {
	Familiar messages.FamiliarID
	Channel  messages.ChannelID // in whose place it is tried; "": in none
	Edit     CardEdit
	Author   string // who says the line
	Line     string
}

// A CardPrompt is what a familiar's model would be sent.
type CardPrompt struct {
	Model  string       `json:"model"`
	System string       `json:"system"`
	Page   string       `json:"page"`
	Tools  []string     `json:"tools"` // names of those it is offered
	Parts  []PromptPart `json:"parts"`
	Lore   []string     `json:"lore"`    // ids of entries that stand in it
	NoRoom []string     `json:"no_room"` // ids of those that there was no room for

	Tokens int      `json:"tokens"`        // it is taken for so many
	Reply  int      `json:"reply"`         // tokens that an answer is taken to have
	USD    *float64 `json:"usd,omitempty"` // what both would cost; nil: nobody knows the price

	Characters int `json:"characters"`           // of the card
	Judged     int `json:"judged,omitempty"`     // of these, what its judge reads at most; 0: it has no judge
	LineCut    int `json:"line_limit,omitempty"` // characters shown of a line, where the tried one has more
}

// A PromptPart is a part of a prompt, with its size.
type PromptPart struct {
	Part   string `json:"part"` // tools, card, rules, place, lore or lines
	Tokens int    `json:"tokens"`
}

// A CardTried is what a familiar's model said to a line.
type CardTried struct {
	Text  string   `json:"text"`  // "": it said nothing
	Quiet bool     `json:"quiet"` // it would rather say nothing
	Tools []string `json:"tools"` // names of tools it would have used
	Cut   bool     `json:"cut"`   // its limit of tokens ended the text
	Model string   `json:"model"` // that answered
	Took  int64    `json:"took_ms"`
	In    int      `json:"tokens_in"`
	Out   int      `json:"tokens_out"`
	USD   *float64 `json:"usd,omitempty"` // as it is booked; nil: nobody knows the price
}

// A CardWritten is what becomes of the files of a card.
type CardWritten struct {
	Files  []FileChange `json:"files"`            // those that change
	Seen   string       `json:"seen"`             // stands for the card as it is now
	Done   bool         `json:"done"`             // it is written and in force
	Others bool         `json:"others,omitempty"` // other processes may run, whose files stay as they are
}

// A FileChange is what changes in a file.
type FileChange struct {
	File    string `json:"file"`
	Changes string `json:"changes"` // as of a [Written]
}

// Cards shows, tries and changes who familiars are. Its errors wrap [ErrNoFamiliar],
// [ErrCard], [ErrChanged], [ErrBudget] or [ErrModel] where one fits.
type Cards interface {
	// Familiars returns all of the configuration's, sorted by id.
	Familiars() []Familiar
	// Card returns one's, as its files are now.
	Card(messages.FamiliarID) (*Card, error)
	// Picture returns the picture of one that has one, with its media type.
	Picture(messages.FamiliarID) (kind string, picture []byte, err error)
	// Prompt returns what the model would be sent. Nobody is asked.
	Prompt(context.Context, CardTrial) (*CardPrompt, error)
	// Try asks the model once. Nothing is journaled or posted; it counts in the budget.
	Try(context.Context, CardTrial) (*CardTried, error)
	// Look returns what would change in the files, of which seen stands for how they
	// were when the edit began.
	Look(id messages.FamiliarID, edit CardEdit, seen string) (*CardWritten, error)
	// Write changes the files and puts them in force, if they are still as seen. By
	// names the token it is asked with.
	Write(ctx context.Context, id messages.FamiliarID, edit CardEdit, seen, by string) (*CardWritten, error)
}
