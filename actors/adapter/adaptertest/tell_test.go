package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// TestTell: what stories come to outside of a test.
func TestTell(t *testing.T) {
	var order []string
	open := func(t T) Rig {
		t.Cleanup(func() { order = append(order, "closed") })
		return Rig{Me: "aria"}
	}
	ctx, stop := context.WithCancel(t.Context())
	stories := []Story{
		{"it is well", func(_ T, r Rig) { order = append(order, "played "+string(r.Me)) }},
		{"it has nothing to play", func(t T, _ Rig) {
			t.Skip("no files")
			order = append(order, "never")
		}},
		{"it goes wrong twice", func(t T, _ Rig) {
			t.Errorf("heard %d", 1)
			t.Cleanup(func() { t.Error("and left over") })
			t.Fatal("no answer")
			order = append(order, "never")
		}},
		{"it panics", func(T, Rig) { panic("oh") }},
		{"it is stopped", func(t T, _ Rig) {
			stop()
			if t.Context().Err() == nil {
				t.Error("it goes on")
			}
		}},
		{"it is too late", func(T, Rig) { order = append(order, "never") }},
	}
	var got []string
	Tell(ctx, stories, open, func(o Outcome) { got = append(got, fmt.Sprintf("%s/%s/%q", o.Story, o.Skipped, o.Wrong)) })
	want := []string{
		"it is well//[]", "it has nothing to play/no files/[]", `it goes wrong twice//["heard 1" "no answer" "and left over"]`,
		`it panics//["panicked:  oh"]`, "it is stopped//[]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if want := []string{"played aria", "closed", "closed", "closed", "closed", "closed"}; !slices.Equal(order, want) {
		t.Errorf("got %q, want %q", order, want)
	}
}
