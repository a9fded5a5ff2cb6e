package jetstream

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
	"familiar/messages/because"
)

// A chat is one channel that several processes write to.
type chat struct {
	t       *testing.T
	all     []*Journal
	channel messages.ChannelID
	said    int
}

// says has a process append a line and save the state after it, note a decision,
// and deliver a post that quotes it.
func (c *chat) says(j *Journal, text string) messages.LineID {
	c.t.Helper()
	c.said++
	ctx, id := c.t.Context(), messages.LineID(fmt.Sprint("l", c.said))
	l := &messages.Line{ID: id, Channel: c.channel, Author: messages.Author{ID: "ana"}, Text: text}
	last, err := j.Append(ctx, 0, c.channel, messages.Heard{Line: l})
	if err != nil {
		c.t.Fatal(err)
	}
	c.saves(j, last.Seq, "state with "+text)
	n := messages.Note{Channel: c.channel, Line: id, At: last.At, Act: messages.Wait, Rung: "judge", N: uint64(c.said), Reason: because.Read("judge", "no: "+text)}
	noted(c.t, j, &n)
	if c.said%2 == 0 {
		if err := j.ledger.Flush(ctx); err != nil {
			c.t.Fatal(err)
		}
	}
	p := part(c.channel, c.said)
	p.Quoting = messages.Quoted{ID: id, Author: messages.Author{ID: "ana"}, Text: text}
	if err := errors.Join(j.Enqueue(ctx, 0, p), j.Remove(ctx, c.channel, p.ID)); err != nil {
		c.t.Fatal(err)
	}
	return id
}

func (c *chat) saves(j *Journal, seq uint64, body string) {
	c.t.Helper()
	s, err := j.Load(c.t.Context(), c.channel)
	if err != nil {
		c.t.Fatal(err)
	}
	s.Seq, s.Body = seq, []byte(body)
	if _, err := j.Save(c.t.Context(), 0, s); err != nil {
		c.t.Fatal(err)
	}
}

// settles saves a state that has none of the texts.
func (c *chat) settles(j *Journal) {
	c.t.Helper()
	last, err := j.Last(c.t.Context(), 0)
	if err != nil {
		c.t.Fatal(err)
	}
	c.saves(j, last, "state")
}

func (c *chat) erases(j *Journal, order messages.Erase) {
	c.t.Helper()
	order.Channel = c.channel
	if err := j.Erase(c.t.Context(), order); err != nil {
		c.t.Fatal(err)
	}
}

// lines returns the ids of those that can be read.
func (c *chat) lines(j *Journal) (ids map[messages.LineID]bool) {
	c.t.Helper()
	ids = map[messages.LineID]bool{}
	for r, err := range j.Replay(c.t.Context(), c.channel, 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		if h, is := r.Event.(messages.Heard); is {
			ids[h.Line.ID] = true
		}
	}
	return ids
}

// kept is a sealed text as a file may still have it, after its stream has it no more.
type kept struct {
	what string
	text sealedText
}

// inTheFiles returns what the streams have now of a channel and a file may have for
// ever, in part the posts that were delivered.
func (c *chat) inTheFiles(j *Journal) (all []kept) {
	c.t.Helper()
	for _, kind := range []seal.Kind{seal.State, seal.Post} {
		until := j.vault.texts.Keys.Until(c.channel, kind)
		all = append(all, kept{fmt.Sprint(kind, " at ", until), sealedText{c.channel, at(until)}})
	}
	return all
}

// at is as much of a sealed text as says where it is.
func at(p seal.Position) []byte {
	b := make([]byte, 1+seal.Overhead)
	for i := range 8 {
		b[1+i] = byte(p >> (56 - 8*i))
	}
	return b
}

// leaf reports whether a process could still open what stands at a position.
func (k kept) leaf(j *Journal) bool {
	_, err := j.vault.texts.Keys.Open(nil, k.text.channel, k.text.kept[1:], nil)
	return !errors.Is(err, seal.ErrForgotten)
}

// learns waits until a process knows that none of these can be opened any more.
func learns(t *testing.T, j *Journal, gone []kept) {
	t.Helper()
	for _, k := range gone {
		await.Until(t, "that "+k.what+" is forgotten by all", func() bool { return !k.leaf(j) })
	}
}

// TestEraseWhatOthersSealed: whoever forgets, and whoever has sealed, in whatever
// order: what is to go is gone in every process, what others have said stays, and
// what is said later can be read.
func TestEraseWhatOthersSealed(t *testing.T) {
	t.Parallel()
	for by := range 3 {
		for _, order := range []messages.Erase{{Line: "l1"}, {Line: "l2"}, {Line: "l3"}, {Person: "ana"}, {All: true}} {
			t.Run(fmt.Sprintf("by %d, %s%s%v", by, order.Line, order.Person, order.All), func(t *testing.T) {
				t.Parallel()
				eraseWhatOthersSealed(t, side(t, 3), by, order)
			})
		}
	}
	for _, order := range []messages.Erase{{Line: "l2"}, {All: true}} {
		t.Run(fmt.Sprintf("on three servers, %s%v", order.Line, order.All), func(t *testing.T) {
			t.Parallel()
			c := Config{URL: natstest.Start(t, 3).URL(), Partitions: 1, Replicas: 3}
			eraseWhatOthersSealed(t, sideAt(t, 3, c), 1, order)
		})
	}
}

func eraseWhatOthersSealed(t *testing.T, all []*Journal, by int, order messages.Erase) {
	c := &chat{t: t, all: all, channel: "test/w/c"}
	text := secret(t)
	var stay []messages.LineID
	for _, i := range []int{1, 2, 0, 2, 1, 0} { // neither by epoch nor against it
		if id := c.says(c.all[i], text); order.Line != "" && id != order.Line {
			stay = append(stay, id)
		}
	}
	var files []kept
	for _, j := range c.all {
		files = append(files, c.inTheFiles(j)...)
	}
	c.settles(c.all[by])
	c.erases(c.all[by], order)
	for i, j := range c.all {
		learns(t, j, files)
		read := c.lines(j)
		for _, id := range stay {
			if !read[id] {
				t.Errorf("process %d doesn't read %s, which stays", i, id)
			}
		}
		if gone := len(read) - len(stay); gone != 0 {
			t.Errorf("process %d reads %d lines too many: %v", i, gone, read)
		}
	}
	if found := inStreams(t, c.all[by], text); order.Line == "" && len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
	var later []messages.LineID
	for _, i := range []int{2, 1, 0} {
		later = append(later, c.says(c.all[i], "later"))
	}
	for i, j := range c.all {
		read := c.lines(j)
		for _, id := range append(stay, later...) {
			if !read[id] {
				t.Errorf("process %d doesn't read %s, which was said later", i, id)
			}
		}
		if s, err := j.Load(t.Context(), c.channel); err != nil || string(s.Body) != "state with later" {
			t.Errorf("process %d loads %q, %v", i, s.Body, err)
		}
	}
}

// TestEraseWhatWasTrimmed: of lines that are gone from the log no key is left once
// something is forgotten, whichever process sealed them, if another one still has
// some there; and those stay.
func TestEraseWhatWasTrimmed(t *testing.T) {
	t.Parallel()
	c := &chat{t: t, all: side(t, 3), channel: "test/w/c"}
	var trimmed []kept
	for _, i := range []int{2, 1, 0} {
		c.says(c.all[i], "old")
		until := c.all[i].vault.texts.Keys.Until(c.channel, seal.Line)
		trimmed = append(trimmed, kept{fmt.Sprint("line of ", i), sealedText{c.channel, at(until)}})
	}
	last, err := c.all[0].Last(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.all[0].store.Purge(t.Context(), c.all[0].store.Names.Lines(0), last+1); err != nil {
		t.Fatal(err)
	}
	var stay []messages.LineID
	for _, i := range []int{1, 0, 2} {
		stay = append(stay, c.says(c.all[i], "new"))
	}
	gone := c.says(c.all[0], "gone")
	c.settles(c.all[1])
	c.erases(c.all[1], messages.Erase{Line: gone})
	for i, j := range c.all {
		learns(t, j, trimmed)
		for _, id := range stay {
			if !c.lines(j)[id] {
				t.Errorf("process %d doesn't read %s", i, id)
			}
		}
	}
}

// TestEraseBesideOneWhoSaysNothing: a process that has the store and doesn't answer
// may have sealed what nobody else knows of: all else is done, and the error asks
// for another Erase. Once its mark is gone it is over, and that one is the last.
func TestEraseBesideOneWhoSaysNothing(t *testing.T) {
	t.Parallel()
	c := &chat{t: t, all: side(t, 1), channel: "test/w/c"}
	j, ctx := c.all[0], t.Context()
	id := c.says(j, "text")
	c.settles(j)
	silent := newSealer(j.store, j.vault.texts)
	if err := silent.mark(ctx, store.Peer{Epoch: 77}); err != nil {
		t.Fatal(err)
	}
	if err := j.Erase(ctx, messages.Erase{Channel: c.channel, Line: id}); err == nil {
		t.Error("nobody minds that it says nothing")
	}
	if c.lines(j)[id] {
		t.Error("the line is still there")
	}
	silent.end()
	if err := j.Erase(ctx, messages.Erase{Channel: c.channel, Line: id}); err != nil {
		t.Errorf("once it is gone: %v", err)
	}
}

// TestSealsUnderAnotherEpoch: a process that was not heard of for so long that its
// epoch is over seals nothing before it has another, and then nothing that anybody
// has forgotten.
func TestSealsUnderAnotherEpoch(t *testing.T) {
	t.Parallel()
	c := &chat{t: t, all: side(t, 2), channel: "test/w/c"}
	owner, still, ctx := c.all[0], c.all[1], t.Context()
	before := c.says(still, "before")
	epoch := still.vault.texts.Keys.Epoch()
	still.vault.texts.Keys.Hold(time.Now()) // it stood still
	if _, err := still.Append(ctx, 0, c.channel, said(c.channel, 1)); !errors.Is(err, seal.ErrExpired) {
		t.Errorf("it seals: %v", err)
	}
	if gone, err := owner.takeOut(ctx, store.Peer{Epoch: epoch, Revision: still.sealer.revision}); err != nil || !gone {
		t.Fatalf("its mark stays: %v", err)
	}
	c.settles(owner)
	c.erases(owner, messages.Erase{All: true}) // all of its epoch, what it would have sealed yet
	if err := still.sealer.renew(ctx); err != nil {
		t.Fatal(err)
	}
	if now := still.vault.texts.Keys.Epoch(); now <= epoch {
		t.Errorf("it seals under epoch %d after %d", now, epoch)
	}
	after := c.says(still, "after")
	read := c.lines(owner)
	if read[before] || !read[after] {
		t.Errorf("read are %v, want %s only", read, after)
	}
	if _, err := owner.Append(ctx, owner.Epoch(0), c.channel, messages.TimerFired{}); err != nil {
		t.Errorf("the owner's own: %v", err)
	}
}

// besideWire opens an owner, and another process beside it that reaches the server by a
// wire of its own.
func besideWire(t *testing.T) (owner, other *Journal, w *wire) {
	t.Helper()
	server := outside(t, t.TempDir(), -1)
	c := Config{URL: server.ClientURL(), Partitions: 1}
	owner = sideAt(t, 1, c)[0]
	w = newWire(t, server.Addr().String())
	c.URL, c.Shared = w.url(), true
	return owner, openTest(t, c), w
}

// TestStandsStillWhileWriting: a process that stands still between sealing a line and the
// server's taking it, for so long that the channel's texts of its epoch are forgotten,
// doesn't say that the line is heard.
func TestStandsStillWhileWriting(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	owner, still, w := besideWire(t)
	before, err := owner.Last(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	subject, err := still.store.Names.LineOf(0, here)
	if err != nil {
		t.Fatal(err)
	}
	w.freezeFor(subject)
	heard := make(chan error, 1)
	go func() {
		_, err := still.Append(ctx, 0, here, byAna("late"))
		heard <- err
	}()
	await.Value(t, "that the line is on its way", w.held)
	still.vault.texts.Keys.Hold(time.Now())
	gone, err := owner.takeOut(ctx, store.Peer{Epoch: still.vault.texts.Keys.Epoch(), Revision: still.sealer.revision})
	if err != nil || !gone {
		t.Fatalf("its mark stays: %v", err)
	}
	if err := owner.Erase(ctx, messages.Erase{Channel: here, All: true}); err != nil {
		t.Fatal(err)
	}
	w.thaw()
	if err := await.Value(t, "what became of the line", heard); !errors.Is(err, journal.ErrAway) {
		t.Errorf("a line that can't be read any more is heard: %v", err)
	}
	await.Until(t, "that the line is in the log", func() bool {
		last, err := owner.Last(ctx, 0)
		return err == nil && last > before
	})
}

// TestEraseAfterKill: what is forgotten after a process was killed is confirmed as soon as
// its mark is over.
func TestEraseAfterKill(t *testing.T) {
	long.Test(t)
	t.Parallel()
	ctx := t.Context()
	owner, killed, w := besideWire(t)
	said := &chat{t: t, all: []*Journal{owner, killed}, channel: here}
	id := said.says(killed, "text")
	said.settles(owner)
	w.freeze()
	began := time.Now()
	order := messages.Erase{Channel: here, Line: id}
	if err := owner.Erase(ctx, order); err == nil {
		t.Error("forgetting is confirmed though the process may seal yet")
	}
	if said.lines(owner)[id] {
		t.Error("the line is still there")
	}
	for err := errors.New("not yet"); err != nil; err = owner.Erase(ctx, order) {
		if time.Since(began) > 2*sealsHolds+await.Patience {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // as whoever forgets tries again
	}
	t.Logf("confirmed %v after the kill", time.Since(began).Round(100*time.Millisecond))
}
