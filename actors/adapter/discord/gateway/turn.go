package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"familiar/internal/sleep"
)

// A turn is the last time that any process began one of a bot's sessions. No
// clocks are compared: how long ago that was at least, whoever waits has seen
// by its own, and notes it for those who come later.
type turn struct {
	Count  uint64 `json:"count"`  // of the turns there were
	Passed int64  `json:"passed"` // ms that have passed since this one, at least
}

// decodeTurn returns a turn that was kept; one that nobody can read has just been.
func decodeTurn(body []byte) (t turn) {
	if len(body) > wordLimit || json.Unmarshal(body, &t) != nil {
		return turn{}
	}
	t.Passed = max(t.Passed, 0)
	return t
}

func (t turn) encode() []byte {
	body, _ := json.Marshal(t) // numbers
	return body
}

// turnName returns the name of the word of a bot's turns.
func turnName(bot string, slot int) string {
	sum := sha256.Sum256([]byte(bot))
	return "turn" + hex.EncodeToString(sum[:12]) + "n" + strconv.Itoa(slot)
}

// turns is what is known of the turns of one slot.
type turns struct {
	name     string
	seen     turn
	at       time.Time // when seen was
	revision uint64    // of it
	own      bool      // it is this process's, and nobody knows yet that it has passed
}

// see takes the word as it is now, and returns how long ago the turn was at least.
func (t *turns) see(now time.Time, found turn, revision uint64) time.Duration {
	if t.at.IsZero() || found.Count != t.seen.Count || found.passed() > t.passed(now) {
		t.seen, t.at, t.own = found, now, false
	}
	t.revision = revision
	return t.passed(now)
}

func (t *turns) passed(now time.Time) time.Duration { return t.seen.passed() + now.Sub(t.at) }

func (t turn) passed() time.Duration { return time.Duration(t.Passed) * time.Millisecond }

// slack returns how much later than it was taken a turn may be used.
func slack(every time.Duration) time.Duration { return every / 5 }

// takeTurn waits until the last turn of all processes was that long ago, and takes
// the next.
func (g *gate) takeTurn(ctx context.Context, slot int, every time.Duration) error {
	for g.words != nil {
		pause, taken, err := g.tryTurn(slot, every)
		if taken || err != nil {
			return err
		}
		if !sleep.For(ctx, pause) {
			return ctx.Err()
		}
	}
	return nil
}

// tryTurn takes the next turn if it is time, or says how long to wait at most
// before looking again.
func (g *gate) tryTurn(slot int, every time.Duration) (pause time.Duration, taken bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := &g.turns[slot]
	body, revision, err := g.words.Read(t.name)
	if err != nil {
		return 0, false, fmt.Errorf("look whose turn it is to begin a session: %w", err)
	}
	found := decodeTurn(body)
	now := time.Now()
	passed, wants := t.see(now, found, revision), every+slack(g.every)
	if revision != 0 && passed < wants {
		if passed >= found.passed()+g.every { // so that a process that ends has not waited in vain
			_, _ = g.words.Write(t.name, revision, turn{Count: found.Count, Passed: passed.Milliseconds()}.encode()) // somebody else's does as well
		}
		return min(wants-passed, g.every), false, nil
	}
	next := turn{Count: found.Count + 1}
	revision, err = g.words.Write(t.name, revision, next.encode())
	if err != nil || time.Since(now) > slack(g.every) { // another's, or too late to be used
		return g.every, false, nil //nolint:nilerr // whoever has it has it
	}
	t.seen, t.at, t.revision, t.own = next, now, revision, true
	return 0, true, nil
}

// notePassed notes that this process's turns have passed, once each: who comes next
// need not wait.
func (g *gate) notePassed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.turns {
		t := &g.turns[i]
		if passed := t.passed(time.Now()); t.own && passed >= g.every+slack(g.every) {
			t.own = false
			_, _ = g.words.Write(t.name, t.revision, turn{Count: t.seen.Count, Passed: passed.Milliseconds()}.encode()) // else who comes next waits
		}
	}
}
