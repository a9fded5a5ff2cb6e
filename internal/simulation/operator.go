package simulation

import (
	"context"

	"familiar/messages"
)

// commands are all that a channel may be told.
var commands = []messages.Command{
	messages.Disengage, messages.Quiet, messages.Resume, messages.Wake, messages.Stop, messages.Clear,
}

// command has somebody tell the familiars what to do.
func (r *room) command(w *world) bool {
	if !w.bad(w.weather.commands) {
		return false
	}
	c := messages.Commanded{By: people[0], Command: commands[w.n(len(commands))]}
	if w.one(2) {
		c.Familiar = r.config.Seats[w.n(len(r.config.Seats))].Familiar
	}
	w.Commands++
	r.write(w, c)
	return true
}

// forget has what a person said forgotten, or the whole channel.
func (r *room) forget(w *world) bool {
	if !w.bad(w.weather.forgets) {
		return false
	}
	f := messages.Forgotten{Person: people[w.n(len(people))].ID}
	if w.one(3) {
		f = messages.Forgotten{All: true}
	}
	w.Forgotten++
	r.write(w, f)
	return true
}

// reload puts another configuration in force. A channel in memory is told,
// others meet it when they wake.
func (r *room) reload(w *world) bool {
	if !w.bad(w.weather.reloads) {
		return false
	}
	seats, generation := len(r.config.Seats), r.config.Generation+1
	r.config = w.plan(seats, generation).config()
	r.astray = true
	w.Reloads++
	w.tracef("room %d: generation %d holds", r.at, generation)
	if w.process.actors[r.at] != nil {
		r.write(w, messages.Reconfigured{Generation: generation})
	}
	return true
}

// write journals what nobody repeats if it fails.
func (r *room) write(w *world, e messages.Event) {
	if _, err := w.disk.Append(context.Background(), 0, r.id, e); err != nil {
		w.tracef("room %d: %T may be lost", r.at, e)
	}
}

// rust damages a snapshot, as a disk may when its machine dies.
func (w *world) rust() {
	r := w.any()
	k := &w.disk.rooms[r.at]
	if k.snapshot.Revision == 0 || w.without != All {
		return
	}
	k.snapshot.Body = []byte("rust")
	k.durable, r.astray = k.snapshot, true
	r.rusty++
	w.Damaged++
	w.tracef("room %d: the snapshot is damaged", r.at)
}
