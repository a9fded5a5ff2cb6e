package screen

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"familiar/messages"
	"familiar/messages/because"
)

// A Style is how lines look. The zero Style is plain, shows ids for names,
// and local time.
type Style struct {
	Colour bool                                                            // ANSI colours by act; whether NO_COLOR forbids them, the caller knows
	Zone   *time.Location                                                  // of the times shown; nil: local
	Name   func(messages.FamiliarID) string                                // a familiar's name; nil: its id
	Line   func(messages.ChannelID, messages.LineID) (author, text string) // what a line said, "" for both when unknown; nil: its id
}

// Columns are filled up to these widths, in runes.
const (
	channelWidth = 11
	nameWidth    = 7
)

// quotedRunes is how much of a line a decision about it shows.
const quotedRunes = 48

// colours of the acts: 16-colour ANSI codes, which every terminal has and
// fits to its background.
var colours = map[messages.Act]string{
	messages.Drop:     "90",
	messages.Observe:  "90",
	messages.Engage:   "32",
	messages.Denied:   "31",
	messages.Claim:    "34",
	messages.Ask:      "33",
	messages.Wait:     "36",
	messages.Settled:  "35",
	messages.Followed: "90",
}

// Decision returns a note as one line without a line break:
//
//	14:02:11  garden       Aria     engage (mention)  line by Ana: @Aria do you…
//
// After act and rung follow what there is of trigger, line, due time and
// reason.
func (s Style) Decision(n *messages.Note) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", Clean(string(n.Act)), Clean(string(n.Rung)))
	if n.Trigger != "" {
		b.WriteString(" after " + Clean(string(n.Trigger)))
	}
	what := s.paint(colours[n.Act], b.String())
	b.Reset()
	if n.Due != 0 {
		fmt.Fprintf(&b, ", thinks in %v (%s)", n.Due.Sub(n.At).Round(100*time.Millisecond), Clean(n.Term))
	}
	if n.Reason != nil {
		b.WriteString(": " + Clean(because.Written(n.Reason)))
	}
	b.WriteString(s.about(n.Channel, n.Line))
	return s.head(n.At, n.Channel, s.who(n.Familiar)) + what + b.String()
}

// who returns a familiar's name; of nobody's: "all".
func (s Style) who(id messages.FamiliarID) string {
	if id == "" {
		return "all"
	}
	if s.Name == nil {
		return string(id)
	}
	return cmp.Or(s.Name(id), string(id))
}

// Softly is [Style.Decision] all in grey.
func (s Style) Softly(n *messages.Note) string {
	plain := s
	plain.Colour = false
	return s.paint(soft, plain.Decision(n))
}

// Said returns a person's line as one line of the same columns as a decision.
func (s Style) Said(channel messages.ChannelID, at messages.Instant, author, text string) string {
	return s.head(at, channel, author) + Clean(text)
}

// about says which line a decision is about.
func (s Style) about(channel messages.ChannelID, line messages.LineID) string {
	if line == "" {
		return ""
	}
	author, text := "", ""
	if s.Line != nil {
		author, text = s.Line(channel, line)
	}
	if author == "" {
		return "  line " + Cut(Clean(string(line)), quotedRunes)
	}
	return "  line by " + Clean(author) + ": " + Cut(Clean(text), quotedRunes)
}

// head returns the columns before what happened.
func (s Style) head(at messages.Instant, channel messages.ChannelID, who string) string {
	zone := s.Zone
	if zone == nil {
		zone = time.Local
	}
	return at.Time().In(zone).Format(time.TimeOnly) + "  " + column(shortly(channel), channelWidth) + "  " + column(who, nameWidth) + "  "
}

// shortly returns the part of a channel's id that people call it by, and the
// thread's. An id of another form is shown whole.
func shortly(id messages.ChannelID) string {
	c, err := messages.ParseChannel(id)
	switch {
	case err != nil:
		return string(id)
	case c.Thread != "":
		return c.Chat + "/" + c.Thread
	}
	return c.Chat
}

func column(text string, width int) string {
	text = Clean(text)
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

func (s Style) paint(colour, text string) string {
	if !s.Colour || colour == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}
