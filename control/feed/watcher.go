package feed

import (
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// News is what a feed hands to a stream.
//
//sumtype:decl
type News interface{ news() }

type (
	// Recorded is what was journaled.
	Recorded struct{ journal.Record }
	// Noted is what was decided.
	Noted struct{ *messages.Note }
	// AccountTyped is that one of our accounts writes, or no longer does.
	AccountTyped struct{ messages.ShowTyping }
	// Reacted is a reaction of one of our accounts.
	Reacted struct{ messages.React }
	// PersonTyped is that somebody at a web client writes, or no longer does.
	PersonTyped struct {
		Author messages.Author
		On     bool
	}
	// Doing is what all seats of the channel are about.
	Doing struct{ Seats []messages.Doing }
	// ModelsChanged is that a model is left alone, or answers again.
	ModelsChanged struct{}
	// SilenceChanged is that other processes are silent than were.
	SilenceChanged struct{}
)

func (Recorded) news()       {}
func (Noted) news()          {}
func (AccountTyped) news()   {}
func (Reacted) news()        {}
func (PersonTyped) news()    {}
func (Doing) news()          {}
func (ModelsChanged) news()  {}
func (SilenceChanged) news() {}

// watcherBuffer is how much may wait for a stream's reader.
const watcherBuffer = 256

// A Watcher is one stream's end of the feed.
type Watcher struct {
	News chan News
	Lost chan struct{} // closed when something did not fit: the stream has to begin again
	once sync.Once
}

func (w *Watcher) hand(n News) {
	select {
	case w.News <- n:
	default:
		w.lose()
	}
}

func (w *Watcher) lose() { w.once.Do(func() { close(w.Lost) }) }
