package crash

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"familiar/actors/adapter/onebot/onebottest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A onebot is the stand-in, which survives the kills, with Aria's account in every
// group. It keeps a history of each, as some implementations do.
type onebot struct {
	*onebottest.Server
	token string // where it stands

	mu     sync.Mutex // groups are talked in at once
	groups int

	gestures gestures
}

func startOneBot(t *testing.T) *onebot {
	n := &onebot{Server: onebottest.New()}
	t.Cleanup(n.Close)
	n.Slow = slowly
	for i, p := range humans {
		n.Name(onebotID(i), p.Name)
	}
	n.token = inFile(t, onebottest.Token)
	return n
}

// onebotID returns the number of the person of that number.
func onebotID(i int) int64 { return onebottest.Ana + int64(i) }

func (n *onebot) open(string) messages.Channel {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.groups++
	return messages.Channel{Network: "onebot", Workspace: string(n.self()), Chat: strconv.FormatInt(onebottest.Group+int64(n.groups), 10)}
}

func (n *onebot) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-qq]
network = "onebot"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "onebot:*"
familiars = ["aria"]
`, n.token, n.URL)
}

func (n *onebot) say(at messages.Channel, what step) {
	_, _, file := n.gestures.next() // the network has no edits, and tells of no reactions
	by := onebotID(slices.IndexFunc(humans, func(p messages.Author) bool { return p.ID == what.by.ID }))
	said := []onebottest.Message{onebottest.Text(what.text)}
	if len(what.mentions) > 0 {
		said = append([]onebottest.Message{onebottest.Segment("at", onebottest.Message{"qq": string(n.self())})}, said...)
	}
	if file {
		said = append(said, onebottest.Segment("image", onebottest.Message{"file": "moth.png", "url": "https://gchat.qpic.cn/moth.png"}))
	}
	n.gestures.note(what, messages.LineID(strconv.FormatInt(n.Say(groupOf(at), by, said...), 10)))
}

func (n *onebot) retract(at messages.Channel, what step) messages.LineID {
	id := n.gestures.idOf(what)
	message, _ := strconv.ParseInt(string(id), 10, 64)
	n.Recall(groupOf(at), onebotID(0), message)
	return id
}

// tells is false: a recall is a notice, and who is away has none.
func (n *onebot) tells() bool { return false }

// groupOf returns the number of a channel's group.
func groupOf(at messages.Channel) int64 {
	group, _ := strconv.ParseInt(at.Chat, 10, 64)
	return group
}

func (n *onebot) posted(at messages.Channel) []string { return n.PostedIn(groupOf(at)) }

func (n *onebot) self() messages.PersonID {
	return messages.PersonID(strconv.FormatInt(onebottest.Bot, 10))
}

// present wants a connection that has stood for longer than a call takes that has one of
// its own, as who the account is, and a post while nothing is heard.
func (n *onebot) present() bool {
	_, stood := n.Connections()
	return stood > 5*slowly
}

func (n *onebot) absent() bool {
	now, _ := n.Connections()
	return now == 0
}

func (n *onebot) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

// TestOneBot kills the program while people talk on QQ, behind an implementation that
// keeps a history: what was said meanwhile is read from that, and not answered; but for
// groups of which no state was saved yet, since nobody knows them then. OneBot
// takes no key, so a post whose outcome was unknown at a kill is looked for there; one
// that isn't there is noted as unknown and never said again, and only such replies are
// missing.
func TestOneBot(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "onebot", 5, 10)
	t.Parallel()
	found := overOneBot(t, startOneBot(t), kills, channels)
	if found.stand > 0 || found.missed > found.unsaved {
		t.Errorf("%d lines were missed, and %d replies are unknown that stand there, want them found in the history of each group of which a state was saved: %v", found.missed-found.unsaved, found.stand, found.unknown)
	}
}

// TestOneBotWithoutHistory is the same behind an implementation that keeps none: what
// was said meanwhile is missed, and a post that was being sent is unknown.
func TestOneBotWithoutHistory(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "onebot", 2, 10)
	t.Parallel()
	n := startOneBot(t)
	n.NoHistory = true
	if found := overOneBot(t, n, kills, channels); found.late > 0 {
		t.Errorf("%d lines were filled in later, from nowhere", found.late)
	}
}

func overOneBot(t *testing.T, n *onebot, kills, channels int) auditedOn {
	t.Helper()
	all := plainScripts(*seed, channels, stepsEach(kills), true, n.open)
	found := auditOn(t, liveOn(t, n, furnish(t, build(t), startModel(t), n.configuration()), all, kills))
	found.gestured.want(t, false, false)
	t.Logf("killed %d times: %s", kills, found)
	return found
}
