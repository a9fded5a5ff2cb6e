package adapter_test

import (
	"context"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A hall is the smallest network: one line is said in it, and it prints posts.
type hall struct{ said *messages.Line }

func (h hall) Listen(ctx context.Context, hear adapter.Hear) error {
	return hear(ctx, h.said.Channel, messages.Heard{Line: h.said})
}

func (h hall) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	fmt.Println("post:", p.Text)
	return adapter.Posted{Line: "2"}, nil
}

// A Runner stands between a network and the journal: what is heard arrives
// clean, and every post is settled by an event.
func ExampleRunner() {
	channel := messages.Channel{Network: "hall", Chat: "main"}.ID()
	network := hall{&messages.Line{ID: "1", Channel: channel, Author: messages.Author{ID: "ana", Name: "A\x07na"}, Text: "hello\x00"}}
	journal := func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		switch e := e.(type) {
		case messages.Heard:
			fmt.Printf("heard: %s: %s\n", e.Line.Author.Name, e.Line.Text)
		case messages.Delivered:
			fmt.Printf("delivered: %s as line %s\n", e.Post, e.Line)
		}
		return nil
	}
	outbox := func(_ context.Context, put func(messages.Post)) error {
		ordered := messages.Meta{At: messages.InstantOf(time.Now())} // an older one might have been posted before a crash
		put(messages.Post{ID: "p1", Channel: channel, Text: "hello, Ana", Meta: ordered})
		return nil
	}
	runner := adapter.New("moth-hall", network, journal, adapter.Options{})
	if _, err := runner.Connect(context.Background()); err != nil {
		fmt.Println(err)
	}
	if err := runner.Deliver(context.Background(), outbox); err != nil {
		fmt.Println(err)
	}
	// Output:
	// heard: Ana: hello
	// post: hello, Ana
	// delivered: p1 as line 2
}
