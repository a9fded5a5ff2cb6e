package because

import (
	"fmt"
	"strconv"
)

// OfPart returns what a network said of a post that it did not take: which of
// the turn's parts that is, from 1, of how many; 0 where no other is posted.
func OfPart(part, of int, words string) Reason {
	if part == 0 {
		return Says(words)
	}
	return PartSaid{part, of, words}
}

// PartSaid is what a network said of one of a turn's parts while another one is
// posted, or may be.
type PartSaid struct {
	Part, Of int
	Words    string
}

func (p PartSaid) clause() string {
	return fmt.Sprintf("part %d of %d: %s", p.Part, p.Of, p.Words)
}

// PostLost is what is known of a post whose order the journal has lost.
type PostLost struct{ Post, Words string }

func (p PostLost) clause() string { return p.Post + ": " + p.Words }

// PartKept is that a part of a turn, from 1, is not posted.
type PartKept struct{ Part int }

func (p PartKept) clause() string { return fmt.Sprintf("part %d is not posted", p.Part) }

// PiecesKept is that pieces of a text are not posted: it is too long.
type PiecesKept struct {
	Part   int // of the turn, from 1; 0: it is a notice
	Pieces int
}

func (p PiecesKept) clause() string {
	if p.Part == 0 {
		return fmt.Sprintf("%d pieces of a notice are not posted", p.Pieces)
	}
	return fmt.Sprintf("part %d: %d pieces of it are not posted", p.Part, p.Pieces)
}

// Unposted is that parts of a composed turn are given up, and why.
type Unposted struct {
	Parts int // 0: all
	Why   Reason
}

func (u Unposted) clause() string {
	switch why := Written(u.Why); u.Parts {
	case 0:
		return "nothing is posted: " + why
	case 1:
		return "a part is not posted: " + why
	default:
		return strconv.Itoa(u.Parts) + " parts are not posted: " + why
	}
}

// TextRefused is that texts of a turn were refused, the last by that rule of
// policy/finish.
type TextRefused struct {
	By  string
	All bool // else the rest was said
}

func (t TextRefused) clause() string {
	if t.All {
		return "every text was refused, the last as " + t.By
	}
	return "said, but for a part refused as " + t.By
}

// Checked is what a look at a reply before posting did to it.
type Checked struct {
	By    string // who looked
	Did   string // changed, stopped, failed or skipped
	Words string // its own; "": it said nothing
}

func (c Checked) clause() string { return behind(c.By+checkedDid[c.Did], c.Words) }

// checkedDid says what was done behind who did it.
var checkedDid = map[string]string{
	"changed": " changed the reply",
	"stopped": " stopped the reply",
	"failed":  " could not check the reply, which is stopped",
	"skipped": " could not check the reply, which passes",
}

// AgentFailed is that a turn's agent gave no answer.
type AgentFailed struct{ Error string }

func (a AgentFailed) clause() string { return "the agent gave no answer: " + a.Error }

// CutShort is that a model's text was cut off before anything could be said.
type CutShort struct {
	By      string
	Thought bool // it had only thought
}

func (c CutShort) clause() string {
	if c.Thought {
		return "the model only thought, and was " + c.By
	}
	return "the model wrote nothing whole, and was " + c.By
}

// WouldSay is what a familiar in shadow would have posted.
type WouldSay struct {
	Letters int
	Parts   int
	Deeds   int // besides
}

func (w WouldSay) clause() string {
	would := fmt.Sprintf("it would have said %d characters", w.Letters)
	if w.Parts > 1 {
		would += fmt.Sprintf(" in %d parts", w.Parts)
	}
	if w.Deeds > 0 {
		would += fmt.Sprintf(", and done %d more", w.Deeds)
	}
	return would
}

// Uncorrected is that a side-fork came to nothing, in its own words.
type Uncorrected struct{ Words string }

func (u Uncorrected) clause() string { return "no correction: " + u.Words }
