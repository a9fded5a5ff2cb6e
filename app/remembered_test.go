package app

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
)

// pool keeps words as a store does.
type pool struct {
	mu    sync.Mutex
	words map[string][]byte
	times map[string]uint64
}

// Read implements Words.
func (p *pool) Read(name string) ([]byte, uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.words[name], p.times[name], nil
}

// Write implements Words.
func (p *pool) Write(name string, over uint64, body []byte) (uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.times[name] != over {
		return 0, errors.New("there is another")
	}
	p.words[name] = body
	p.times[name]++
	return p.times[name], nil
}

// TestWhoAccountsWere: a process that begins knows at once who the accounts of others
// are, as they said last, and writes it down for the next only where it is news.
func TestWhoAccountsWere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &pool{words: map[string][]byte{}, times: map[string]uint64{}}
		for range 2 {
			s := openWith(t, two, func(o *Options) { o.Sharing, o.Remembered = &deployment{owner: true}, kept })
			s.wait(5 * time.Second)
			s.keyboard.Close()
			s.stop()
			<-s.ended
		}
		if len(kept.times) != 2 {
			t.Fatalf("got %d words, want one for each account", len(kept.times))
		}
		for name, times := range kept.times {
			if times != 1 {
				t.Errorf("%s was written %d times, want once", name, times)
			}
		}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Remembered = &deployment{}, kept })
		defer s.keyboard.Close()
		s.wait(time.Second)
		seat := s.app.Settings().Channel(terminal.Channel).Seats[0]
		if m, is := s.app.Has(seat.Account); !is || m.Me.ID == "" {
			t.Errorf("got %+v, %v; want who the account was", m, is)
		}
		if s.app.holdings.anyUnknown() {
			t.Error("it waits for somebody to say who the account is")
		}
		s.stop()
		<-s.ended
	})
}
