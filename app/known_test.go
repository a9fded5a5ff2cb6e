package app

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/messages"
)

// TestKnown: what adapters are told of the time before, by another process over
// the same journal.
func TestKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.say("ana: @bob morning")
		s.say("bob: @Aria hi")
		s.wait(time.Minute)
		s.close()

		next := openWith(t, two, func(o *Options) { o.Journal = kept{s.journal} })
		if got := next.app.Past(next.account("aria")).Known(t.Context(), "terminal", 5); !slices.Equal(got, []messages.ChannelID{terminal.Channel}) {
			t.Errorf("known are %q, want the terminal's channel", got)
		}
		for story, got := range map[string][]messages.ChannelID{
			"another network":  next.app.Past(next.account("aria")).Known(t.Context(), "web", 5),
			"none asked about": next.app.Past(next.account("aria")).Known(t.Context(), "terminal", 0),
		} {
			if len(got) > 0 {
				t.Errorf("%s: known are %q", story, got)
			}
		}
		if last, at := next.app.Past(next.account("aria")).Last(t.Context(), terminal.Channel); last != "2" || at == 0 {
			t.Errorf("the last line is %q at %v, want 2: what Aria said doesn't count", last, at)
		}
		if last, _ := next.app.Past(next.account("aria")).Last(t.Context(), "terminal//elsewhere"); last != "" {
			t.Errorf("of a channel nobody knows the last line is %q", last)
		}
		line := &messages.Line{ID: "77", Channel: terminal.Channel, Author: messages.Author{ID: "ana"}, Text: "so"}
		if _, err := s.journal.Append(t.Context(), 0, terminal.Channel, messages.Heard{Line: line}, messages.Heard{Line: &messages.Line{ID: "command:9", Channel: terminal.Channel}}); err != nil {
			t.Fatal(err)
		}
		if last, _ := next.app.Past(next.account("aria")).Last(t.Context(), terminal.Channel); last != "77" {
			t.Errorf("the last line is %q, want 77, which is in no snapshot; a command is no line of the network's", last)
		}
		next.close()
		time.Sleep(knownFor + time.Hour)
		if got := next.app.Past(next.account("aria")).Known(t.Context(), "terminal", 5); len(got) > 0 {
			t.Errorf("known are %q after more than %v", got, knownFor)
		}
	})
}
