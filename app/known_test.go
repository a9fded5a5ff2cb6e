package app

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/history"
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
		time.Sleep(history.KnownFor + time.Hour)
		if got := next.app.Past(next.account("aria")).Known(t.Context(), "terminal", 5); len(got) > 0 {
			t.Errorf("known are %q after more than %v", got, history.KnownFor)
		}
	})
}

// TestKnownToWhom: what one account has heard another's adapter is told nothing
// of, nor is another's familiar by its history tool.
func TestKnownToWhom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const private, shared = messages.ChannelID("terminal//private"), messages.ChannelID("terminal//shared")
		s := open(t, two)
		aria, vesper := s.account("aria"), s.account("vesper")
		hear := func(id messages.ChannelID, line messages.LineID, accounts ...messages.AccountID) {
			for _, account := range accounts {
				l := &messages.Line{ID: line, Channel: id, Account: account, Author: messages.Author{ID: "ana", Name: "ana"}, Text: "hm"}
				if _, err := s.journal.Append(t.Context(), 0, id, messages.Heard{Line: l}); err != nil {
					t.Fatal(err)
				}
			}
		}
		hear(private, "1", aria)
		hear(shared, "1", aria, vesper)
		hear(shared, "2", aria)
		s.wait(time.Minute)
		s.close()

		next := openWith(t, two, func(o *Options) { o.Journal = kept{s.journal} })
		for _, tt := range []struct {
			who     string
			account messages.AccountID
			known   []messages.ChannelID
			last    [2]messages.LineID // in the private channel and the shared one
			lately  [2]int
		}{
			{"aria", aria, []messages.ChannelID{private, shared}, [2]messages.LineID{"1", "2"}, [2]int{1, 2}},
			{"vesper", vesper, []messages.ChannelID{shared}, [2]messages.LineID{"", "1"}, [2]int{0, 1}},
		} {
			past := next.app.Past(tt.account)
			known := past.Known(t.Context(), "terminal", 5)
			slices.Sort(known)
			if !slices.Equal(known, tt.known) {
				t.Errorf("%s: known are %q, want %q", tt.who, known, tt.known)
			}
			for k, id := range []messages.ChannelID{private, shared} {
				if last, _ := past.Last(t.Context(), id); last != tt.last[k] {
					t.Errorf("%s: the last line of %s is %q, want %q", tt.who, id, last, tt.last[k])
				}
				if said := past.Lately(t.Context(), id, 9); len(said) != tt.lately[k] {
					t.Errorf("%s: %d lines of %s are looked at again, want %d", tt.who, len(said), id, tt.lately[k])
				}
				lines, err := next.app.history.Before(t.Context(), id, messages.FamiliarID(tt.who), "", 9)
				if err != nil || len(lines) != tt.lately[k] {
					t.Errorf("%s: the history of %s has %d lines, %v; want %d", tt.who, id, len(lines), err, tt.lately[k])
				}
			}
		}
		next.close()
	})
}
