package erasing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
)

// forgetVerb is what [Deletions] do, as the audit names it.
const forgetVerb = "forget"

// Deletions have channels forgotten that their networks have deleted, with the threads that
// hung on them. Make them with [NewDeletions].
type Deletions struct {
	journal journal.Journal
	trail   audit.Trail // is told before anything goes

	looking chan struct{} // held by who looks through all channels: for all rooms that wait by then

	mu    sync.Mutex // networks tell side by side
	rooms map[messages.ChannelID]*threads
}

// threads are those of a room that was deleted, once done is closed.
type threads struct {
	done chan struct{}
	of   []messages.ChannelID
	err  error
}

// NewDeletions returns some.
func NewDeletions(j journal.Journal, trail audit.Trail) *Deletions {
	return &Deletions{journal: j, trail: trail, looking: make(chan struct{}, 1), rooms: make(map[messages.ChannelID]*threads)}
}

// Forget journals that a channel has to go, and what hung on it. Of what nobody knows
// nothing is journaled.
func (d *Deletions) Forget(ctx context.Context, id messages.ChannelID) error {
	known, err := d.known(ctx, id)
	if err != nil || len(known) == 0 {
		return err
	}
	deed := audit.Deed{Via: audit.ByItself, Verb: forgetVerb, Channel: id, Detail: fmt.Sprintf("deleted on its network: %d with its threads", len(known))}
	return audit.Do(ctx, d.trail, deed, audit.AlwaysFailed, func() error {
		for _, channel := range known {
			if err := Forget(ctx, d.journal, channel, messages.Forgotten{All: true}); err != nil {
				return err
			}
		}
		return nil
	})
}

// known returns a channel and those that hang on it, as far as anything is known of them.
func (d *Deletions) known(ctx context.Context, id messages.ChannelID) (known []messages.ChannelID, err error) {
	is, err := d.knows(ctx, id)
	if err != nil {
		return nil, err
	}
	if is {
		known = append(known, id)
	}
	if id.Room() != id {
		return known, nil
	}
	threads, err := d.threads(ctx, id)
	return append(known, threads...), err
}

// knows reports whether the journal has anything of a channel.
func (d *Deletions) knows(ctx context.Context, id messages.ChannelID) (bool, error) {
	for _, err := range d.journal.Rewind(ctx, id, 0) {
		return err == nil, err
	}
	s, err := d.journal.Load(ctx, id)
	return s.Revision != 0, err
}

// threads returns those that hang on a room. To look for them goes through the names of all
// channels, once for all rooms that are asked about meanwhile: whoever destroys a server
// deletes hundreds.
func (d *Deletions) threads(ctx context.Context, room messages.ChannelID) ([]messages.ChannelID, error) {
	d.mu.Lock()
	mine := d.rooms[room]
	if mine == nil {
		mine = &threads{done: make(chan struct{})}
		d.rooms[room] = mine
	}
	d.mu.Unlock()
	select {
	case <-mine.done:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case d.looking <- struct{}{}:
		d.look(ctx)
		<-d.looking
		<-mine.done // by this look or one before
	}
	return mine.of, mine.err
}

// look finds the threads of all rooms that wait.
func (d *Deletions) look(ctx context.Context) {
	d.mu.Lock()
	rooms := d.rooms
	d.rooms = make(map[messages.ChannelID]*threads)
	d.mu.Unlock()
	if len(rooms) == 0 {
		return
	}
	found := make(map[messages.ChannelID]bool)
	add := func(id messages.ChannelID) {
		if room := id.Room(); room != id && rooms[room] != nil {
			found[id] = true
		}
	}
	err := d.each(ctx, add)
	for _, id := range slices.Sorted(maps.Keys(found)) {
		of := rooms[id.Room()]
		of.of = append(of.of, id)
	}
	for _, of := range rooms {
		of.err = err
		close(of.done)
	}
}

// each calls add with every channel that was saved or noted.
func (d *Deletions) each(ctx context.Context, add func(messages.ChannelID)) error {
	for s, err := range d.journal.Recent(ctx, 0) {
		if err != nil {
			return fmt.Errorf("look for its threads: %w", err)
		}
		add(s.Channel)
	}
	for n, err := range d.journal.Noted(ctx, 0) { // before anything of it was saved
		if err != nil {
			return fmt.Errorf("look for its threads: %w", err)
		}
		add(n.Channel)
	}
	return nil
}
