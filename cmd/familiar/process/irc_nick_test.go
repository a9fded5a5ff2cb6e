package process

import (
	"testing"
)

func TestIRCNick(t *testing.T) {
	for _, tt := range []struct{ story, name, want string }{
		{"a word", "Aria", "Aria"},
		{"two words", "Aria Bell", "Aria_Bell"},
		{"what no nick may have", "Dr. O'Moth!", "Dr_OMoth"},
		{"a digit first", "3 Moths", "Moths"},
	} {
		if got := ircNick(tt.name); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}
