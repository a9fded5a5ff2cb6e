package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/internal/ngircd"
	"familiar/journal/memory"
	"familiar/messages"
)

// secrets are known of words that are said in one place each.
const secrets = `
[[entries]]
id = "safe"
keys = ["number four"]
text = "The safe is older than the house."
[[entries]]
id = "mat"
keys = ["the mat"]
text = "The mat was woven by Edda."
[[entries]]
id = "light"
keys = ["light", "moths"]
text = "The light went out in 1921."
`

// TestLoreStaysInItsPlace: what both know comes up by lines that they may see there
// and then. A direct message, a line of another channel, and one that a familiar's
// account hasn't heard bring nothing into a prompt elsewhere, also in the next process.
func TestLoreStaysInItsPlace(t *testing.T) {
	long.Test(t)
	server, model := ngircd.Start(t, ngircd.Config{}), newConfessor(t)
	t.Setenv("EARS_KEY", "key")
	book := filepath.Join(t.TempDir(), "lore.toml")
	if err := os.WriteFile(book, []byte(secrets), 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(fmt.Sprintf(earsConfig, model.URL), "model = \"writer\"\n", fmt.Sprintf("model = \"writer\"\nlorebook = %q\n", book))
	ana := server.Person(t, "ana", "#both", "#aria")
	kept := kept{memory.New(memory.Config{Keep: true})}
	for process := 1; process <= 2; process++ {
		stop := listenWithBoth(t, text, server, kept, func([]*messages.Note) {})
		talkWithBoth(ana, process, "it lies at number four")
		stop()
	}
	// Each entry is wherever its word is, and nowhere else.
	came := map[string]int{}
	for _, who := range []string{ariasCard, vespersCard} {
		for _, prompt := range model.of(who) {
			for entry, words := range map[string][]string{"older than the house": {"number four"}, "woven by Edda": {"the mat"}, "went out in 1921": {"light?", "moths?"}} {
				has, said := strings.Contains(prompt, entry), false
				for _, word := range words {
					said = said || strings.Contains(prompt, word)
				}
				if has != said {
					t.Errorf("%q is in the prompt: %v; what it is known of: %v\n%s", entry, has, said, prompt)
				}
				if has {
					came[who+" "+entry]++
				}
			}
		}
	}
	for what, want := range map[string]bool{
		ariasCard + " older than the house": true, ariasCard + " woven by Edda": true, ariasCard + " went out in 1921": true,
		vespersCard + " older than the house": false, vespersCard + " woven by Edda": false, vespersCard + " went out in 1921": true,
	} {
		if (came[what] > 0) != want {
			t.Errorf("%s: %d times, want %v", what, came[what], want)
		}
	}
}
