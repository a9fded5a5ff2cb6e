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
	long     = flag.Bool("long", false, "kill and talk as much as .ci/run does: 20 kills and 500 channels over the web network, 10 and 20 over Discord, 10 and 8 over IRC, 5 and 10 over Slack, Feishu, Telegram, Matrix, OneBot and a bridge; else a quarter")
	kills    = flag.Int("kills", 0, "how often the program is killed, whatever -long says")
	channels = flag.Int("channels", 0, "in how many channels people talk, whatever -long says")
	steps    = flag.Int("steps", 0, "how much is said and done in each channel; default 16 to 48, by how often the program is killed")
	trouble  = flag.String("trouble", "", "kill or freeze: what several processes meet, as often as -kills says; default all there is in turn")
	frozen   = flag.Duration("frozen", 0, "how long a process of several is frozen; default until others have what it had, and 2 to 4 s more")
	made     = flag.String("program", "", "the program, already built; default it is built")
	seed     = flag.Uint64("seed", 1, "of what they say and when the kills come")
)

// size returns how often the program is to be killed over a network and in how
// many channels people are to talk there; with -long as given, else a quarter
// of it. It skips the test of a network that was not asked for.
func size(t *testing.T, network messages.Network, longKills, longChannels int) (times, talks int) {
	t.Helper()
	if *over != "" && *over != string(network) {
		t.Skipf("only the tests over %s were asked for", *over)
	}
	if !*long {
		longKills, longChannels = max(2, longKills/4), max(4, longChannels/4)
	}
	return cmp.Or(*kills, longKills), cmp.Or(*channels, longChannels)
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
