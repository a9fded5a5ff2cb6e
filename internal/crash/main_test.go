package crash

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

var (
	kills    = flag.Int("kills", 20, "how often the program is killed")
	channels = flag.Int("channels", 500, "in how many channels people talk")
	seed     = flag.Uint64("seed", 1, "of what they say and when the kills come")
)

// TestMain is also the start of the model's process.
func TestMain(m *testing.M) {
	if os.Getenv(asModel) != "" {
		if err := serveModel(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}
