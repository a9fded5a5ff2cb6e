package crash

import (
	"context"
	"fmt"
	"testing"

	"familiar/actors/adapter/bridge/bridgetest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A bridged is a network in memory with a bridge to it, both of which survive the kills.
type bridged struct {
	*bridgetest.Hall
	bridge bridgetest.Bridge
	token  string // where it stands
	left   int    // sessions there had been when the program went

	gestures gestures
}

const (
	bridgeToken = "crash-test-bridge-may-come-in"
	bridgeMe    = "b-aria"
)

func startBridge(t *testing.T) *bridged {
	n := &bridged{Hall: bridgetest.NewHall(), token: inFile(t, bridgeToken)}
	n.bridge.Token, n.bridge.Me, n.bridge.Can, n.bridge.Slow = bridgeToken, bridgeMe, bridgetest.All, slowly
	return n
}

func (n *bridged) open(chat string) messages.Channel {
	n.bridge.Chats = append(n.bridge.Chats, chat)
	return messages.Channel{Network: "bridge", Workspace: "hall", Chat: chat}
}

// join has the bridge come to an address of the program's until the test ends.
func (n *bridged) join(t *testing.T, address string) {
	n.bridge.URL = "http://" + address
	ctx, leave := context.WithCancel(t.Context())
	ended := n.Join(ctx, &n.bridge)
	t.Cleanup(func() { leave(); ended() })
}

func (n *bridged) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-hall]
network = "bridge"
familiars = ["aria"]
token = %q
workspace = "hall"

[[channels]]
match = "bridge:*"
familiars = ["aria"]
`, n.token)
}

func (n *bridged) say(at messages.Channel, what step) {
	react, edit, file := n.gestures.next()
	text, name := what.text, ""
	if len(what.mentions) > 0 {
		text = "@" + bridgeMe + " " + text
	}
	if file {
		name = "moth.png"
	}
	id := n.Say(at.Chat, what.by.Name, text, name, false)
	n.gestures.note(what, messages.LineID(id))
	if edit {
		n.Change(id, mended(text))
	}
	if react {
		n.React(at.Chat, id, "👍", false)
	}
}

func (n *bridged) retract(_ messages.Channel, what step) messages.LineID {
	id := n.gestures.idOf(what)
	n.Delete(string(id))
	return id
}

func (n *bridged) tells() bool { return true }

func (n *bridged) posted(at messages.Channel) []string { return n.PostedIn(at.Chat, bridgeMe) }

func (n *bridged) self() messages.PersonID { return bridgeMe }
func (n *bridged) present() bool           { return n.Sessions(&n.bridge) > n.left }

// absent is so once the process is gone: the bridge knows when it asks the next one.
func (n *bridged) absent() bool {
	n.left = n.Sessions(&n.bridge)
	return true
}

func (n *bridged) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

// TestBridge kills the program while people talk on a network that a bridge joins. What
// was not taken the bridge reports again, deletions among it; a post whose answer was lost
// it is asked for.
func TestBridge(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "bridge", 5, 10)
	t.Parallel()
	n := startBridge(t)
	all := plainScripts(*seed, channels, stepsEach(kills), true, n.open)
	p := furnish(t, build(t), startModel(t), n.configuration())
	n.join(t, p.listen)
	found := auditOn(t, liveOn(t, n, p, all, kills))
	found.known(t)
	found.whole(t)
	found.gestured.want(t, true, true)
	t.Logf("killed %d times: %s; the bridge began %d sessions", kills, found, n.Sessions(&n.bridge))
}
