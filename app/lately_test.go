package app

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/actors/history"
	"familiar/messages"
)

// TestLately: what adapters are told of a channel's lines, by another process
// over the same journal: what the snapshot has, and what the journal has after
// it.
func TestLately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		happens := func(events ...messages.Event) {
			if _, err := s.journal.Append(t.Context(), 0, terminal.Channel, events...); err != nil {
				t.Fatal(err)
			}
		}
		s.say("ana: @bob morning")
		s.say("bob: @Aria hi")
		s.say("ana: a secret")
		s.wait(time.Minute)
		happens(messages.Deleted{ID: "3"})
		s.wait(time.Minute)
		s.close()

		next := openWith(t, two, func(o *Options) { o.Journal = kept{s.journal} })
		for _, tt := range []struct {
			story string
			then  []messages.Event
			most  int
			want  map[messages.LineID]string
		}{
			{"neither what is deleted nor what Aria said", nil, 9, map[messages.LineID]string{"1": "@bob morning", "2": "@Aria hi"}},
			{"the newest ones", nil, 1, map[messages.LineID]string{"2": "@Aria hi"}},
			{"a line that no snapshot has, and an edit", []messages.Event{
				messages.Heard{Line: &messages.Line{ID: "77", Channel: terminal.Channel, Author: messages.Author{ID: "ana"}, Text: "so"}},
				messages.Heard{Line: &messages.Line{ID: "command:9", Channel: terminal.Channel, Author: messages.Author{ID: "ana"}, Text: "/help"}},
				messages.Edited{Line: &messages.Line{ID: "1", Channel: terminal.Channel, Author: messages.Author{ID: "ana"}, Text: "evening"}},
			}, 9, map[messages.LineID]string{"1": "evening", "2": "@Aria hi", "77": "so"}},
			{"no more of what was deleted since", []messages.Event{messages.Deleted{ID: "2"}}, 9, map[messages.LineID]string{"1": "evening", "77": "so"}},
		} {
			if len(tt.then) > 0 {
				happens(tt.then...)
			}
			got := map[messages.LineID]uint64{}
			for _, k := range next.app.Past(next.account("aria")).Lately(t.Context(), terminal.Channel, tt.most) {
				got[k.ID] = k.Print
			}
			want := map[messages.LineID]uint64{}
			for id, text := range tt.want {
				want[id] = adapter.PrintOf(text, nil)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: known are %v, want %v", tt.story, got, want)
			}
		}
		if said := next.app.Past(next.account("aria")).Lately(t.Context(), "terminal//elsewhere", 9); len(said) > 0 {
			t.Errorf("of a channel nobody knows %v is known", said)
		}
		next.close() // or its clocks tick for a week
		time.Sleep(history.KnownFor + time.Hour)
		happens(messages.Heard{Line: &messages.Line{ID: "78", Channel: terminal.Channel, Author: messages.Author{ID: "ana"}, Text: "back"}})
		if said := next.app.Past(next.account("aria")).Lately(t.Context(), terminal.Channel, 9); len(said) != 1 || said[0].ID != "78" {
			t.Errorf("after a week %v is known, want the new line alone", said)
		}
		time.Sleep(history.LatelyFor + time.Hour)
		if said := next.app.Past(next.account("aria")).Lately(t.Context(), terminal.Channel, 9); len(said) > 0 {
			t.Errorf("after more than %v %v is known", history.LatelyFor, said)
		}
	})
}
