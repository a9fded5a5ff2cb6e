package crash

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"testing"

	"familiar/messages"
)

var (
	over     = flag.String("network", "", "web, discord, slack, feishu or irc: the tests over that network; default all")
	kills    = flag.Int("kills", 0, "how often the program is killed; default 20 over the web network, 5 over Slack and Feishu and 10 over others")
	channels = flag.Int("channels", 0, "in how many channels people talk; default 500 over the web network, 20 over Discord, 10 over Slack and Feishu and 8 over IRC")
	seed     = flag.Uint64("seed", 1, "of what they say and when the kills come")
)

// size returns how often the program is to be killed over a network and in how
// many channels people are to talk there; by default as given. It skips the
// test of a network that was not asked for.
func size(t *testing.T, network messages.Network, usualKills, usualChannels int) (times, talks int) {
	t.Helper()
	if *over != "" && *over != string(network) {
		t.Skipf("only the tests over %s were asked for", *over)
	}
	return cmp.Or(*kills, usualKills), cmp.Or(*channels, usualChannels)
}

// TestMain is also the start of the model's process.
func TestMain(m *testing.M) {
	if os.Getenv(asModel) != "" {
		if err := serveModel(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(tests(m))
}

// workshop is the folder the program is built in.
var workshop string

func tests(m *testing.M) (code int) {
	var err error
	if workshop, err = os.MkdirTemp("", "crash"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(workshop)
	return m.Run()
}
