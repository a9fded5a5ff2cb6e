package store

import (
	"testing"

	"familiar/journal/jetstream/index"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// indexed is a stream with an index that knows of each message that it is there.
func indexed(stream string) Indexed {
	return Indexed{Stream: stream, Index: index.New(1, 1000), Read: func(raw *jetstream.RawStreamMsg) (index.Message, bool) {
		return index.Message{Channel: messages.ChannelID(raw.Subject), Seq: raw.Sequence}, true
	}}
}

// TestIndexLacksNothing: what was written after the end of a stream was looked at and
// before its index began is in the index all the same, and a stream that can't be read
// keeps none from being indexed and is tried again.
func TestIndexLacksNothing(t *testing.T) {
	s := testStore(t)
	for range 10 {
		if _, err := s.Publish(t.Context(), "t.a", nil, nats.Header{}); err != nil {
			t.Fatal(err)
		}
	}
	late, missing := indexed("x"), indexed("nowhere")
	late.Index.Start(7)                                    // as it was looked at
	late.Index.Add(index.Message{Channel: "t.a", Seq: 10}) // 8 and 9 were written before Start
	if err := s.indexOnce([]Indexed{missing, late}); err == nil {
		t.Error("a stream that can't be read is not tried again")
	}
	if answer := late.Index.Answer(index.Question{Until: 10}); !answer.Complete(1) {
		t.Errorf("the index lacks something: %+v", answer)
	}
	begun := indexed("x")
	if err := s.indexOnce([]Indexed{begun}); err != nil {
		t.Fatal(err)
	}
	if answer := begun.Index.Answer(index.Question{Until: 10}); !answer.Complete(1) {
		t.Errorf("an index that has just begun lacks something: %+v", answer)
	}
}
