package surface

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"familiar/messages"
)

// A recorded place with the name another system gave it.
type recorded struct {
	Channel string // the network
	Address string `json:"jid"` // network:workspace/kind/chat
	Topic   string // the thread; "" for none
	Pane    bool   `json:"pane_open"`
	Expect  string
}

func (r recorded) place() Place {
	direct := strings.Contains(r.Address, "/dm/") || strings.Contains(r.Address, ":dm/") || strings.Contains(r.Address, ":user/")
	return Place{Network: messages.Network(r.Channel), Thread: r.Topic != "", DM: direct, Pane: r.Pane}
}

// differences are why a recorded name isn't ours. The first that holds counts.
var differences = []struct {
	why   string
	holds func(recorded) bool
	want  func(recorded) Surface
}{
	{
		"an address the source can't read has the network's bare name; our channels have no such address",
		func(r recorded) bool { return r.Expect == r.Channel && r.Channel != "web" },
		func(r recorded) Surface {
			rooms := map[string]Surface{"slack": SlackChannel, "discord": DiscordChannel}
			return rooms[r.Channel]
		},
	},
	{
		"the source calls a thread slack-thread in code and slack-channel-thread in its documents; ours is the latter",
		func(r recorded) bool { return r.Expect == "slack-thread" },
		func(recorded) Surface { return SlackChannelThread },
	},
	{
		"the source looks for threads only in public Slack channels; ours are threads in any room",
		func(r recorded) bool { return r.Topic != "" && strings.HasSuffix(r.Expect, "-channel") },
		func(r recorded) Surface {
			if r.Channel == "slack" {
				return SlackChannelThread
			}
			return DiscordThread
		},
	},
	{
		"groups on Telegram have no name of ours yet",
		func(r recorded) bool { return r.Expect == "telegram-group" },
		func(recorded) Surface { return Unknown },
	},
}

func TestRecordedNames(t *testing.T) {
	b, err := os.ReadFile("testdata/surfaces.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []recorded
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	same, used := 0, make([]bool, len(differences))
	for _, r := range all {
		want, why := Surface(r.Expect), "the same"
		for i, d := range differences {
			if d.holds(r) {
				want, why, used[i] = d.want(r), d.why, true
				break
			}
		}
		if why == "the same" {
			same++
		}
		if got := Of(r.place()); got != want {
			t.Errorf("%s %q thread %q pane %v: got %q, want %q (%s)", r.Channel, r.Address, r.Topic, r.Pane, got, want, why)
		}
	}
	if same < 10 {
		t.Errorf("only %d of %d are the same", same, len(all))
	}
	for i, d := range differences {
		if !used[i] {
			t.Errorf("no recorded name differs because %s", d.why)
		}
	}
}
