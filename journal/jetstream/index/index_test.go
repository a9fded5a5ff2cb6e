package index

import (
	"fmt"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"

	"pgregory.net/rapid"
)

// A stream is what an index is of, and which of its messages the index was given.
// covers reports whether an index has all messages from one to another.
func covers(x *Index, first, last uint64) bool {
	a := x.Answer(Question{Until: last})
	return a.Complete(first)
}

// about asks for what a line is about.
func about(line messages.LineID) Query {
	return Query{Query: journal.Query{Lines: []messages.LineID{line}}}
}

type stream struct {
	all []Message // by sequence, from 1
	low uint64    // of those that are still kept
}

// TestNothingIsMissed: whatever an index is told of and in which order, what it says
// has to be read for a question has every message that answers it.
func TestNothingIsMissed(t *testing.T) {
	lines := []messages.LineID{"l1", "l2", "l3", "l4", "l5"}
	channels := []messages.ChannelID{"a", "b", "c"}
	rapid.Check(t, func(t *rapid.T) {
		x := New(rapid.SampledFrom([]int{1, 3, 8}).Draw(t, "chunk"), rapid.SampledFrom([]int{200, 100_000}).Draw(t, "most"))
		s := stream{low: 1}
		grow := func(t *rapid.T) Message {
			n := &messages.Note{At: messages.Instant(len(s.all)*10 + rapid.IntRange(0, 30).Draw(t, "at")), Act: rapid.SampledFrom(messages.Acts()).Draw(t, "act"), Line: rapid.SampledFrom(lines).Draw(t, "line")}
			m := Message{Channel: rapid.SampledFrom(channels).Draw(t, "channel"), Seq: uint64(len(s.all) + 1)}
			m.AddNote(n)
			s.all = append(s.all, m)
			return m
		}
		for range rapid.IntRange(0, 40).Draw(t, "there before") {
			grow(t)
		}
		var late []Message
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) { x.Add(grow(t)) },
			"add in disorder": func(t *rapid.T) {
				late = append(late, grow(t))
				if rapid.Bool().Draw(t, "now") {
					for _, m := range rapid.Permutation(late).Draw(t, "order") {
						x.Add(m)
					}
					late = nil
				}
			},
			"lose": func(t *rapid.T) { grow(t) },
			"start": func(*rapid.T) {
				if !x.Started() {
					x.Start(uint64(len(s.all)))
				}
			},
			"stop": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
					x.Stop()
				}
			},
			"catch up": func(t *rapid.T) {
				if below := x.Below(); below > 0 && !x.Full() {
					from := max(1, below-min(below, uint64(rapid.IntRange(1, 9).Draw(t, "many")))+1)
					x.AddBefore(from, below, s.all[from-1:below])
				}
			},
			"read what others wrote": func(t *rapid.T) {
				all := rapid.Bool().Draw(t, "all")
				span, is := x.Unread(uint64(len(s.all)), all, uint64(rapid.IntRange(1, 9).Draw(t, "many")))
				if !is {
					return
				}
				if rapid.Bool().Draw(t, "while more is written") {
					x.Add(grow(t))
				}
				x.AddRead(span, s.all[max(1, span.First)-1:min(span.Last, uint64(len(s.all)))])
			},
			"expire": func(t *rapid.T) {
				s.low = min(s.low+uint64(rapid.IntRange(0, 5).Draw(t, "many")), uint64(len(s.all)+1))
				x.DropBelow(s.low)
			},
			"": func(t *rapid.T) {
				line := rapid.SampledFrom(append(lines, "none")).Draw(t, "asked")
				act := rapid.SampledFrom(messages.Acts()).Draw(t, "done")
				q := about(line)
				if rapid.Bool().Draw(t, "by act") {
					q = Query{Query: journal.Query{Acts: []messages.Act{act}}}
				}
				if rapid.Bool().Draw(t, "until") {
					q.Until = messages.Instant(rapid.IntRange(1, 300).Draw(t, "moment"))
				}
				s.check(t, x, rapid.SampledFrom(channels).Draw(t, "in"), q)
			},
		})
	})
}

// check looks for what the spans have not, and that they are in order and apart.
func (s *stream) check(t *rapid.T, x *Index, channel messages.ChannelID, q Query) {
	until := uint64(len(s.all))
	spans := x.spans(channel, until, q)
	for i, span := range spans {
		if span.First > span.Last || span.Last > until || i > 0 && span.Last+1 >= spans[i-1].First {
			t.Fatalf("spans %v of %d messages", spans, until)
		}
	}
	wanted, f := 0, q.filter()
	for _, m := range s.all {
		match := (len(f.keys) == 0 || slices.Contains(m.Keys, f.keys[0])) && (f.some == 0 || m.Has&f.some != 0) && (q.Until == 0 || m.From < q.Until)
		if m.Channel != channel || m.Seq < s.low || !match {
			continue
		}
		wanted++
		if !slices.ContainsFunc(spans, func(span Span) bool { return span.First <= m.Seq && m.Seq <= span.Last }) {
			t.Fatalf("message %d is in none of %v, for %+v", m.Seq, spans, q)
		}
	}
	which := x.Answer(Question{Until: until, Query: q})
	if which.Complete(s.low) && wanted > 0 && !slices.Contains(which.Channels, channel) {
		t.Fatalf("%s is none of the channels for %+v", channel, q)
	}
}

// TestSeveralKnowAll: of a stream that several write to each index knows its own
// messages for sure, and all of them together what there is.
func TestSeveralKnowAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := []*Index{New(1, 1<<20), New(3, 1<<20), New(8, 1<<20)}
		for _, x := range all {
			x.Start(0)
		}
		s := stream{low: 1}
		for n := range rapid.IntRange(1, 60).Draw(t, "messages") {
			m := Message{Channel: rapid.SampledFrom([]messages.ChannelID{"a", "b"}).Draw(t, "channel"), Seq: uint64(n + 1)}
			m.AddNote(&messages.Note{At: messages.Instant(n), Act: messages.Observe, Line: rapid.SampledFrom([]messages.LineID{"l1", "l2"}).Draw(t, "line")})
			s.all = append(s.all, m)
			by := rapid.IntRange(0, len(all)).Draw(t, "by")
			if by < len(all) { // else by one that is gone
				all[by].Add(m)
			}
		}
		q := Question{Until: uint64(len(s.all)), Channel: rapid.SampledFrom([]messages.ChannelID{"", "a", "b"}).Draw(t, "in"), Query: about("l1")}
		answer := q.Unknown()
		for _, x := range all {
			answer = answer.And(x.Answer(q))
		}
		for _, m := range s.all {
			if !slices.Contains(m.Keys, lineKey("l1")) || q.Channel != "" && m.Channel != q.Channel {
				continue
			}
			read := slices.ContainsFunc(answer.Spans, func(span Span) bool { return span.First <= m.Seq && m.Seq <= span.Last })
			if !read && (q.Channel != "" || !slices.Contains(answer.Channels, m.Channel)) {
				t.Fatalf("message %d in %s is in none of %v, %v", m.Seq, m.Channel, answer.Spans, answer.Channels)
			}
		}
		for i := 1; i < len(answer.Spans); i++ {
			if answer.Spans[i].Last >= answer.Spans[i-1].First {
				t.Fatalf("spans are not the newest first and apart: %v", answer.Spans)
			}
		}
	})
}

// TestOneMessageIsRead: of a long stream that is known a question for one line
// reads one message, and of a line that there is not, none.
func TestOneMessageIsRead(t *testing.T) {
	x := New(1, 1<<20)
	x.Start(0)
	for n := range uint64(10_000) {
		m := Message{Channel: "a", Seq: n + 1}
		m.AddNote(&messages.Note{Line: messages.LineID(fmt.Sprint(n)), At: messages.Instant(n)})
		x.Add(m)
	}
	for line, want := range map[messages.LineID][]Span{"0": {{1, 1}}, "4711": {{4712, 4712}}, "none": nil} {
		got := x.spans("a", 10_000, about(line))
		if len(got) > len(want)+1 || len(want) > 0 && !slices.Contains(got, want[0]) { // two lines in 100,000 may have one key
			t.Errorf("line %s: got %v, want %v", line, got, want)
		}
	}
}

// TestIndexIsBounded: it forgets the oldest first, and takes no more of them.
func TestIndexIsBounded(t *testing.T) {
	const most = 1000
	x := New(1, most)
	x.Start(0)
	for n := range uint64(5000) {
		m := Message{Channel: messages.ChannelID(fmt.Sprint("c", n%7)), Seq: n + 1}
		m.AddNote(&messages.Note{Line: messages.LineID(fmt.Sprint(n))})
		if x.Add(m); x.weight > most {
			t.Fatalf("after %d messages it weighs %d", n, x.weight)
		}
	}
	if x.low < 4000 || !x.Full() || covers(x, 1, 5000) || !covers(x, x.low, 5000) {
		t.Errorf("it covers %d to %d, full %t", x.low, x.high, x.Full())
	}
}

// TestForgottenWhileRead: what was read before a channel was forgotten is not taken in
// after that, and what is written there later is.
func TestForgottenWhileRead(t *testing.T) {
	message := func(seq uint64) Message {
		m := Message{Channel: "a", Seq: seq}
		m.AddNote(&messages.Note{Line: "l1", At: messages.Instant(seq)})
		return m
	}
	x := New(8, 1000)
	x.Start(5)
	x.Forget("a", 5)
	x.AddBefore(1, 5, []Message{message(2), message(4)})
	x.Add(message(8))
	x.AddRead(Span{6, 7}, []Message{message(7)})
	if got, want := x.spans("a", 8, about("l1")), []Span{{7, 8}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	x.CaughtUp()
	if len(x.forgotten) != 0 {
		t.Errorf("%v are kept in mind", x.forgotten)
	}
}
