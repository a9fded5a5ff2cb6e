package feed

import (
	"strings"
	"sync"

	"familiar/messages"
)

// Network is the network whose channels are listed.
const Network messages.Network = "web"

// maxSeen is how many channels are remembered.
const maxSeen = 1_000

// seen remembers which channels of the web network there are.
type seen struct {
	known sync.Map // of messages.ChannelID; read on every record

	mu  sync.Mutex
	old []messages.ChannelID // in the order of coming
}

func (s *seen) add(id messages.ChannelID) {
	if !strings.HasPrefix(string(id), string(Network)+"/") {
		return
	}
	if _, ok := s.known.Load(id); ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.known.LoadOrStore(id, nil); ok {
		return
	}
	if s.old = append(s.old, id); len(s.old) > maxSeen {
		s.known.Delete(s.old[0])
		s.old = s.old[1:]
	}
}

func (s *seen) all() []messages.ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]messages.ChannelID(nil), s.old...)
}
