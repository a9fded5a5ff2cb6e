package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

// plain hides that a journal knows where its notes are.
type plain struct{ journal.Journal }

// TestSeekIsTheSame: whatever is asked of a store that was written to, erased from
// and opened again, while it is being indexed and after, the index changes no
// answer.
func TestSeekIsTheSame(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := &sought{t: t, draw: rand.New(rand.NewPCG(seed, 1)), config: Config{Folder: t.TempDir(), Partitions: 2}}
			s.j = opened(t, s.config)
			for range 12 { // what is compared grows with each
				for range 60 {
					s.decide()
				}
				[]func(){s.write, s.write, s.reopen, s.erase, s.expire, s.catchUp}[s.draw.IntN(6)]()
				s.compare()
			}
		})
	}
}

// A sought is a store and what is drawn for it.
type sought struct {
	t      *testing.T
	draw   *rand.Rand
	config Config
	j      *Journal
	said   int
}

func pick[T any](s *sought, all ...T) T { return all[s.draw.IntN(len(all))] }

func (s *sought) channel() messages.ChannelID {
	return pick[messages.ChannelID](s, "test/w/a", "test/w/b", "test/w/c")
}

func (s *sought) person() messages.PersonID {
	return pick[messages.PersonID](s, "ana", "ana", "ana", "ben", "cid")
}

func (s *sought) line() messages.LineID {
	return messages.LineID(fmt.Sprint("l", s.draw.IntN(s.said+3)))
}

// decide has a line said, sometimes, and something decided on an old one.
func (s *sought) decide() {
	channel := s.channel()
	if s.draw.IntN(2) == 0 {
		s.said++
		l := &messages.Line{Channel: channel, ID: messages.LineID(fmt.Sprint("l", s.said)), Author: messages.Author{ID: s.person()}, Text: "so it goes"}
		if _, err := s.j.Append(s.t.Context(), 0, channel, messages.Heard{Line: l}); err != nil {
			s.t.Fatal(err)
		}
	}
	if s.draw.IntN(3) == 0 {
		if _, err := s.j.Append(s.t.Context(), 0, channel, messages.Reacted{Line: s.line(), By: messages.Author{ID: s.person()}}); err != nil {
			s.t.Fatal(err)
		}
	}
	n := observed(channel, s.said)
	n.At = messages.InstantOf(s.j.config.Clock())
	n.Line, n.Familiar = s.line(), pick[messages.FamiliarID](s, "aria", "ben")
	if s.draw.IntN(5) == 0 {
		n.Act, n.Rung, n.Reason = messages.Settled, messages.ByJudge, because.Read(messages.ByJudge, "no: she said so")
	}
	noted(s.t, s.j, n)
}

func (s *sought) write() {
	if err := s.j.ledger.Flush(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sought) reopen() {
	if err := s.j.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.j = opened(s.t, s.config)
	if s.draw.IntN(2) == 0 {
		await.Until(s.t, "an index of all lines", func() bool {
			return s.reads("test/w/a")+s.reads("test/w/b")+s.reads("test/w/c") == 0
		})
	}
}

func (s *sought) reads(channel messages.ChannelID) int {
	return readsForNobody(s.t, s.j, channel)
}

// readsForNobody is how many records are read for a person who said nothing.
func readsForNobody(t *testing.T, j *Journal, channel messages.ChannelID) (n int) {
	for range j.RewindOf(t.Context(), channel, "nobody") {
		n++
	}
	return n
}

// TestAVisitorAsksTheOwner: who has no index of its own reads as little as who has
// one while that runs, and everything once nobody does.
func TestAVisitorAsksTheOwner(t *testing.T) {
	t.Parallel()
	c := Config{Folder: t.TempDir(), Partitions: 2}
	owner := opened(t, c)
	channel := messages.ChannelID("test/w/a")
	for n := range 50 {
		l := &messages.Line{Channel: channel, ID: messages.LineID(fmt.Sprint("l", n)), Author: messages.Author{ID: "ana"}, Text: "so it goes"}
		if _, err := owner.Append(t.Context(), 0, channel, messages.Heard{Line: l}); err != nil {
			t.Fatal(err)
		}
		noted(t, owner, observed(channel, n))
	}
	if err := owner.ledger.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	follow, stop := context.WithCancel(t.Context())
	following := make(chan error, 1)
	go func() {
		following <- owner.Consume(follow, owner.Partition(channel), 0, func(journal.Record) {})
	}()
	await.Until(t, "an index of all", func() bool { return owner.Seeks(t.Context()) && readsForNobody(t, owner, channel) == 0 })
	visitor := visited(t, c)
	if n := readsForNobody(t, visitor, channel); n != 0 {
		t.Errorf("a visitor reads %d records for somebody who said nothing", n)
	}
	if !visitor.Seeks(t.Context()) {
		t.Error("a visitor doesn't know that the owner has all notes in its index")
	}
	if in, err := visitor.About(t.Context(), "1182736455433227", nil); err != nil || !slices.Equal(in, []messages.ChannelID{channel}) {
		t.Errorf("the line is in %v, %v", in, err)
	}
	stop()
	if err := <-following; err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(visitor.Close(), owner.Close()); err != nil {
		t.Fatal(err)
	}
	alone := visited(t, c)
	if n := readsForNobody(t, alone, channel); n != 50 {
		t.Errorf("a visitor of a stopped program reads %d records, want all 50", n)
	}
	if alone.Seeks(t.Context()) {
		t.Error("a visitor of a stopped program has an index")
	}
}

// catchUp waits for the index of the notes.
func (s *sought) catchUp() {
	s.write()
	await.Until(s.t, "an index of all notes", func() bool { return s.j.Seeks(s.t.Context()) })
}

func (s *sought) erase() {
	channel := s.channel()
	last, err := s.j.Last(s.t.Context(), s.j.Partition(channel))
	if err != nil {
		s.t.Fatal(err)
	}
	was, err := s.j.Load(s.t.Context(), channel)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.j.Save(s.t.Context(), s.j.Epoch(0), journal.Snapshot{Channel: channel, Revision: was.Revision, Seq: last, Body: []byte("state")}); err != nil {
		s.t.Fatal(err)
	}
	order := pick(s, messages.Erase{Line: s.line()}, messages.Erase{Person: s.person()}, messages.Erase{All: true})
	order.N, order.Channel = 1, channel
	if err := s.j.Erase(s.t.Context(), order); err != nil {
		s.t.Fatal(err)
	}
}

// expire has the server drop the oldest messages.
func (s *sought) expire() {
	for _, word := range []string{"observed", "notes", "lines-0", "lines-1"} {
		stream := s.j.store.Names.Stream(word)
		state, err := s.j.store.Held(s.t.Context(), stream)
		if err == nil && state.Msgs > 2 {
			err = s.j.store.Purge(s.t.Context(), stream, state.FirstSeq+state.Msgs/3)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// compare asks some questions with the index and without, and as a visitor, who
// asks the owner's.
func (s *sought) compare() {
	s.compareAs(s.j)
	s.compareNoted()
	s.rewind()
	s.write() // About and visitors are told nothing of what is held
	visitor, err := Visit(s.t.Context(), s.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.compareAs(visitor)
	for _, j := range []*Journal{s.j, visitor} {
		s.compareAbout(j)
	}
	if err := visitor.Close(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sought) compareAs(j *Journal) {
	for range 8 {
		q := journal.Query{Limit: pick(s, 0, 0, 1, 5)}
		for range s.draw.IntN(3) {
			q.Lines = append(q.Lines, s.line())
		}
		q.Familiar = pick[messages.FamiliarID](s, "", "", "aria", "zed")
		q.Rung = pick[messages.Rung](s, "", "", "", messages.ByJudge, "sung")
		if s.draw.IntN(3) == 0 {
			q.Acts = []messages.Act{pick(s, messages.Settled, messages.Observe, messages.Claim)}
		}
		if now := messages.InstantOf(s.j.config.Clock()); s.draw.IntN(4) == 0 {
			q.Until = now - messages.Instant(s.draw.IntN(2000))
		}
		search := journal.Search{Query: q, Channel: pick(s, "", s.channel()), Person: pick[messages.PersonID](s, "", "ana", "cid", "zed")}
		got, err := journal.Look(s.t.Context(), j, search)
		if err != nil {
			s.t.Fatal(err)
		}
		want, err := journal.Look(s.t.Context(), plain{j}, search)
		if err != nil {
			s.t.Fatal(err)
		}
		if !slices.EqualFunc(got, want, func(a, b *messages.Note) bool { return *a == *b }) {
			s.t.Fatalf("%+v: got %d notes, want %d", search, len(got), len(want))
		}
	}
}

// compareNoted asks which channels have notes: none may be missing, and none may be
// older than its newest.
func (s *sought) compareNoted() {
	told := map[messages.ChannelID]messages.Instant{}
	for c, err := range s.j.Noted(s.t.Context(), 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		if _, twice := told[c.Channel]; twice {
			s.t.Fatalf("%s is told of twice", c.Channel)
		}
		told[c.Channel] = c.At
	}
	for _, channel := range []messages.ChannelID{"test/w/a", "test/w/b", "test/w/c"} {
		for n, err := range s.j.Notes(s.t.Context(), channel, 1) {
			if err != nil {
				s.t.Fatal(err)
			}
			if told[channel] < n.At {
				s.t.Fatalf("%s: newest at %d, want %d or later", channel, told[channel], n.At)
			}
		}
	}
}

// TestNotedByTheIndex: once the index knows all, it tells which channels have notes, to
// the moment, and no longer of one that was forgotten.
func TestNotedByTheIndex(t *testing.T) {
	t.Parallel()
	c := Config{Folder: t.TempDir(), Partitions: 2}
	j := opened(t, c)
	at := messages.InstantOf(j.config.Clock().Add(-time.Hour))
	for n := range 100 {
		note := observed(messages.ChannelID(fmt.Sprint("test/w/", n%10)), n)
		note.At = at.Add(time.Duration(n) * time.Millisecond)
		noted(t, j, note)
	}
	look := func() (told []string) {
		for c, err := range j.Noted(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, fmt.Sprint(c.Channel, " ", int64(c.At-at)))
		}
		slices.Sort(told)
		return told
	}
	var want []string
	for n := range 10 {
		want = append(want, fmt.Sprint("test/w/", n, " ", 90+n))
	}
	for _, story := range []string{"written", "opened again"} {
		if err := j.ledger.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		await.Until(t, "an index of all", func() bool { return j.Seeks(t.Context()) })
		if got := look(); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", story, got, want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = opened(t, c)
	}
	if err := j.Erase(t.Context(), messages.Erase{Channel: "test/w/3", All: true}); err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 3, 4)
	await.Until(t, "an index of all", func() bool { return j.Seeks(t.Context()) })
	if got := look(); !slices.Equal(got, want) {
		t.Errorf("one is forgotten: got %v, want %v", got, want)
	}
}

// compareAbout asks which channels have notes about a line, by the index or not.
func (s *sought) compareAbout(j *Journal) {
	line := s.line()
	got, err := j.About(s.t.Context(), line, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	var want []messages.ChannelID
	for _, channel := range []messages.ChannelID{"test/w/a", "test/w/b", "test/w/c"} {
		for n, err := range s.j.Notes(s.t.Context(), channel, 0) {
			if err != nil {
				s.t.Fatal(err)
			}
			if n.Line == line && !slices.Contains(want, channel) {
				want = append(want, channel)
			}
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		s.t.Fatalf("%s: got %v, want %v", line, got, want)
	}
}

// rewind reads a channel back from some moments, and forwards.
func (s *sought) rewind() {
	channel := s.channel()
	var all []journal.Record
	for r, err := range s.j.Replay(s.t.Context(), channel, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, r)
	}
	for range min(len(all), 8) {
		before := pick(s, all...).At
		var got, want []uint64
		for r, err := range s.j.Rewind(s.t.Context(), channel, before) {
			if err != nil {
				s.t.Fatal(err)
			}
			got = append(got, r.Seq)
		}
		for _, r := range slices.Backward(all) {
			if r.At < before {
				want = append(want, r.Seq)
			}
		}
		if !slices.Equal(got, want) {
			s.t.Fatalf("back from %d: got %v, want %v", before, got, want)
		}
	}
}
