package console

import (
	"fmt"
	"slices"
	"time"

	"familiar/messages"
)

// together is how long decisions about one line are waited for: each familiar's
// account hears the line by itself, at about the same time.
const together = 150 * time.Millisecond

// quiet is what a demo's terminal is to say of lines that are left alone, by
// channel. The show's lock guards it.
type quiet map[messages.ChannelID]*silence

// A silence is the decisions to leave one line alone.
type silence struct {
	line  messages.LineID
	notes []*messages.Note // one of each familiar there
	over  *time.Timer      // calls flush, in a goroutine of its own, since no other event may come
}

// hush keeps a decision to say nothing for now, until the others about the same
// line are there too.
func (s *show) hush(n *messages.Note) {
	at := s.quiet[n.Channel]
	if at != nil && (at.line != n.Line || slices.ContainsFunc(at.notes, func(o *messages.Note) bool { return o.Familiar == n.Familiar })) {
		s.flush(n.Channel)
		at = nil
	}
	if at == nil {
		at = &silence{line: n.Line}
		if s.quiet == nil {
			s.quiet = quiet{}
		}
		s.quiet[n.Channel] = at
		at.over = time.AfterFunc(together, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.quiet[n.Channel] == at {
				s.flush(n.Channel)
			}
		})
	}
	at.notes = append(at.notes, n)
}

// flush shows what was kept of a channel.
func (s *show) flush(channel messages.ChannelID) {
	if at := s.quiet[channel]; at != nil {
		at.over.Stop()
		delete(s.quiet, channel)
		fmt.Fprintln(s.out, s.style.Quiet(at.notes))
	}
}

// end shows what was kept of all channels.
func (s *show) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for channel := range s.quiet {
		s.flush(channel)
	}
}
