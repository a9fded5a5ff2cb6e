package discord

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/messages"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/gateway"
)

// FuzzDispatch: whatever the gateway sends, nothing panics, and a message that
// says its ids keeps them.
func FuzzDispatch(f *testing.F) {
	for _, file := range []string{"testdata/gateway_message_create.json", "testdata/gateway_message_create_reply.json"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	for _, raw := range []string{
		`{"op":0,"t":"MESSAGE_CREATE","s":1,"d":{"id":"1","channel_id":"2","type":21,"referenced_message":{"id":"3","content":"x"}}}`,
		`{"op":0,"t":"MESSAGE_UPDATE","s":1,"d":{"id":"1","channel_id":"2","content":"x","edited_timestamp":"now","author":7}}`,
		`{"op":0,"t":"MESSAGE_DELETE_BULK","s":1,"d":{"ids":["1","2"],"channel_id":"2"}}`,
		`{"op":0,"t":"MESSAGE_REACTION_ADD","s":1,"d":{"user_id":"1","channel_id":"2","message_id":"3","guild_id":"4","emoji":{"id":"5","name":"moth"},"member":{"user":{"id":"1"}}}}`,
		`{"op":0,"t":"MESSAGE_REACTION_REMOVE_ALL","s":1,"d":{"channel_id":"2","message_id":"3"}}`,
		`{"op":0,"t":"GUILD_CREATE","s":1,"d":{"id":"1","channels":[{"id":"2","type":0}],"threads":[{}],"members":[{"user":null}]}}`,
		`{"op":0,"t":"INTERACTION_CREATE","s":1,"d":{"id":"1","type":2,"channel_id":"2","data":{"name":"stop"}}}`,
		`{"op":0,"t":"THREAD_LIST_SYNC","s":1,"d":{"guild_id":"1","threads":[{"id":"2","type":11}]}}`,
		`{"op":0,"t":"READY","s":1,"d":{"user":{},"session_id":7}}`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		a := aloneAccount(t)
		through(t, a, nowhere{})
		a.config.MinPause = 1
		var heard []messages.Event
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		l := newListener(ctx, a, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
			heard = append(heard, e)
			return nil
		})
		var p gateway.Event
		if adapter.DecodeLenient(sent, &p) != nil {
			return
		}
		a.dispatch(l, p)
		l.wait()
		var said struct {
			ID        string `json:"id"`
			ChannelID string `json:"channel_id"`
		}
		_ = json.Unmarshal(p.Data, &said)
		for _, e := range heard {
			if r, ok := e.(messages.Reacted); ok && (r.Line == "" || !r.Removed && (r.By.ID == "" || r.Emoji == "")) {
				t.Errorf("half a reaction: %+v", r)
			}
			h, ok := e.(messages.Heard)
			if !ok {
				continue
			}
			c, err := messages.ParseChannel(h.Line.Channel)
			if id := strings.TrimPrefix(string(h.Line.ID), "command:"); id != said.ID || err != nil || raw(c) != said.ChannelID {
				t.Errorf("heard %s in %s, want %s in %s", h.Line.ID, h.Line.Channel, said.ID, said.ChannelID)
			}
		}
	})
}

// FuzzMark: marking names keeps within the limit unless the text is beyond it
// already, pings only who was given, and changes nothing else.
func FuzzMark(f *testing.F) {
	f.Add("hi @Ana `@Ana`", "Ana", 2000)
	f.Add("@A@A", "A", 10)
	f.Add("```@ana", "ana", 5)
	f.Fuzz(func(t *testing.T, text, name string, limit int) {
		if !utf8.ValidString(text) || !utf8.ValidString(name) {
			return
		}
		a := aloneAccount(t)
		const id = "100000000000000001"
		marked, pinged := mark(text, []messages.Mention{{Name: name, ID: id}}, limit)
		if n := utf8.RuneCountInString(marked); n > limit && n > utf8.RuneCountInString(text) {
			t.Errorf("%q became %d characters, want at most %d", text, n, limit)
		}
		if len(pinged) > 1 || len(pinged) == 0 && marked != text {
			t.Errorf("%q became %q pinging %v", text, marked, pinged)
		}
		_ = a.show("", "", marked)
	})
}
