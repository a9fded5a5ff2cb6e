// Package pace says how long a familiar seems to read and to type, and whether
// people may be shown that it is typing.
//
// The rules: a reply is not posted before it could have been read and typed at
// the configured speeds. Reading takes the characters it answers by Read, at
// most ReadMost. Typing takes a part's own characters by Type, at least Least
// and at most Most. Each is varied by up to Jitter before its bounds hold. The
// first part counts from when its turn was ordered, so a slow model has used
// up its pause; each further part counts from when the one before was
// delivered. So no part waits longer than the two bounds together. Off, a part
// is posted at once.
//
// Typing is shown, unless configured otherwise, only once silence is ruled
// out: nobody should see a familiar begin and then say nothing.
//
// It knows lengths and instants. It does not know texts, turns or networks,
// keeps nothing and sets no timer. policy/conversation asks [Config.PostAt]
// for every part it is about to post, and [Typing.Shows] at each stage of a
// turn.
package pace

import (
	"time"

	"familiar/internal/splitmix"
	"familiar/messages"
)

// ReadingTime returns how long the k-th text takes to read, in characters as
// people count them (runes). It is a function of its arguments alone.
func (c *Config) ReadingTime(chars int, seed uint64, k int) time.Duration {
	if c.Read <= 0 || chars <= 0 {
		return 0
	}
	return min(c.varied(float64(chars)/c.Read, seed, 2*k), c.ReadMost)
}

// TypingTime returns how long the k-th text takes to type: characters by speed
// between the two bounds, as in the recorded decisions of another system. It
// is a function of its arguments alone.
func (c *Config) TypingTime(chars int, seed uint64, k int) time.Duration {
	if c.Type <= 0 {
		return c.Most
	}
	return min(max(c.varied(float64(max(chars, 0))/c.Type, seed, 2*k+1), c.Least), c.Most)
}

// A Part is a text that is ready to be posted.
type Part struct {
	Ready messages.Instant // when its text was known
	Since messages.Instant // when the turn was ordered; of a further part: when the one before was delivered
	Read  int              // characters of the lines the turn answers; 0 of a further part
	Chars int              // its own
	Seed  uint64           // the seat's
	K     int              // tells this draw from others of the seat: never twice the same in a turn
}

// PostAt returns when the part may be posted: never before it is ready, and at
// once when pace is off.
func (c *Config) PostAt(p Part) messages.Instant {
	if !c.On {
		return p.Ready
	}
	pause := c.ReadingTime(p.Read, p.Seed, p.K) + c.TypingTime(p.Chars, p.Seed, p.K)
	return max(p.Ready, p.Since.Add(pause))
}

// varied turns seconds into a duration off by up to Jitter of it. It is capped
// far above every bound, so that no speed can overflow it.
func (c *Config) varied(seconds float64, seed uint64, k int) time.Duration {
	if c.Jitter > 0 {
		seconds *= 1 + float64(c.Jitter*(2*splitmix.Fraction(splitmix.At(seed, uint64(k)))-1)) // rounded here, so that no machine fuses it
	}
	return time.Duration(min(seconds, time.Hour.Seconds()) * float64(time.Second))
}
