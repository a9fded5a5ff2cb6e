package corpus

import (
	"bytes"
	"reflect"
	"testing"

	"familiar/messages"
)

// TestWhatIsWrittenIsRead: nothing of an entry is lost on the way through a
// file.
func TestWhatIsWrittenIsRead(t *testing.T) {
	room := &Place{Name: "moths/den", Channel: "slack/T1/C1", Resolution: "second"}
	thread := &Place{Name: "moths/den/1.2", Channel: "slack/T1/C1/1.2", Resolution: "minute"}
	for _, test := range []struct {
		says string
		e    Entry
	}{
		{"a line nobody annotated", Entry{Place: room, Record: Record{Line: &messages.Line{
			ID: "1", At: 1704067200250, Text: "hi <b> & \u2028", Author: messages.Author{ID: "ana", Name: "Ana"},
		}}}},
		{"a line that answers nothing", Entry{Place: room, Record: Record{Annotated: true, Line: &messages.Line{
			ID: "2", At: 1704067201000, Author: messages.Author{ID: "bo", Name: "Bo", Bot: true}, Mentions: []messages.PersonID{"ana", "cy"},
			Everyone: true, Roles: []string{"S1"}, DM: true,
		}}}},
		{"a changed reply", Entry{Place: room, Edited: true, Record: Record{Annotated: true, Answers: []messages.LineID{"1"}, Line: &messages.Line{
			ID: "3", At: 1704067202000, Author: messages.Author{ID: "bo", Name: "Bo"}, ReplyTo: messages.Reply{ID: "1"},
		}}}},
		{"a reply in a thread", Entry{Place: thread, Record: Record{Line: &messages.Line{
			ID: "4", At: 1704067203000, Author: messages.Author{ID: "bo", Name: "Bo"},
			ReplyTo: messages.Reply{ID: "1", Author: "ana", ThreadRoot: true},
		}}}},
	} {
		var file bytes.Buffer
		w, err := NewWriter(&file, "us")
		if err != nil {
			t.Fatal(err)
		}
		test.e.Line.Channel = test.e.Place.Channel
		if err := w.Write(test.e); err != nil {
			t.Fatal(err)
		}
		var got []Entry
		if err := Scan(&file, "f", func(e Entry) error { got = append(got, e); return nil }); err != nil {
			t.Fatalf("%s: %v", test.says, err)
		}
		if len(got) != 1 || !reflect.DeepEqual(got[0], test.e) {
			t.Errorf("%s: got %+v %+v, want %+v %+v", test.says, got[0], got[0].Line, test.e, test.e.Line)
		}
	}
}

// TestLinesAreSorted: exports may run backwards, and a reply is looked up all
// the same.
func TestLinesAreSorted(t *testing.T) {
	place := &Place{Name: "den", Channel: "discord/G/C"}
	b := NewBuilder(Options{})
	for _, l := range []messages.Line{
		{ID: "3", At: 30, Author: messages.Author{ID: "bo"}, ReplyTo: messages.Reply{ID: "1"}},
		{ID: "1", At: 10, Author: messages.Author{ID: "ana"}},
		{ID: "2", At: 10, Author: messages.Author{ID: "cy"}},
	} {
		if err := b.Take(Entry{Place: place, Record: Record{Line: &l}}); err != nil {
			t.Fatal(err)
		}
	}
	s := b.Corpus().Slice("den")
	for i, want := range []messages.LineID{"1", "2", "3"} {
		if got := s.Records[i].Line.ID; got != want {
			t.Errorf("line %d is %s, want %s", i, got, want)
		}
	}
	if r, ok := s.At("3"); !ok || r.Line.ReplyTo.Author != "ana" {
		t.Errorf("got %+v, want a reply to ana", r)
	}
}

// TestToldAgain: a line that comes once more, as where exports overlap, is one line, as it
// came first.
func TestToldAgain(t *testing.T) {
	place := &Place{Name: "den", Channel: "discord/G/C"}
	b := NewBuilder(Options{})
	for _, l := range []messages.Line{
		{ID: "1", At: 10, Author: messages.Author{ID: "ana"}, Text: "hi"},
		{ID: "2", At: 20, Author: messages.Author{ID: "bo"}, ReplyTo: messages.Reply{ID: "1"}},
		{ID: "1", At: 30, Author: messages.Author{ID: "ana"}, Text: "hi again"},
	} {
		if err := b.Take(Entry{Place: place, Record: Record{Line: &l}}); err != nil {
			t.Fatal(err)
		}
	}
	s := b.Corpus().Slice("den")
	if r, ok := s.At("1"); !ok || len(s.Records) != 2 || r.Line.Text != "hi" {
		t.Errorf("got %d lines, the first %+v, want 2 and ana's hi", len(s.Records), r)
	}
}
