package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/chattiness"
	"familiar/policy/conversation"
	"familiar/policy/hours"
)

func TestKnobsSet(t *testing.T) {
	start := func() Knobs { return Knobs{conversation.Default(), conversation.DefaultRoom()} }
	for _, tt := range []struct {
		story, set string
		want       func(*Knobs)
		err        string
	}{
		{"text without quotes", "chattiness.tier=eager", func(k *Knobs) { k.Chattiness.Tier = chattiness.Eager }, ""},
		{"text with quotes", `chattiness.tier = "eager"`, func(k *Knobs) { k.Chattiness.Tier = chattiness.Eager }, ""},
		{"a duration", "credit.window=15m", func(k *Knobs) { k.Credit.Window = 15 * time.Minute }, ""},
		{"a switch", "chattiness.jitter=false", func(k *Knobs) { k.Chattiness.Jitter = false }, ""},
		{"a number", "room.guard.stop=9", func(k *Knobs) { k.Room.Guard.Stop = 9 }, ""},
		{"a share", "chattiness.share=0", func(k *Knobs) { k.Chattiness.Share = 0 }, ""},
		{"a list", `room.ignore=["spam"]`, func(k *Knobs) { k.Room.Ignore = []messages.PersonID{"spam"} }, ""},
		{"hours", "hours.quiet=[\"Sat,Sun\"]", func(k *Knobs) {
			k.Hours.Quiet = []hours.Span{{Days: 1 | 1<<6, To: 24 * 60}}
		}, ""},
		{"a whole table", "debounce={quiet=\"0s\", hot=\"0s\"}", func(k *Knobs) { k.Debounce.Quiet, k.Debounce.Hot = 0, 0 }, ""},
		{"an unknown knob", "chattiness.teir=eager", nil, "chattiness.teir=eager: there is no such key (did you mean tier?); allowed here: backoff_after, "},
		{"a wrong type", "chattiness.step=many", nil, `chattiness.step=many: want a whole number, got "many"`},
		{"out of range", "credit.window=0s", nil, "window = 0s: want 1ms to 24h0m0s"},
		{"no value", "chattiness", nil, "chattiness: want KEY=VALUE"},
		{"no key", "=1", nil, "=1: want KEY=VALUE"},
		{"two lines", "quote=false\npings=true", nil, "want KEY=VALUE"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			k := start()
			err := k.Set(tt.set)
			if tt.want == nil {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got %v, want an error with %q", err, tt.err)
				}
				return
			}
			want := start()
			tt.want(&want)
			if err != nil || !reflect.DeepEqual(k, want) || reflect.DeepEqual(k, start()) {
				t.Errorf("got %+v, %v\nwant %+v", k, err, want)
			}
		})
	}
}
