package load

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"familiar/lab/load/tally"
)

// What a target's Say may return, wrapped. Anything else is tried again as
// ErrAgain is.
var (
	ErrAgain  = errors.New("not accepted now")              // say it again with its id
	ErrNobody = errors.New("no familiar is in the channel") // no use to say it again
)

// A Target is a running familiar.
type Target interface {
	// Say returns once the line is in the journal. A channel's lines are said
	// one after another, lines of different channels at the same time.
	Say(ctx context.Context, l Line) error
}

// A Line as it is said.
type Line struct {
	Key
	ID       string
	Author   string // id; the name is the same
	Text     string
	Mentions []string // ids of people
	ReplyTo  string   // id of a line; "": none
}

// A Key is a line of the tally's.
type Key = tally.Key

// Names is what things are called in one run. A store may have been through
// another run, whose lines have the same numbers.
type Names struct {
	Run      string // begins the ids of this run's lines and ends the tokens of its calls; a small letter, then small letters and digits
	Familiar string // the person that calls mention
}

// Chat returns a channel's name.
func (Names) Chat(channel int) string { return "c" + strconv.Itoa(channel) }

// Channel reads what Chat gave; -1: it is no channel of a load.
func (Names) Channel(chat string) int {
	number, ok := strings.CutPrefix(chat, "c")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 {
		return -1
	}
	return n
}

// ID returns the id of a line.
func (n Names) ID(number uint32) string {
	return n.Run + "-" + strconv.FormatUint(uint64(number), 10)
}

// Key reads what ID gave; false: it is no line of this run.
func (n Names) Key(channel int, id string) (Key, bool) {
	number, ok := strings.CutPrefix(id, n.Run+"-")
	if !ok {
		return Key{}, false
	}
	parsed, err := strconv.ParseUint(number, 10, 32)
	return Key{Channel: channel, Number: uint32(parsed)}, err == nil
}
