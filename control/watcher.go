package control

import (
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// news is what a feed hands to a stream.
//
//sumtype:decl
type news interface{ news() }

type (
	recorded     struct{ journal.Record }
	noted        struct{ *messages.Note }
	accountTyped struct{ messages.ShowTyping } // one of our accounts
	reacted      struct{ messages.React }
	typed        struct { // somebody at a web client
		author author
		on     bool
	}
	doing         struct{ seats []messages.Doing }
	modelsChanged struct{} // one is left alone, or answers again
)

func (recorded) news()     {}
func (noted) news()        {}
func (accountTyped) news() {}
func (reacted) news()      {}
func (typed) news()        {}
func (doing) news()        {}

func (modelsChanged) news() {}

// watcherBuffer is how much may wait for a stream's reader.
const watcherBuffer = 256

// A watcher is one stream's end of the feed.
type watcher struct {
	news chan news
	lost chan struct{} // closed when something did not fit: the stream has to begin again
	once sync.Once
}

func (w *watcher) hand(n news) {
	select {
	case w.news <- n:
	default:
		w.once.Do(func() { close(w.lost) })
	}
}
