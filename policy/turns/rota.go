package turns

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
)

// A Rota is a channel's assignment as it runs: whose turn it is, the deadline
// of that, and what has passed on that nobody has been told yet. The zero Rota
// is off.
type Rota struct {
	*Saved // nil: nothing is assigned, and nobody ever had it so
}

// Saved is what is encoded of a [Rota], among the fields of its channel. What a
// channel does with every rota are methods of Saved, and take nil: that is one
// where nothing is assigned. Those of the [State] are for where something is.
type Saved struct {
	State `json:"turns,omitzero"`
	Timer deadline.Deadline `json:"turns_due,omitzero"` // when the holder's time is over

	news []Passing // by a new configuration; not encoded, as the next step has them
}

// Use puts a configuration in force. What passes on by it is given out by the
// next [Rota.Settle], what is wrong with it by [Rota.Faults].
func (r *Rota) Use(now messages.Instant, seats []messages.FamiliarID, c *Config) {
	if a := c.assigned(); r.Saved != nil || a.Mode != Off || len(a.Members) > 0 {
		state := r.begun()
		r.news, _ = state.Use(now, seats, c, r.news)
	}
}

// begun returns the assignment to be changed.
func (r *Rota) begun() *State {
	if r.Saved == nil {
		r.Saved = &Saved{}
	}
	return &r.State
}

// Faults returns what is wrong with the configuration in force; nil for
// nothing.
func (r *Rota) Faults(now messages.Instant, seats []messages.FamiliarID, c *Config) error {
	if r.Saved == nil {
		return nil
	}
	_, err := r.State.Use(now, seats, c, nil)
	return err
}

// Anew is the rota of the same channel when that is forgotten: whose turn it is
// stays.
func (r *Rota) Anew() Rota {
	if r.Saved == nil {
		return Rota{}
	}
	return Rota{Saved: &Saved{State: r.State, Timer: r.Timer}}
}

// Stirs reports whether anything is assigned, or was until now.
func (r *Rota) Stirs() bool { return r.Saved != nil && (r.Mode != Off || len(r.news) > 0) }

// Is reports whether that is the mode in force.
func (s *Saved) Is(mode Mode) bool {
	if s == nil {
		return mode == Off
	}
	return s.Mode == mode
}

// Settle brings the turn up to date, see [State.Settle], and returns all that
// has passed on since the last time.
func (r *Rota) Settle(now messages.Instant, c *Config) []Passing {
	if r.Saved == nil {
		return nil
	}
	news := r.news
	r.news = nil
	return r.State.Settle(now, c, news)
}

// Arm sets the deadline of the turn that runs now.
func (r *Rota) Arm(c *Config, numbers *deadline.Counter) {
	if r.Saved == nil {
		return
	}
	switch due := r.Due(c); {
	case due == 0:
		r.Disarm()
	case r.Timer.N == 0 || due != r.Timer.At:
		r.Timer = numbers.By(due)
	}
}

// Disarm takes the deadline back.
func (r *Rota) Disarm() {
	if r.Saved != nil {
		r.Timer = deadline.Deadline{}
	}
}

// Armed returns the deadline that is set; the zero Deadline is none.
func (r *Rota) Armed() deadline.Deadline {
	if r.Saved == nil {
		return deadline.Deadline{}
	}
	return r.Timer
}

// Fired reports whether the deadline of that number was the turn's, which
// [Rota.Settle] then ends.
func (r *Rota) Fired(n uint64) bool {
	if !r.Armed().Is(n) {
		return false
	}
	r.Disarm()
	return true
}

// Obey does what a person told the channel, in the words of [Parse].
func (r *Rota) Obey(now messages.Instant, text string, seats []messages.FamiliarID, c *Config) ([]Passing, error) {
	cmd, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return r.begun().Do(now, cmd, seats, c)
}

// Follow has the familiars of a thread answer as they do in its room, where
// somebody has told them mode and members, or told them to answer as
// configured: then the mode is Off. Whose turn it is each counts for itself.
func (r *Rota) Follow(now messages.Instant, room Assignment, seats []messages.FamiliarID, c *Config) ([]Passing, error) {
	if room.Mode == Off {
		return r.begun().Do(now, Reset{}, seats, c)
	}
	return r.begun().Do(now, SetMode(room), seats, c)
}

// ByCommand returns what a command has assigned here, for the channel's threads
// to follow; the zero Assignment where the configuration's counts.
func (r *Rota) ByCommand() Assignment {
	if r.Saved == nil || !r.Told {
		return Assignment{}
	}
	return Assignment{Mode: r.Mode, Members: slices.Clone(r.Members)}
}

// YieldsTo reports whether f may speak out of turn while it holds the channel's
// window: it goes before the mode, but where the mode keeps f from seeing the
// channel, its window is worth nothing.
func (s *Saved) YieldsTo(f messages.FamiliarID) bool {
	return !s.May(f) && s.Sees(f)
}

// Misses reports whether the rota has yet to be told that f went offline or came
// back.
func (s *Saved) Misses(f messages.FamiliarID, online bool) bool {
	return s != nil && s.member(f) && s.online(f) != online
}
