package memory

import (
	"slices"
	"time"

	"familiar/internal/fnv"
	"familiar/messages"
	"familiar/policy/deadline"
)

// Bounds of a directory. Of more channels the one that was heard of longest ago is
// forgotten, until it tells something new.
const (
	MaxChannels = 1000 // in it
	MaxFound    = 8    // asked for one turn
	maxHeld     = 400  // people that a channel tells of, over its familiars
)

// An Offer is what a channel has told the directory of its workspace.
type Offer struct {
	Version uint64 // counts what was told
	Known   uint64 // the version that the directory has
	Sum     uint64 // of what was told last

	deadline.Deadline       // when to tell it again, while the directory has not confirmed it
	Tries             uint8 // since the version is the newest
}

// How long a directory is waited for that confirms nothing: first so long, then twice as
// long each time. What was told may have been lost with a kill before it was in the journal.
const (
	firstTell = 20 * time.Second
	lastTell  = time.Hour
)

// IsZero reports whether nothing was ever told.
func (o *Offer) IsZero() bool { return o == nil || *o == (Offer{}) }

// Change takes the sum of what there is to lend now, and reports whether it is another.
func (o *Offer) Change(sum uint64) bool {
	if sum == o.Sum {
		return false
	}
	o.Version, o.Sum, o.Deadline, o.Tries = o.Version+1, sum, deadline.Deadline{}, 0
	return true
}

// Confirm takes which version the directory has.
func (o *Offer) Confirm(version uint64) {
	if o.Known = max(o.Known, min(version, o.Version)); o.Known == o.Version {
		o.Deadline, o.Tries = deadline.Deadline{}, 0
	}
}

// Open reports whether the directory has not confirmed the newest version.
func (o *Offer) Open() bool { return o != nil && o.Known != o.Version }

// Wait sets when an open one is to be told again, if nothing is set.
func (o *Offer) Wait(now messages.Instant, number *deadline.Counter) {
	if !o.Open() || o.N != 0 {
		return
	}
	pause := lastTell
	if grown := firstTell << o.Tries; grown < lastTell {
		pause, o.Tries = grown, o.Tries+1
	}
	o.Deadline = number.By(now.Add(pause))
}

// Due returns the deadline it waits for; without number when there is none.
func (o *Offer) Due() deadline.Deadline {
	if o == nil {
		return deadline.Deadline{}
	}
	return o.Deadline
}

// Fired takes the deadline of that number, and reports whether to tell it again.
func (o *Offer) Fired(n uint64) bool {
	if !o.Due().Is(n) {
		return false
	}
	o.Deadline = deadline.Deadline{}
	return o.Open()
}

// LentSum adds what there is to lend of a familiar's memories to a sum, which changes with
// them; nothing leaves it as it is.
func (s *Store) LentSum(to Circle, who messages.FamiliarID, sum uint64) uint64 {
	for i := range s.Kept {
		if _, lends := s.key(to, &s.Kept[i]); lends {
			sum = fnv.Add(sum+uint64(s.Kept[i].ID), who)
		}
	}
	return sum
}

// A Circle is to whom something is lent.
type Circle uint8

// The circles.
const (
	ToWorkspace Circle = iota // turns elsewhere in the workspace, that answer somebody
	ToAgreed                  // turns anywhere, that answer somebody who agreed
)

// DirectoryOf returns the channel that knows for such a circle who has something, as one
// that belongs to it asks.
func (c Circle) DirectoryOf(channel messages.ChannelID) messages.ChannelID {
	if c == ToAgreed {
		return messages.Agreed
	}
	return channel.Memories()
}

// key returns by what a directory finds that a memory is lent to such a circle; false: it
// is not.
func (s *Store) key(to Circle, m *Memory) (key uint32, lends bool) {
	w := s.windowOf(m)
	switch {
	case w == nil:
		return 0, false
	case to == ToAgreed:
		return w.Agreed, w.Agreed != 0
	default:
		return token(m.About), w.Open
	}
}

// Tells appends about whom of a familiar's memories there is something to lend.
func (s *Store) Tells(to Circle, who messages.FamiliarID, held []messages.HeldMemories) []messages.HeldMemories {
	var people []uint32
	for i := range s.Kept {
		if key, lends := s.key(to, &s.Kept[i]); lends && len(people) < maxHeld {
			people = append(people, key)
		}
	}
	if len(people) == 0 {
		return held
	}
	slices.Sort(people)
	return append(held, messages.HeldMemories{Familiar: who, People: slices.Compact(people)})
}

// A Directory knows which channels of a workspace have something to lend about whom, or
// which channels anywhere have something by which agreement. It has no word of that, and no
// id: people are tokens, agreements their numbers. The zero Directory is empty.
type Directory struct {
	Channels []Holding // heard of longest ago first
}

// A Holding is one channel's.
type Holding struct {
	Channel messages.ChannelID
	Version uint64
	Held    []messages.HeldMemories
}

// IsZero reports whether it is empty.
func (d *Directory) IsZero() bool { return d == nil || len(d.Channels) == 0 }

// take takes what a channel tells. What was told before that has no effect.
func (d *Directory) take(from messages.ChannelID, told messages.MemoriesHeld) {
	k := slices.IndexFunc(d.Channels, func(h Holding) bool { return h.Channel == from })
	if k >= 0 && told.Version < d.Channels[k].Version {
		return
	}
	if k >= 0 {
		d.Channels = slices.Delete(d.Channels, k, k+1)
	}
	h := Holding{Channel: from, Version: told.Version}
	room := maxHeld
	for _, held := range told.Held {
		held.People = slices.Clone(held.People[:min(len(held.People), room)])
		if room -= len(held.People); len(held.People) > 0 {
			h.Held = append(h.Held, held)
		}
	}
	if d.Channels = append(d.Channels, h); len(d.Channels) > MaxChannels {
		d.Channels = slices.Delete(d.Channels, 0, 1)
	}
}

// Find returns the channels that have something to lend of what a turn may recall, those
// heard of last first.
func (d *Directory) Find(r messages.Reach) (channels []messages.ChannelID) {
	if d == nil {
		return nil
	}
	tokens := slices.Clone(r.Agreed)
	for _, p := range r.People {
		tokens = append(tokens, token(p))
	}
	for k := len(d.Channels) - 1; k >= 0 && len(channels) < MaxFound; k-- {
		has := func(h messages.HeldMemories) bool {
			return h.Familiar == r.Familiar && slices.ContainsFunc(tokens, func(t uint32) bool { return slices.Contains(h.People, t) })
		}
		if slices.ContainsFunc(d.Channels[k].Held, has) {
			channels = append(channels, d.Channels[k].Channel)
		}
	}
	return channels
}
