package lab

import (
	"fmt"
	"slices"
	"strings"

	"familiar/cmd/familiar/command"
)

// channelsMet are the channels of a recording, as far as it was read.
type channelsMet struct {
	wanted []string // none: all
	some   []string // of those that are there
	lines  map[string]int
}

// lets reports whether a channel is wanted.
func (m *channelsMet) lets(channel string) bool {
	const most = 10
	if len(m.some) < most && !slices.Contains(m.some, channel) {
		m.some = append(m.some, channel)
	}
	return len(m.wanted) == 0 || slices.Contains(m.wanted, channel)
}

// heard counts a line.
func (m *channelsMet) heard(channel string) {
	if m.lines == nil {
		m.lines = make(map[string]int)
	}
	m.lines[channel]++
}

// missing says which channel was wanted that the recording called what has no
// line of; nil: none.
func (m *channelsMet) missing(what string) error {
	if len(m.some) == 0 {
		return fmt.Errorf("%s: it has no lines", what)
	}
	for _, channel := range m.wanted {
		if m.lines[channel] == 0 {
			return fmt.Errorf("%s: no lines of a channel %s; it has %s", what, command.Quoted(channel), command.Quoted(strings.Join(m.some, ", ")))
		}
	}
	return nil
}
