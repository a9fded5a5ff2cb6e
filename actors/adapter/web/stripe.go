package web

import (
	"context"
	"fmt"
	"hash/maphash"
	"sync"

	"familiar/messages"
)

const (
	stripes     = 64
	maxChannels = 12_800 / stripes // remembered by a stripe: of 10,000 hardly one has more
	maxChannel  = 2048             // bytes of a channel's id
)

// A stripe is the channels of one hash: who speaks in one of them waits for
// the others, and what is remembered of them is bounded together.
type stripe struct {
	turn chan struct{} // of one, held while a line is handed out; a wait for it ends with its context

	mu    sync.Mutex // guards the rest; never held while something is handed out
	rooms map[messages.ChannelID]*room
	uses  uint64
}

func (s *stripe) open() {
	s.turn = make(chan struct{}, 1)
	s.rooms = map[messages.ChannelID]*room{}
}

func (n *Network) stripe(channel messages.ChannelID) *stripe {
	return &n.stripes[maphash.String(n.seed, string(channel))%stripes]
}

// enter waits for the turn.
func (s *stripe) enter(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("web: wait for the lines before: %w", context.Cause(ctx))
	}
}

func (s *stripe) unlockTurn() { <-s.turn }

// takenBy returns who has the line: some accounts, or all that were in the
// channel when it was said.
func (s *stripe) takenBy(channel messages.ChannelID, line uint64) (some []messages.AccountID, all bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rooms[channel]; r != nil {
		return r.takenBy(line)
	}
	return nil, false
}

// rememberLine remembers a line, and who has it as long as not all have. The
// channel that was silent longest is forgotten for a new one.
func (s *stripe) rememberLine(channel messages.ChannelID, line uint64, author messages.Author, some []messages.AccountID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[channel]
	if r == nil {
		if len(s.rooms) >= maxChannels {
			s.forget()
		}
		r = &room{}
		s.rooms[channel] = r
	}
	s.uses++
	r.used = s.uses
	r.setLine(line, author, some)
}

func (s *stripe) forget() {
	var oldest messages.ChannelID
	least := s.uses + 1
	for channel, r := range s.rooms {
		if r.used < least {
			oldest, least = channel, r.used
		}
	}
	delete(s.rooms, oldest)
}

// authors returns who wrote in the channel lately, newest first.
func (s *stripe) authors(channel messages.ChannelID) []messages.Author {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rooms[channel]; r != nil {
		return r.authors()
	}
	return nil
}

// writer returns who wrote a line; zero: it isn't remembered.
func (s *stripe) writer(channel messages.ChannelID, line uint64) messages.Author {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rooms[channel]; r != nil {
		return r.author(line)
	}
	return messages.Author{}
}

// writer returns who wrote a line of the channel or of the room it hangs on;
// zero: it isn't remembered.
func (n *Network) writer(channel messages.ChannelID, line messages.LineID) messages.Author {
	hash := n.hash(line)
	author := n.stripe(channel).writer(channel, hash)
	if author.ID == "" && channel.IsThread() {
		author = n.stripe(channel.Room()).writer(channel.Room(), hash)
	}
	return author
}

// hash stands for a line's id: 512 of 64 bits don't meet by chance, and the
// seed is secret, so not by intent.
func (n *Network) hash(line messages.LineID) uint64 { return maphash.String(n.seed, string(line)) }
