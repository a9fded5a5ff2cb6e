package adapter

import (
	"fmt"
	"slices"
	"testing"

	"familiar/messages"
)

// TestChanges: what a page of the history says of the lines 3 to 6, which said
// "text 3" and so on.
func TestChanges(t *testing.T) {
	var said []Said
	for n := 3; n <= 6; n++ {
		said = append(said, Said{ID: messages.LineID(fmt.Sprint(n)), Print: PrintOf(fmt.Sprint("text ", n), nil)})
	}
	reads := func(id, text string, files ...messages.Attachment) Listed {
		return Listed{ID: messages.LineID(id), Edited: func() *messages.Line {
			return &messages.Line{ID: messages.LineID(id), Text: text, Attachments: files}
		}}
	}
	stays := func(ids ...string) (listed []Listed) {
		for _, id := range ids {
			listed = append(listed, Listed{ID: messages.LineID(id)})
		}
		return listed
	}
	older := func(a, b messages.LineID) bool { return a < b }
	for _, tt := range []struct {
		story   string
		stretch Stretch
		want    []string
	}{
		{"all is as it was", Stretch{stays("3", "4", "5", "6"), "1", "9", older}, nil},
		{"one says something else", Stretch{append(stays("3", "5", "6"), reads("4", "other")), "1", "9", older}, []string{"edited 4: other"}},
		{"one was edited before it was heard", Stretch{append(stays("3", "5", "6"), reads("4", "text 4")), "1", "9", older}, nil},
		{"one has a file more", Stretch{append(stays("3", "5", "6"), reads("4", "text 4", messages.Attachment{ID: "f"})), "1", "9", older}, []string{"edited 4: text 4"}},
		{"an edit to nothing is a doubt", Stretch{append(stays("3", "5", "6"), reads("4", "")), "1", "9", older}, nil},
		{"one is gone", Stretch{stays("3", "4", "6"), "1", "9", older}, []string{"deleted 5"}},
		{"the newest is gone", Stretch{stays("3", "4", "5"), "1", "6", older}, []string{"deleted 6"}},
		{"what lies outside of the page is not gone", Stretch{stays("5"), "4", "5", older}, []string{"deleted 4"}},
		{"none is there any more: it may be another history", Stretch{stays("1", "2", "7", "8"), "1", "9", older}, nil},
		{"an empty page says nothing", Stretch{Older: older}, nil},
		{"where ids have no order nothing is missed", Stretch{stays("3"), "1", "9", nil}, nil},
		{"but what the network calls deleted is", Stretch{append(stays("3"), Listed{ID: "5", Gone: true}), "", "", nil}, []string{"deleted 5"}},
		{"changes come in the lines' order", Stretch{append(stays("4"), reads("6", "six"), reads("3", "three")), "1", "9", older}, []string{"edited 3: three", "deleted 5", "edited 6: six"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var got []string
			for _, e := range tt.stretch.Changes(said) {
				switch e := e.(type) {
				case messages.Edited:
					got = append(got, fmt.Sprintf("edited %s: %s", e.Line.ID, e.Line.Text))
					if !e.Line.Backfilled {
						t.Error("the edit is not backfilled: it would be answered")
					}
				case messages.Deleted:
					got = append(got, "deleted "+string(e.ID))
				default:
					t.Errorf("got %T", e)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPrintOf: a text as a network gives it has the print of what was kept of it.
func TestPrintOf(t *testing.T) {
	long := string(make([]byte, 40_000)) + "\xff"
	kept, err := Clean("n//c", "acc", messages.Heard{Line: &messages.Line{ID: "1", Text: long}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := PrintOf(long, nil), PrintOf(kept.(messages.Heard).Line.Text, nil); got != want {
		t.Errorf("print %x, want that of the cleaned text, %x", got, want)
	}
	if PrintOf("a", nil) == PrintOf("b", nil) || PrintOf("a", nil) == PrintOf("a", []messages.Attachment{{ID: "f"}}) {
		t.Error("another text or a file more has the same print")
	}
}
