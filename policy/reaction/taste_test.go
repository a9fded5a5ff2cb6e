package reaction

import "testing"

func TestTasteOf(t *testing.T) {
	for emoji, want := range map[string]Taste{
		"👍": Good, "👍🏿": Good, "❤️": Good, ":+1:": Good, "THUMBSUP": Good, ":clap::skin-tone-3:": Good,
		"👎": Bad, ":-1:": Bad, ":Mute:": Bad, "🙄": Bad,
		"": Neither, "🐳": Neither, "😂": Neither, "::": Neither, ":custom_blob:": Neither,
	} {
		if got := TasteOf(emoji); got != want {
			t.Errorf("%q: %v, want %v", emoji, got, want)
		}
	}
}

// TestTastes: every word of the table is one that a network may send.
func TestTastes(t *testing.T) {
	for word := range tastes {
		if Check(word) != nil && Check(":"+word+":") != nil {
			t.Errorf("%q is no emoji and no name of one", word)
		}
	}
}
