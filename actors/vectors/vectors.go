// Package vectors keeps the vectors of what familiars keep in mind, in this process's
// memory and nowhere else: what is lost of them is asked for again. It knows memories by
// hashes of their words, and asks nobody: app does.
package vectors

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/messages"
)

// What is kept at most.
const (
	maxBytes = 64 << 20  // of vectors, in all; of more, those go that were used longest ago
	maxIdle  = time.Hour // since they were used
)

// A Shelf is one familiar's memories of a channel, by vectors of one model.
type Shelf struct {
	Channel  messages.ChannelID
	Familiar messages.FamiliarID
	Model    string // as the configuration calls it
}

// A Cache keeps vectors. The zero Cache is empty. Its methods may be called at the same
// time: turns of many channels run at once.
type Cache struct {
	mu      sync.Mutex
	shelves map[Shelf]*shelf
	bytes   int
	sweeper *time.Timer
}

type sum [sha256.Size]byte

type shelf struct {
	vectors map[sum][]float32 // by what was embedded
	used    time.Time
	asked   bool // those that are missing are being asked for
}

// A Filling is texts whose vectors are missing. Whoever is given one asks for them and
// calls Done once.
type Filling struct {
	Texts []string
	cache *Cache
	of    Shelf
	shelf *shelf
}

// Look returns the vectors of memories, by their place; nil for each that is missing. Those
// of other memories go. fill says what to ask for; nil: nothing, or somebody does.
func (c *Cache) Look(of Shelf, kept []messages.Memory) (vectors [][]float32, fill *Filling) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.shelves[of]
	if s == nil {
		if c.shelves == nil {
			c.shelves = map[Shelf]*shelf{}
		}
		s = &shelf{vectors: map[sum][]float32{}}
		c.shelves[of] = s
	}
	s.used = time.Now()
	c.sweepLater()
	vectors, fill = make([][]float32, len(kept)), &Filling{cache: c, of: of, shelf: s}
	stays := make(map[sum]bool, len(kept))
	for k, m := range kept {
		key := sum(sha256.Sum256([]byte(m.Text)))
		if vectors[k] = s.vectors[key]; vectors[k] == nil {
			fill.Texts = append(fill.Texts, m.Text)
		}
		stays[key] = true
	}
	maps.DeleteFunc(s.vectors, func(key sum, v []float32) bool {
		if !stays[key] {
			c.bytes -= sizeOf(v)
		}
		return !stays[key]
	})
	if len(fill.Texts) == 0 || s.asked {
		return vectors, nil
	}
	s.asked = true
	return vectors, fill
}

// Done takes the vectors of the first of the texts, in their order. If the channel's were
// dropped meanwhile they are not kept: they may be of what is gone.
func (f *Filling) Done(vectors [][]float32) {
	c := f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	s := f.shelf
	s.asked = false
	if c.shelves[f.of] != s {
		return
	}
	for k, v := range vectors {
		key := sum(sha256.Sum256([]byte(f.Texts[k])))
		c.bytes += sizeOf(v) - sizeOf(s.vectors[key])
		s.vectors[key] = v
	}
	c.bound()
}

// Drop lets go of all that is kept of a channel's memories.
func (c *Cache) Drop(id messages.ChannelID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for of := range c.shelves {
		if of.Channel == id {
			c.remove(of)
		}
	}
}

// bound lets go of what was used longest ago, until there is room.
func (c *Cache) bound() {
	if c.bytes <= maxBytes {
		return
	}
	oldest := slices.SortedFunc(maps.Keys(c.shelves), func(a, b Shelf) int { return cmp.Compare(c.shelves[a].used.UnixNano(), c.shelves[b].used.UnixNano()) })
	for _, of := range oldest {
		if c.bytes <= maxBytes {
			return
		}
		c.remove(of)
	}
}

// sweepLater has what is idle go, also while nobody asks.
func (c *Cache) sweepLater() {
	if c.sweeper == nil {
		c.sweeper = time.AfterFunc(maxIdle, c.sweep)
	}
}

func (c *Cache) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sweeper = nil
	for of, s := range c.shelves {
		if time.Since(s.used) >= maxIdle {
			c.remove(of)
		}
	}
	if len(c.shelves) > 0 {
		c.sweepLater()
	}
}

func (c *Cache) remove(of Shelf) {
	for _, v := range c.shelves[of].vectors {
		c.bytes -= sizeOf(v)
	}
	delete(c.shelves, of)
}

func sizeOf(v []float32) int { return 4 * len(v) }
