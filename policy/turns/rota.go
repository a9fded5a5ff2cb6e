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
	Saved
	news []Passing // by a new configuration
}

// Saved is what is encoded of a [Rota], among the fields of its channel.
type Saved struct {
	State `json:"turns,omitzero"`
	Timer deadline.Deadline `json:"turns_due,omitzero"` // when the holder's time is over
}

// Use puts a configuration in force. What passes on by it is given out by the
// next [Rota.Settle], what is wrong with it by [Rota.Faults].
func (r *Rota) Use(now messages.Instant, seats []messages.FamiliarID, c *Config) {
	r.news, _ = r.State.Use(now, seats, c, r.news)
}

// Faults returns what is wrong with the configuration in force; nil for
// nothing.
func (r *Rota) Faults(now messages.Instant, seats []messages.FamiliarID, c *Config) error {
	_, err := r.State.Use(now, seats, c, nil)
	return err
}

// Anew is the rota of the same channel when that is forgotten: whose turn it is
// stays.
func (r *Rota) Anew() Rota { return Rota{Saved: r.Saved} }

// Stirs reports whether anything is assigned, or was until now.
func (r *Rota) Stirs() bool { return r.Mode != Off || len(r.news) > 0 }

// Settle brings the turn up to date, see [State.Settle], and returns all that
// has passed on since the last time.
func (r *Rota) Settle(now messages.Instant, c *Config) []Passing {
	news := r.news
	r.news = nil
	return r.State.Settle(now, c, news)
}

// Arm sets the deadline of the turn that runs now.
func (r *Rota) Arm(c *Config, numbers *deadline.Counter) {
	switch due := r.Due(c); {
	case due == 0:
		r.Disarm()
	case r.Timer.N == 0 || due != r.Timer.At:
		r.Timer = numbers.By(due)
	}
}

// Disarm takes the deadline back.
func (r *Rota) Disarm() { r.Timer = deadline.Deadline{} }

// Fired reports whether the deadline of that number was the turn's, which
// [Rota.Settle] then ends.
func (r *Rota) Fired(n uint64) bool {
	if !r.Timer.Is(n) {
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
	return r.Do(now, cmd, seats, c, nil)
}

// Follow has the familiars of a thread answer as they do in its room, where
// somebody has told them mode and members, or told them to answer as
// configured: then the mode is Off. Whose turn it is each counts for itself.
func (r *Rota) Follow(now messages.Instant, room Assignment, seats []messages.FamiliarID, c *Config) ([]Passing, error) {
	if room.Mode == Off {
		return r.Do(now, Reset{}, seats, c, nil)
	}
	return r.Do(now, SetMode(room), seats, c, nil)
}

// ByCommand returns what a command has assigned here, for the channel's threads
// to follow; the zero Assignment where the configuration's counts.
func (r *Rota) ByCommand() Assignment {
	if !r.Told {
		return Assignment{}
	}
	return Assignment{Mode: r.Mode, Members: slices.Clone(r.Members)}
}

// YieldsTo reports whether f may speak out of turn while it holds the channel's
// window: it goes before the mode, but where the mode keeps f from seeing the
// channel, its window is worth nothing.
func (r *Rota) YieldsTo(f messages.FamiliarID) bool {
	return r.Mode != Off && !r.May(f) && r.Sees(f)
}

// Misses reports whether the rota has yet to be told that f went offline or came
// back.
func (r *Rota) Misses(f messages.FamiliarID, online bool) bool {
	return r.member(f) && r.online(f) != online
}
