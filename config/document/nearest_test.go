package document

import "testing"

func TestMeant(t *testing.T) {
	keys := []string{"judge", "mode", "model", "name", "on"}
	for _, tt := range []struct{ story, key, want string }{
		{"a letter too many", "judgee", " (did you mean judge?)"},
		{"one too few", "nme", " (did you mean name?)"},
		{"two wrong", "jugde_", " (did you mean judge?)"},
		{"two swapped, so that two are as near", "modle", " (did you mean mode or model?)"},
		{"another case is another letter", "Name", " (did you mean name?)"},
		{"three wrong", "fudgers", ""},
		{"a short word is near to too much", "at", ""},
		{"nothing", "", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := meant(tt.key, keys); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
