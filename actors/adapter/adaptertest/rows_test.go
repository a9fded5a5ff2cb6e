package adaptertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryNetworkIsTwo: whichever network passes the suite also passes [RunTwo], so that
// no account's direct messages and private rooms reach another's familiars. At the
// terminal there is one person, who talks with everybody.
func TestEveryNetworkIsTwo(t *testing.T) {
	networks := map[string]bool{} // whether it passes for two accounts, too
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		one, both := strings.Contains(string(text), "adaptertest.Run("), strings.Contains(string(text), "adaptertest.RunTwo(")
		if one || both {
			networks[name] = networks[name] || both
		}
	}
	if len(networks) < 9 {
		t.Errorf("only %v pass the suite", networks)
	}
	for name, two := range networks {
		if !two && name != "terminal" {
			t.Errorf("%s is tried with one account alone: want adaptertest.RunTwo over it", name)
		}
	}
}
