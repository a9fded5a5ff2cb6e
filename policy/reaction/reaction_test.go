package reaction

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		story string
		emoji string
		is    bool
	}{
		{"a face", "🙂", true},
		{"a hand with its skin", "👍🏽", true},
		{"a heart that is text without its selector", "❤️", true},
		{"a heart without", "❤", true},
		{"a family, joined", "👨‍👩‍👧‍👦", true},
		{"a flag of two letters", "🇫🇷", true},
		{"a flag of a region", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", true},
		{"a keycap", "3️⃣", true},
		{"a skin alone", "🏽", true},
		{"a mark of old", "™", true},
		{"a network's own", ":party_parrot:", true},
		{"a vote", ":+1:", true},
		{"nothing", "", false},
		{"a word", "ok", false},
		{"a digit", "3", false},
		{"two of them", "👍👍", false},
		{"one letter of a flag", "🇫", false},
		{"a flag and a face", "🇫🇷🙂", false},
		{"a joiner that joins nothing", "👍\u200d", false},
		{"a selector alone", "\ufe0f", false},
		{"a name with a space", ":a b:", false},
		{"a name that is not ASCII", ":é:", false},
		{"an empty name", "::", false},
		{"a name without end", ":" + strings.Repeat("a", 63) + ":", false},
		{"a face with words", "🙂 hi", false},
		{"no text at all", "\xff", false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if err := Check(tt.emoji); (err == nil) != tt.is {
				t.Errorf("Check(%q) = %v, want it to be one: %v", tt.emoji, err, tt.is)
			}
		})
	}
}
