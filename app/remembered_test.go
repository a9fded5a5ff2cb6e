package app

import (
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/terminal"
)

// TestWhoAccountsWere: a process that begins knows at once who the accounts of others
// are, as they said last, and writes it down for the next only where it is news.
func TestWhoAccountsWere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &adaptertest.Words{}
		for range 2 {
			s := openWith(t, two, func(o *Options) { o.Sharing, o.Remembered = &deployment{owner: true}, kept })
			s.wait(5 * time.Second)
			s.keyboard.Close()
			s.stop()
			<-s.ended
		}
		if names := len(kept.All()); names != 2 {
			t.Fatalf("got %d words, want one for each account", names)
		}
		for name := range kept.All() {
			if _, times, _ := kept.Read(name); times != 1 {
				t.Errorf("%s was written %d times, want once", name, times)
			}
		}
		s := openWith(t, two, func(o *Options) { o.Sharing, o.Remembered = &deployment{}, kept })
		defer s.keyboard.Close()
		s.wait(time.Second)
		seat := s.app.Settings().Channel(terminal.Channel).Seats[0]
		if m, is := (elsewhere{s.app}).Has(seat.Account); !is || m.Me.ID == "" {
			t.Errorf("got %+v, %v; want who the account was", m, is)
		}
		if s.app.holdings.anyUnknown() {
			t.Error("it waits for somebody to say who the account is")
		}
		s.stop()
		<-s.ended
	})
}
