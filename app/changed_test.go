package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/actors/channel"
	"familiar/messages"
)

// TestChangedWhileAway: a start whose configuration has a familiar no more settles what
// waited for it, though nobody says anything there, and then lets the channel be.
func TestChangedWhileAway(t *testing.T) {
	const hanging = "[models.offline]\nkind = \"offline\"\nlatency = \"1h\"\n"
	without := func(text string) string {
		return strings.ReplaceAll(text, `["aria", "vesper"]`, `["vesper"]`)
	}
	silent := func(a adapter.Adapter) adapter.Adapter { return mute{a} }
	for _, tt := range []struct {
		story  string
		text   string
		around []func(adapter.Adapter) adapter.Adapter
		want   string
	}{
		{"its turn is with the agent", two + hanging, nil, "Then quiet: a new configuration left nobody to ask or to answer (it is no longer here)"},
		{"its reply is in the outbox", two, []func(adapter.Adapter) adapter.Adapter{silent}, "Then noted: the network has not said what became of the text (it is no longer here)"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first := openWith(t, tt.text, func(*Options) {}, tt.around...)
				first.say("bob: @Aria what is a moth?")
				first.wait(5 * time.Second)
				first.interrupt()
				next := openWith(t, without(tt.text), func(o *Options) { o.Journal = kept{first.journal} })
				next.wait(time.Hour)
				if got := next.why(); !strings.HasSuffix(got, tt.want) {
					t.Errorf("why tells %q, want it to end with %q", got, tt.want)
				}
				kept, err := first.journal.Load(t.Context(), terminal.Channel)
				if err != nil || kept.Due != 0 || next.app.host.Has(channel.Key(terminal.Channel)) {
					t.Errorf("the channel waits for %v, %v, in memory %v; want it away for good", kept.Due, err, next.app.host.Has(channel.Key(terminal.Channel)))
				}
				next.close()
			})
		})
	}
}

// TestNotSaidHoursLate: a reply that was in the outbox as the program ended is said by the
// next start, unless that is so late that its channel doesn't wait for it any more.
func TestNotSaidHoursLate(t *testing.T) {
	for _, tt := range []struct {
		away time.Duration
		said int
	}{{time.Minute, 1}, {2 * time.Hour, 0}} {
		t.Run(tt.away.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first := open(t, two, func(a adapter.Adapter) adapter.Adapter { return mute{a} })
				first.say("bob: @Aria what is a moth?")
				first.wait(5 * time.Second)
				first.interrupt()
				time.Sleep(tt.away)
				made := &posted{of: map[messages.PostID]adapter.Posted{}}
				next := openWith(t, two, func(o *Options) { o.Journal = kept{first.journal} }, func(a adapter.Adapter) adapter.Adapter { return &dawdler{a, made} })
				next.wait(time.Hour)
				told := next.why()
				if len(made.said) != tt.said || strings.HasSuffix(told, "the turn was posted") != (tt.said > 0) || strings.HasPrefix(told, "is to answer") {
					t.Errorf("%d were said, and why tells %q; want %d", len(made.said), told, tt.said)
				}
				next.close()
			})
		})
	}
}
