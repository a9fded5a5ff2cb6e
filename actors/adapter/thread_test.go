package adapter

import (
	"context"
	"testing"

	"familiar/messages"
)

// TestDeliveredThread: where a post stands goes on with the news of it.
func TestDeliveredThread(t *testing.T) {
	threads := &network{post: func(_ int, p messages.Post) (Posted, error) {
		thread := p.Within
		if p.Thread {
			thread = p.Channel + "/" + messages.ChannelID(p.ReplyTo)
		}
		return Posted{Line: "line", Thread: thread}, nil
	}}
	flat := &network{post: func(int, messages.Post) (Posted, error) { return Posted{Line: "line"}, nil }}
	for _, tt := range []struct {
		story   string
		adapter Adapter
		post    messages.Post
		want    messages.ChannelID
	}{
		{"a post stays", threads, messages.Post{ReplyTo: "1"}, ""},
		{"one that is to begin a thread stands there", threads, messages.Post{ReplyTo: "1", Thread: true}, "c/1"},
		{"one that is to follow stands there, too", threads, messages.Post{Within: "c/1"}, "c/1"},
		{"a network without threads has it in the channel", flat, messages.Post{ReplyTo: "1", Thread: true}, ""},
		{"whatever it is asked for", flat, messages.Post{Within: "c/1"}, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var heard messages.Event
			hear := func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
				heard = e
				return nil
			}
			tt.post.ID, tt.post.Channel = "p", "c"
			tt.post.Meta.At = 1 << 60 // made after the runner
			r := New("acc", tt.adapter, hear, Options{Log: quiet})
			if err := r.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error { put(tt.post); return nil }); err != nil {
				t.Fatal(err)
			}
			if want := (messages.Delivered{Post: "p", Line: "line", Thread: tt.want}); heard != want {
				t.Errorf("got %+v, want %+v", heard, want)
			}
		})
	}
}
