package discord

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestContentWithheld: without the MESSAGE CONTENT intent an account hears
// whoever speaks to it, and says once what it lacks.
func TestContentWithheld(t *testing.T) {
	type object = discordtest.Object
	for _, tt := range []struct {
		story string
		late  func(r *rig) // nil: it was off before
	}{
		{"from the start", nil},
		{"switched off while it runs", func(r *rig) { r.Forget(); r.Drop() }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			log := new(logged)
			r.account.log = slog.New(slog.NewTextHandler(log, nil))
			off := func() {
				r.SetFlags(r.bot, 1<<15) // members alone
				r.IntentsOff()
			}
			if tt.late == nil {
				off()
			}
			e := listen(t, r.account)
			r.connected(t)
			await.Until(t, "what it lacks", func() bool { return len(r.Requests("GET", "/users/@me/guilds")) > 0 })
			if tt.late != nil {
				off()
				tt.late(r)
			}
			r.Await(t, "a session without the intent", func() bool {
				all := r.Identifies()
				return len(all) > 0 && all[len(all)-1].Intents&(1<<15) == 0 && r.Connected() == 1
			})
			me := object{"mentions": []any{object{"id": r.bot.ID, "username": "moth", "bot": true}}}
			dm := r.AddChannel("", "Ana", 1)
			r.Say(r.general, "Ana", "nobody tells us this")
			r.Say(r.general, "Ana", "", object{
				"message_reference": object{"type": 1, "message_id": "1290000000000000009"}, "message_snapshots": []any{object{"message": object{"content": ""}}},
			})
			late := r.Say(r.general, "Ana", "nor this")
			r.Say(r.general, "Ana", "<@"+r.bot.ID+"> a mention", me)
			asked := r.Say(r.general, "bot:moth", "an old line")
			r.Say(r.general, "Ana", "a reply", me, object{
				"type": 19, "message_reference": object{"message_id": asked}, "referenced_message": object{"id": asked, "author": object{"id": r.bot.ID}},
			})
			r.Say(dm, "Ana", "a direct message")
			r.Edit(r.general, late, "and still not this")
			r.Change(r.general, late, object{"content": "<@" + r.bot.ID + "> but this", "edited_timestamp": "2026-05-01T12:00:00Z", "mentions": me["mentions"]})
			r.Say(r.general, "Ana", "nor what comes last")
			if _, err := r.account.Post(t.Context(), post(r, "1", "hello")); err != nil {
				t.Fatal(err)
			}
			// Two channels: what was said in one has its order, not both together.
			var said []string
			for _, event := range e.until(t, 5) {
				if l := line(t, event); !l.DM {
					said = append(said, l.Text)
				} else if l.Text != "a direct message" {
					t.Errorf("heard %q as a direct message", l.Text)
				}
			}
			if got, want := strings.Join(said, "; "), "@moth a mention; a reply; @moth but this; hello"; got != want {
				t.Errorf("heard %q, want %q", got, want)
			}
			lines, err := r.account.History(t.Context(), r.channel, 0, 50)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				if l.Text == "" {
					t.Errorf("the history has a line without a word: %+v", l)
				}
			}
			if got := strings.Count(log.String(), "MESSAGE CONTENT intent"); got != 1 {
				t.Errorf("the log has the intent %d times, want once:\n%s", got, log)
			}
		})
	}
}

// TestContentMissing: check says what is heard without the intent.
func TestContentMissing(t *testing.T) {
	r := newRig(t)
	r.SetFlags(r.bot, 1<<15)
	s, err := r.account.Check(t.Context())
	if err != nil || len(s.Missing) != 1 || !strings.Contains(s.Missing[0], "only direct messages, mentions and replies that ping it are heard") {
		t.Errorf("got %+v, %v; want that mentions are heard all the same", s, err)
	}
	if s.Me.ID != messages.PersonID(r.bot.ID) {
		t.Errorf("it is %v", s.Me)
	}
}

// A logged collects a log.
type logged struct {
	mu   sync.Mutex // shards write it
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
