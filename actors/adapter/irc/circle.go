package irc

import (
	"hash/maphash"
	"sync"
	"time"

	"familiar/messages"
)

// A Circle is what the accounts of one process know of each other on one
// network: who has which nick, and which line several of them heard. IRC has
// no ids of messages unless the server adds them, so that two accounts in one
// channel would take one line for two.
//
// A line without an id of the server's is the same if the channel, the author
// and the text are, and another account heard it at most [sameWithin] ago.
type Circle struct {
	seed maphash.Seed

	mu       sync.Mutex // accounts read their connections at the same time
	accounts map[messages.AccountID]uint64
	nicks    map[string]messages.AccountID // folded
	said     map[uint64][]*saying
	order    []uint64 // a ring of said's keys
	oldest   int
}

// A saying is a line that not all accounts have heard.
type saying struct {
	id messages.LineID
	at time.Time
	by uint64 // the accounts that heard it, a bit each
}

const (
	sameWithin = time.Minute
	saidMost   = 8192
)

// NewCircle makes one without accounts.
func NewCircle() *Circle {
	return &Circle{
		seed:     maphash.MakeSeed(),
		accounts: map[messages.AccountID]uint64{},
		nicks:    map[string]messages.AccountID{},
		said:     map[uint64][]*saying{},
	}
}

// enter counts an account in. The 65th and later share a bit with others,
// which may tell one line of theirs for two.
func (c *Circle) enter(a messages.AccountID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.accounts[a]; !known {
		c.accounts[a] = 1 << (len(c.accounts) % 64)
	}
}

// rename says which nick an account has now; "" for none.
func (c *Circle) rename(a messages.AccountID, nick string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for old, owner := range c.nicks {
		if owner == a {
			delete(c.nicks, old)
		}
	}
	if nick != "" {
		c.nicks[nick] = a
	}
}

// owner returns the account that has the nick; "" when it is none of ours.
func (c *Circle) owner(nick string) messages.AccountID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nicks[nick]
}

// id returns the id under which another account heard the line, or fresh.
func (c *Circle) id(a messages.AccountID, channel messages.ChannelID, author, text string, fresh messages.LineID, now time.Time) messages.LineID {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.accounts) < 2 {
		return fresh
	}
	me := c.accounts[a]
	key := c.hash(string(channel), author, text)
	for _, s := range c.said[key] {
		if s.by&me == 0 && now.Sub(s.at) <= sameWithin {
			s.by |= me
			return s.id
		}
	}
	c.rememberSaying(key, &saying{id: fresh, at: now, by: me})
	return fresh
}

// rememberSaying remembers a saying in place of the oldest. The lock is held.
func (c *Circle) rememberSaying(key uint64, s *saying) {
	if len(c.order) < saidMost {
		c.order = append(c.order, key)
	} else {
		old := c.order[c.oldest]
		if c.said[old] = c.said[old][1:]; len(c.said[old]) == 0 {
			delete(c.said, old)
		}
		c.order[c.oldest] = key
		c.oldest = (c.oldest + 1) % saidMost
	}
	c.said[key] = append(c.said[key], s)
}

func (c *Circle) hash(parts ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, p := range parts {
		h.WriteString(p)
		h.WriteByte(0) // none of them holds one
	}
	return h.Sum64()
}
