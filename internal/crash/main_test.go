package crash

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"

	"familiar/messages"
)

var (
	over     = flag.String("network", "", "web, discord, slack, feishu, telegram, matrix, onebot, bridge or irc: the tests over that network; default all")
	kills    = flag.Int("kills", 0, "how often the program is killed; default 20 times over the web network, 10 over Discord and IRC, else 5")
	channels = flag.Int("channels", 0, "in how many channels people talk; default 500 over the web network, 20 over Discord, 8 over IRC, else 10")
	steps    = flag.Int("steps", 0, "how much is said and done in each channel; default 16 to 48, by how often the program is killed")
	trouble  = flag.String("trouble", "", "kill or freeze: what several processes meet, as often as -kills says; default all there is in turn")
	frozen   = flag.Duration("frozen", 0, "how long a process of several is frozen; default until others have what it had, and 2 to 4 s more")
	made     = flag.String("program", "", "the program, already built; default it is built")
	seed     = flag.Uint64("seed", 1, "of what they say and when the kills come")
)

// size returns how often the program is to be killed over a network and in how
// many channels people are to talk there, as given if no flag says otherwise. It
// skips the test of a network that was not asked for.
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

// atOnce is how many tests run at the same time at least: most of what they do
// is wait.
const atOnce = 3

// workshop is the folder the program is built in.
var workshop string

func tests(m *testing.M) (code int) {
	var err error
	if workshop, err = os.MkdirTemp("", "crash"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(workshop)
	flag.Parse()
	if err := flag.Set("test.parallel", fmt.Sprint(max(atOnce, runtime.GOMAXPROCS(0)))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
