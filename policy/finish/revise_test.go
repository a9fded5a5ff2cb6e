package finish

import (
	"strings"
	"testing"
)

func TestRevise(t *testing.T) {
	for _, tt := range []struct {
		story string
		text  string
		want  Part
	}{
		{"a text", " It was 1922. ", Part{"It was 1922.", OK}},
		{"with a thought before it", "<think>hm</think>1922", Part{"1922", OK}},
		{"with the floor handed on", "1922 TURN_COMPLETE", Part{"1922", OK}},
		{"that ends in silence", "1922. NO_REPLY", Part{"1922.", OK}},
		{"nothing but silence", "NO_REPLY", Part{"", Silence}},
		{"nothing", "", Part{"", Silence}},
		{"nothing that can be seen", "\u200b", Part{"", Silence}},
		{"one letter over and over", strings.Repeat("a", 60), Part{strings.Repeat("a", 60), Flood}},
		{"bytes that are no text", "a\xff", Part{"a\ufffd", OK}},
	} {
		if got := Revise(tt.text); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.story, got, tt.want)
		}
	}
}
