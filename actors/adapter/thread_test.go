package adapter

import (
	"context"
	"testing"

	"familiar/messages"
)

// threader is a network with threads: a post that begins one stands in the one
// of the line it answers.
type threader struct {
	*network
	panics bool
}

func (n threader) ThreadOf(_ context.Context, p messages.Post, _ messages.LineID) messages.ChannelID {
	if n.panics {
		panic("nil map")
	}
	return p.Channel + "/" + messages.ChannelID(p.ReplyTo)
}

func TestDeliveredThread(t *testing.T) {
	n := &network{post: func(int, messages.Post) (messages.LineID, error) { return "line", nil }}
	for _, tt := range []struct {
		story   string
		adapter Adapter
		post    messages.Post
		want    messages.ChannelID
	}{
		{"a post stays", threader{n, false}, messages.Post{ReplyTo: "1"}, ""},
		{"one that is to begin a thread stands there", threader{n, false}, messages.Post{ReplyTo: "1", Thread: true}, "c/1"},
		{"one that is to follow stands there, too", threader{n, false}, messages.Post{Within: "c/1"}, "c/1"},
		{"nobody knows where", threader{n, true}, messages.Post{ReplyTo: "1", Thread: true}, ""},
		{"a network without threads has it in the channel", n, messages.Post{ReplyTo: "1", Thread: true}, ""},
		{"whatever it is asked for", n, messages.Post{Within: "c/1"}, ""},
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
