package wire_test

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"familiar/llm/wire"
)

func TestEvents(t *testing.T) {
	for _, tt := range []struct{ story, body, want string }{
		{"nothing", "", ""},
		{"two events", "data: a\n\ndata: b\n\n", "[a\n][b\n]"},
		{"a name, and no space", "event:error\ndata:{}\n\n", "error[{}\n]"},
		{"a name is of its event only", "event: x\n\ndata: a\n\n", "[a\n]"},
		{"several lines", "data: a\ndata: b\n\n", "[a\nb\n]"},
		{"only one space goes", "data:  a\n\n", "[ a\n]"},
		{"comments, ids and fields nobody knows", ": ping\n\nid: 7\nretry: 10\nmoth\ndata: a\n\n", "[a\n]"},
		{"carriage returns", "event: x\r\ndata: a\r\n\r\n", "x[a\n]"},
		{"cut off", "data: a\n\ndata: b\n", "[a\n]"},
	} {
		events, got := wire.NewEvents(strings.NewReader(tt.body)), ""
		for events.Next() {
			got += events.Event().Type + "[" + string(events.Event().Data) + "]"
		}
		if got != tt.want || events.Err() != nil {
			t.Errorf("%s: got %q, %v, want %q", tt.story, got, events.Err(), tt.want)
		}
	}
	endless := wire.NewEvents(strings.NewReader("data: " + strings.Repeat("x", 33<<20)))
	if endless.Next() || !errors.Is(endless.Err(), bufio.ErrTooLong) {
		t.Errorf("a line without end: %v", endless.Err())
	}
}
