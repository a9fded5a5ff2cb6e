package jetstream

import (
	"reflect"
	"testing"

	"familiar/journal"
)

func TestLettersSurvive(t *testing.T) {
	folder := t.TempDir()
	j := opened(t, Config{Folder: folder, Partitions: 1})
	named := part("test/w/c", 0)
	named.ID = "\x18" // its token is like a sequence's
	want := []journal.Letter{
		{At: 1, Channel: "test/w/c", Seq: 18, Reason: "it panics"},
		{At: 2, Channel: "test/w/c", Post: &named, Reason: "forbidden", Unknown: true},
		{At: 3, Channel: "test/w/c/thread", Seq: 18, Reason: "another channel's"},
	}
	for _, l := range want {
		if err := j.Bury(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, Config{Folder: folder})
	var got []journal.Letter
	for l, err := range j.Buried(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if l.Revision == 0 {
			t.Errorf("the letter about %s has no revision", l.Channel)
		}
		l.Revision = 0 // of the store
		got = append(got, l)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
