package adapter

import (
	"testing"

	"familiar/messages"
)

func TestReadSlash(t *testing.T) {
	for _, tt := range []struct{ story, word, rest, want string }{
		{"a word", "stop", "", "/stop"},
		{"with something behind it", "quiet", " 30m ", "/quiet 30m"},
		{"in any case, and the rest as it is", "QUIET", "Aria 30m", "/quiet Aria 30m"},
		{"what only the operator does is none", "clear", "", ""},
		{"nothing is none", "", "quiet", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, ok := ReadSlash(tt.word, tt.rest); got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, ok, tt.want)
			}
		})
	}
}

func TestAnswerable(t *testing.T) {
	for _, tt := range []struct {
		story string
		to    messages.LineID
		want  messages.Post
	}{
		{"a line is answered", "17", messages.Post{ReplyTo: "17", Thread: true, Text: "hi", Quoting: messages.Quoted{ID: "17"}}},
		{"a chosen command is no message", CommandLine("17"), messages.Post{Text: "hi"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := Answerable(messages.Post{ReplyTo: tt.to, Thread: true, Text: "hi", Quoting: messages.Quoted{ID: tt.to}})
			if got.ReplyTo != tt.want.ReplyTo || got.Thread != tt.want.Thread || got.Quoting.ID != tt.want.Quoting.ID || got.Text != "hi" {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
