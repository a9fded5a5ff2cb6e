package wire

import (
	"errors"
	"strings"
	"testing"

	"familiar/actors/adapter"
)

func TestDecodeEvent(t *testing.T) {
	long := `{"type":"m.room.message","sender":"@a:x","event_id":"$` + strings.Repeat("1", idMost) + `"}`
	for _, tt := range []struct {
		story, data string
		refused     bool
	}{
		{"a message", `{"type":"m.room.message","event_id":"$1","sender":"@a:x","content":{"body":"hi"}}`, false},
		{"a type that nobody knows", `{"type":"org.example","event_id":"$1","sender":"@a:x"}`, false},
		{"a field of another form costs only itself", `{"type":"t","event_id":"$1","sender":"@a:x","origin_server_ts":"now","unsigned":7}`, false},
		{"no id", `{"type":"t","sender":"@a:x"}`, true},
		{"an id that is a room's", `{"type":"t","event_id":"!1","sender":"@a:x"}`, true},
		{"an id that is a sign alone", `{"type":"t","event_id":"$","sender":"@a:x"}`, true},
		{"an id that is too long", long, true},
		{"no sender", `{"type":"t","event_id":"$1"}`, true},
		{"no type", `{"event_id":"$1","sender":"@a:x"}`, true},
		{"no object", `[1]`, true},
		{"cut", `{"type":`, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := DecodeEvent([]byte(tt.data)); errors.Is(err, adapter.ErrRefused) != tt.refused {
				t.Errorf("got %v, want refused: %v", err, tt.refused)
			}
		})
	}
}

func TestDecodeSync(t *testing.T) {
	s, err := DecodeSync([]byte(`{"next_batch":"s2","presence":7,"rooms":{"join":{"!odd:x":"no object","!r:x":{"timeline":{"limited":true,"prev_batch":"t1","events":[{"event_id":"$1"}]}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := s.Rooms.Joined["!r:x"].Timeline
	if s.Next != "s2" || !got.Limited || got.Before != "t1" || len(got.Events) != 1 {
		t.Errorf("got %q, %+v, want the room's timeline beside a room of another form", s.Next, got)
	}
	if _, err := DecodeSync([]byte(`{"rooms":{}}`)); !errors.Is(err, adapter.ErrRefused) {
		t.Errorf("without a token: got %v, want it refused", err)
	}
}

func TestErases(t *testing.T) {
	for _, tt := range []struct{ story, data, want string }{
		{"a room of version 10", `{"type":"m.room.redaction","redacts":"$1"}`, "$1"},
		{"a room of version 11", `{"type":"m.room.redaction","content":{"redacts":"$1"}}`, "$1"},
		{"both", `{"type":"m.room.redaction","redacts":"$1","content":{"redacts":"$1"}}`, "$1"},
		{"neither", `{"type":"m.room.redaction","content":{}}`, ""},
		{"a message that says so erases nothing", `{"type":"m.room.message","redacts":"$1","content":{"redacts":"$1"}}`, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var e Event
			if err := adapter.DecodeLenient([]byte(tt.data), &e); err != nil {
				t.Fatal(err)
			}
			if got := e.Erases(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReplacement(t *testing.T) {
	for _, tt := range []struct{ story, data, want string }{
		{"a room that is upgraded", `{"type":"m.room.tombstone","state_key":"","content":{"body":"moved","replacement_room":"!2:x"}}`, "!2:x"},
		{"a new room whose id names no server", `{"type":"m.room.tombstone","state_key":"","content":{"replacement_room":"!2"}}`, "!2"},
		{"one that is erased", `{"type":"m.room.tombstone","state_key":"","content":{}}`, ""},
		{"no room", `{"type":"m.room.tombstone","state_key":"","content":{"replacement_room":"#2:x"}}`, ""},
		{"what anybody may send is no state", `{"type":"m.room.tombstone","content":{"replacement_room":"!2:x"}}`, ""},
		{"another state", `{"type":"m.room.tombstone","state_key":"old","content":{"replacement_room":"!2:x"}}`, ""},
		{"a message that says so", `{"type":"m.room.message","state_key":"","content":{"replacement_room":"!2:x"}}`, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var e Event
			if err := adapter.DecodeLenient([]byte(tt.data), &e); err != nil {
				t.Fatal(err)
			}
			if got := e.Replacement(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMessage(t *testing.T) {
	type seen struct{ text, thread, replaces, annotates, answers string }
	for _, tt := range []struct {
		story, content string
		want           seen
	}{
		{"a message", `{"body":"hi"}`, seen{text: "hi"}},
		{"a reply", `{"body":"hi","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}`, seen{text: "hi", answers: "$1"}},
		{
			"a reply of an older client", `{"body":"> <@a:x> one\n>\n> two\n\nhi\n> yes","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}`,
			seen{text: "hi\n> yes", answers: "$1"},
		},
		{"a reply to an emote, of an older client", `{"body":"> * <@a:x> waves\n\nhi","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}`, seen{text: "hi", answers: "$1"}},
		{"a reply that begins with a quotation", `{"body":"> one\n\nhi","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}`, seen{text: "> one\n\nhi", answers: "$1"}},
		{"what looks like a reply and is none", `{"body":"> <@a:x> one\n\nhi"}`, seen{text: "> <@a:x> one\n\nhi"}},
		{
			"a thread's message, for older clients a reply", `{"body":"hi","m.relates_to":{"rel_type":"m.thread","event_id":"$1","is_falling_back":true,"m.in_reply_to":{"event_id":"$2"}}}`,
			seen{text: "hi", thread: "$1"},
		},
		{"a reply in a thread", `{"body":"hi","m.relates_to":{"rel_type":"m.thread","event_id":"$1","m.in_reply_to":{"event_id":"$2"}}}`, seen{text: "hi", thread: "$1", answers: "$2"}},
		{"an edit", `{"body":"* ho","m.new_content":{"body":"ho"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}`, seen{text: "* ho", replaces: "$1"}},
		{"an edit without its content is none", `{"body":"* ho","m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}`, seen{text: "* ho"}},
		{"a reaction", `{"m.relates_to":{"rel_type":"m.annotation","event_id":"$1","key":"👍"}}`, seen{annotates: "$1"}},
		{"a relation to no event", `{"body":"hi","m.relates_to":{"rel_type":"m.thread","event_id":"@a:x"}}`, seen{text: "hi"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			m, err := DecodeMessage([]byte(tt.content))
			if err != nil {
				t.Fatal(err)
			}
			if got := (seen{m.Text(), m.Thread(), m.Replaces(), m.Annotates(), m.Answers()}); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// FuzzDecodeEvent: an event is refused or has an id, a sender and a type; what is
// read of its content is no longer than it.
func FuzzDecodeEvent(f *testing.F) {
	f.Add([]byte(`{"type":"m.room.message","event_id":"$1","sender":"@a:x","content":{"msgtype":"m.text","body":"> <@b:x> a\n\nhi","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}}`))
	f.Add([]byte(`{"type":"m.room.redaction","event_id":"$1","sender":"@a:x","redacts":"$0","content":{"redacts":"$0"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := DecodeEvent(data)
		if err != nil {
			if !errors.Is(err, adapter.ErrRefused) {
				t.Fatalf("got %v, want it refused", err)
			}
			return
		}
		if !isID(e.ID, "$") || !isID(e.Sender, "@") || e.Type == "" {
			t.Fatalf("got %+v", e)
		}
		if erased := e.Erases(); erased != "" && !isID(erased, "$") {
			t.Fatalf("erases %q, which is no event", erased)
		}
		m, err := DecodeMessage(e.Content)
		if err == nil && !strings.HasSuffix(m.Body, m.Text()) {
			t.Fatalf("text %q is not the end of %q", m.Text(), m.Body)
		}
	})
}
