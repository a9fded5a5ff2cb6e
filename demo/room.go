package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"familiar/messages"
)

// A room is one channel's people. Its goroutine alone touches it, but for
// spoken.
type room struct {
	Options
	channel string
	first   time.Duration // until the first line, at speed 1
	deck    deck
	pace    *rand.Rand // pauses of scenes
	whim    *rand.Rand // answers to familiars
	spoken  chan spoken

	opening chan struct{} // closed once the opening scene was seen
	opens   bool          // it plays here, and is to be seen yet

	beats  []beat // of this scene
	lines  int
	said   map[messages.PersonID]messages.LineID // everybody's last line of this scene, answers to familiars left out
	last   messages.PersonID                     // who said the last of them
	asker  messages.Author                       // the human who would answer a familiar: who called one, else who spoke last
	called bool                                  // asker called one
	left   int                                   // answers that may still be given in this scene
	answer *answer                               // that somebody is typing; nil: none
	used   int                                   // answers drawn so far
}

// play plays scene after scene until ctx ends.
func (r *room) play(ctx context.Context) {
	if !r.opens {
		select {
		case <-r.opening:
		case <-ctx.Done():
			return
		}
	}
	if !r.wait(ctx, r.first) {
		return
	}
	for {
		if !r.scene(ctx, r.deck.next()) || !r.wait(ctx, between.draw(r.pace, 1)) {
			return
		}
	}
}

// scene plays one scene; false when ctx ended meanwhile.
func (r *room) scene(ctx context.Context, s scene) bool {
	r.beats = s.beats
	r.said, r.last = map[messages.PersonID]messages.LineID{}, ""
	r.asker, r.called, r.left = messages.Author{}, false, answersEach
	for i, b := range s.beats {
		if b.pause() {
			r.opened()
			if !r.wait(ctx, silence.draw(r.pace, 1)) {
				return false
			}
			continue
		}
		if i > 0 && !r.wait(ctx, r.typing(b.by)) {
			return false
		}
		line := Line{Author: b.by.Author, Text: b.text, Mentions: b.mentions}
		if id, ok := r.said[b.replies]; ok {
			line.ReplyTo = messages.Reply{ID: id, Author: b.replies}
		}
		if r.say(ctx, &line) {
			r.heard(line)
		}
	}
	r.opened() // also when it has no pause
	return ctx.Err() == nil
}

// opened lets the other channels begin. The opening has made its point by its
// first long pause.
func (r *room) opened() {
	if r.opens {
		close(r.opening)
		r.opens = false
	}
}

// typing is how long p takes for the next line.
func (r *room) typing(p person) time.Duration {
	slower := p.pace
	if p.ID == r.last {
		slower *= secondThought
	}
	return typing.draw(r.pace, slower)
}

// wait lets d at speed 1 go by; false when ctx ended. Meanwhile people read
// what familiars say, and answer.
func (r *room) wait(ctx context.Context, d time.Duration) bool {
	over := time.NewTimer(scaled(d, r.Speed))
	defer over.Stop()
	for {
		var typed <-chan time.Time
		if r.answer != nil {
			typed = r.answer.typed.C
		}
		select {
		case <-over.C:
			return true
		case <-ctx.Done():
			if r.answer != nil {
				r.answer.typed.Stop()
			}
			return false
		case s := <-r.spoken:
			r.read(s)
		case <-typed:
			line := r.answer.line
			r.answer = nil
			r.say(ctx, &line)
		}
	}
}

// Trouble with a line: how often it is tried, and the pause before it is
// tried again, which no speed shortens.
const (
	tries      = 3
	retryPause = 2 * time.Second
)

// say numbers a line and hands it over; false when nobody took it.
func (r *room) say(ctx context.Context, line *Line) bool {
	r.lines++
	line.Channel, line.ID = r.channel, messages.LineID(fmt.Sprintf("%s-%d", r.channel, r.lines))
	for try := 1; ; try++ {
		err := r.Say(ctx, *line)
		if err == nil || ctx.Err() != nil {
			return err == nil
		}
		if try == tries {
			r.Log.Warn("line left out", "channel", r.channel, "line", line.ID, "error", err)
			return false
		}
		again := time.NewTimer(retryPause)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return false
		}
	}
}

// heard remembers who said what in the scene. Whoever called a familiar stays
// the one who would answer it, until another human calls one.
func (r *room) heard(line Line) {
	r.said[line.Author.ID], r.last = line.ID, line.Author.ID
	calls := slices.ContainsFunc(line.Mentions, isFamiliar)
	if !line.Author.Bot && (calls || !r.called) {
		r.asker, r.called = line.Author, calls
	}
}
