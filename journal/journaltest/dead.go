package journaltest

import (
	"errors"
	"reflect"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func bury(t *testing.T, j journal.Journal, l journal.Letter) {
	t.Helper()
	if err := j.Bury(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}

func buried(t *testing.T, j journal.Journal) (all []journal.Letter) {
	t.Helper()
	for l, err := range j.Buried(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		l.Revision = 0 // as the journal counts
		all = append(all, l)
	}
	return all
}

func letters(t *testing.T, j journal.Journal) {
	p, q := post(here, 0), post(there, 0)
	for _, l := range []journal.Letter{
		{At: 30, Channel: here, Post: &p, Reason: "forbidden"},
		{At: 10, Channel: here, Seq: 7, Reason: "it panics"},
		{At: 20, Channel: there, Post: &q, Reason: "no answer", Unknown: true},
		{At: 40, Channel: here, Seq: 7, Reason: "it panics again"},
		{At: 25, Channel: there, Seq: 7, Reason: "another channel's"},
		{At: 35, Channel: here, Post: &p, Reason: "still forbidden"},
	} {
		bury(t, j, l)
	}
	want := []journal.Letter{
		{At: 20, Channel: there, Post: &q, Reason: "no answer", Unknown: true},
		{At: 25, Channel: there, Seq: 7, Reason: "another channel's"},
		{At: 35, Channel: here, Post: &p, Reason: "still forbidden"},
		{At: 40, Channel: here, Seq: 7, Reason: "it panics again"},
	}
	if got := buried(t, j); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// changeLetters: a letter is replaced or dropped as it was read, by one of several who
// read it.
func changeLetters(t *testing.T, j journal.Journal) {
	read := func() (all []journal.Letter) {
		t.Helper()
		for l, err := range j.Buried(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l)
		}
		return all
	}
	p, q := post(here, 0), post(there, 0)
	bury(t, j, journal.Letter{At: 10, Channel: here, Post: &p, Reason: "forbidden"})
	bury(t, j, journal.Letter{At: 20, Channel: there, Post: &q, Reason: "no answer", Unknown: true})
	was := read()
	again := was[0]
	again.Reason, again.Unknown = "posted again", true
	bury(t, j, again)
	for what, err := range map[string]error{"replace": j.Bury(t.Context(), again), "drop": j.Unbury(t.Context(), was[0])} {
		if !errors.Is(err, journal.ErrConflict) {
			t.Errorf("%s one that has changed: got %v, want a conflict", what, err)
		}
	}
	if err := j.Unbury(t.Context(), was[1]); err != nil {
		t.Error(err)
	}
	for what, err := range map[string]error{"replace": j.Bury(t.Context(), was[1]), "drop": j.Unbury(t.Context(), was[1])} {
		if !errors.Is(err, journal.ErrConflict) {
			t.Errorf("%s one that is gone: got %v, want a conflict", what, err)
		}
	}
	// Its channel reads the same again.
	bury(t, j, journal.Letter{At: 10, Channel: here, Post: &p, Reason: "forbidden"})
	want := []journal.Letter{{At: 10, Channel: here, Post: &p, Reason: "posted again", Unknown: true}}
	if got := buried(t, j); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func eraseLetters(t *testing.T, j journal.Journal) {
	named := func(channel messages.ChannelID, n int, line messages.LineID, author messages.PersonID) journal.Letter {
		p := post(channel, n)
		p.Quoting = messages.Quoted{ID: line, Author: messages.Author{ID: author, Name: "Ana"}, Text: "my secret", At: 5}
		return journal.Letter{At: messages.Instant(n + 1), Channel: channel, Post: &p, Reason: "forbidden"}
	}
	given := []journal.Letter{
		named(here, 0, "m1", "ana"), named(here, 1, "m2", "ana"), named(here, 2, "m3", "bob"),
		named(there, 3, "m1", "ana"),
		{At: 5, Channel: here, Seq: 9, Reason: "it panics"},
	}
	for _, l := range given {
		bury(t, j, l)
	}
	for _, step := range []struct {
		story string
		erase messages.Erase
		left  int
		quote []string // what the letters about posts quote
	}{
		{"a line is quoted once here", messages.Erase{Channel: here, Line: "m1"}, 5, []string{"", "my secret", "my secret", "my secret"}},
		{"a person is quoted wherever it was", messages.Erase{Channel: here, Person: "ana"}, 5, []string{"", "", "my secret", "my secret"}},
		{"the whole channel", messages.Erase{Channel: here, All: true}, 1, []string{"my secret"}},
	} {
		erase(t, j, step.erase)
		got := buried(t, j)
		var quote []string
		for _, l := range got {
			if l.Post != nil {
				quote = append(quote, l.Post.Quoting.Text)
			}
		}
		if len(got) != step.left || !reflect.DeepEqual(quote, step.quote) {
			t.Errorf("%s: %d letters quote %q; want %d, %q", step.story, len(got), quote, step.left, step.quote)
		}
	}
}
