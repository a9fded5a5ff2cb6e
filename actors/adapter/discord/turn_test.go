package discord

import (
	"context"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
)

// beginsAndDies has a process of its own begin a session and die at once, with all
// it would have kept; or without having begun one once that time is over.
func (r *rig) beginsAndDies(t *testing.T, words adapter.Words, within time.Duration) {
	m := &mortal{Words: words, early: true}
	a, ended := r.openKept(t, r.bot, m), make(chan error, 1)
	a.config.IdentifyEvery = turnEvery
	ctx, die := context.WithTimeout(t.Context(), within)
	defer die()
	before := len(r.Identifies())
	go func() { ended <- a.Listen(ctx, (&book{}).hear) }()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for len(r.Identifies()) == before && ctx.Err() == nil {
		<-look.C
	}
	m.kill()
	die()
	<-ended
}

const turnEvery = 100 * time.Millisecond

// TestTurnsOfManyProcesses: however many processes begin sessions of one bot, and die,
// no two do so in one turn.
func TestTurnsOfManyProcesses(t *testing.T) {
	r, words := newRig(t), &shelf{}
	r.Turns(turnEvery / 2) // on a busy machine what is sent may arrive late
	done := make(chan struct{})
	for range 3 {
		go func() {
			defer func() { done <- struct{}{} }()
			for range 4 {
				r.beginsAndDies(t, words, time.Minute)
			}
		}()
	}
	for range 3 {
		await.Value(t, "a crash loop", done)
	}
	if got := r.TooSoon(); got != 0 || len(r.Identifies()) < 4 {
		t.Errorf("began %d sessions, %d of them before their turn", len(r.Identifies()), got)
	}
}

// TestFewSessionsLeft: a crash loop doesn't use up what Discord allows: the last
// sessions are spaced over the time until there are more, whoever waits for them.
func TestFewSessionsLeft(t *testing.T) {
	const allowed, resets = 8, 4 * time.Second
	r, words := newRig(t), &shelf{}
	r.BudgetOf(allowed, 1000)
	r.Resets(resets)
	for began := time.Now(); time.Since(began) < resets/2; {
		r.beginsAndDies(t, words, 150*time.Millisecond) // most die while they wait
	}
	all := r.Identifies()
	if len(all) < 2 || len(all) > allowed/2+1 { // the first doesn't wait
		t.Errorf("began %d sessions in half of the time, want at most half of %d, and not none", len(all), allowed)
	}
	gaps := make([]time.Duration, 0, len(all))
	for k := 1; k < len(all); k++ {
		gaps = append(gaps, all[k].At.Sub(all[k-1].At))
	}
	if least := resets / allowed / 2; len(gaps) > 0 && slices.Min(gaps) < least { // half: they may arrive late
		t.Errorf("began sessions %v after one another, want at least %v", gaps, least)
	}
}
