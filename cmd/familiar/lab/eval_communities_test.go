package lab

import "testing"

// TestCommunities: simulated ones need no recording, and say what they were
// tried with.
func TestCommunities(t *testing.T) {
	few := []string{"eval", "--communities", "--taste", "quiet", "--seeds", "2", "--lines", "1000"}
	wants(t, 0, "best fixed (", few...)
	wants(t, 0, "recorded: irc", few...)
	wants(t, 0, `"judge": "noisy"`, append(few, "--judge", "noisy", "--json")...)
	for _, tt := range []struct {
		story string
		args  []string
		code  int
		want  string
	}{
		{"neither chat nor communities", []string{"eval"}, 2, "or give --languages or --communities"},
		{"a judge for recorded chat", []string{"eval", "somewhere", "--judge", "noisy"}, 2, "give --communities, too"},
		{"a taste nobody knows", []string{"eval", "--communities", "--taste", "sour"}, 2, "sour"},
		{"half a stretch", []string{"eval", "--communities", "--lines", "1250"}, 1, "want a multiple of 1000"},
		{"labels of communities", []string{"eval", "--communities", "--labels"}, 2, "labels"},
	} {
		t.Run(tt.story, func(t *testing.T) { wants(t, tt.code, tt.want, tt.args...) })
	}
}
