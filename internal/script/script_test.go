package script_test

import (
	"testing"

	"familiar/internal/script"
)

func TestScripts(t *testing.T) {
	for _, tt := range []struct {
		what, letters   string
		unspaced, abuts bool
	}{
		{"words stand between spaces", "a7ßжאहდ", false, false},
		{"words follow each other", "明あアㄅกກកကཀꦀꀀ", true, true},
		{"endings follow a name", "나", false, true},
	} {
		for _, r := range tt.letters {
			if unspaced, abuts := script.IsUnspaced(r), script.Abuts(r); unspaced != tt.unspaced || abuts != tt.abuts {
				t.Errorf("%s: %c is unspaced %v and abuts %v, want %v and %v", tt.what, r, unspaced, abuts, tt.unspaced, tt.abuts)
			}
		}
	}
}
