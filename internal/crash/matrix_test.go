package crash

import (
	"fmt"
	"slices"
	"testing"

	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A matrix is the stand-in, which survives the kills, with Aria's user in every room.
type matrix struct {
	*matrixtest.Server
	address string // as the program sees it
	token   string // where it stands

	gestures gestures
}

func startMatrix(t *testing.T) *matrix {
	n := &matrix{Server: matrixtest.New()}
	t.Cleanup(n.Close)
	n.address = slow(t, n.URL, "/send/m.room.message/")
	for _, p := range humans {
		n.AddUser(matrixID(p), p.Name, "")
	}
	n.token = inFile(t, matrixtest.Token)
	return n
}

func matrixID(p messages.Author) string { return "@" + string(p.ID) + ":test.example" }

func (n *matrix) open(chat string) messages.Channel {
	id, members := "!"+chat+":test.example", []string{matrixtest.Moth}
	for _, p := range humans {
		members = append(members, matrixID(p))
	}
	n.AddRoom(id, members...)
	return messages.Channel{Network: "matrix", Chat: id}
}

func (n *matrix) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-matrix]
network = "matrix"
familiars = ["aria"]
token = %q
url = %q

[[channels]]
match = "matrix:*"
familiars = ["aria"]
`, n.token, n.address)
}

func (n *matrix) say(at messages.Channel, what step) {
	react, edit, file := n.gestures.next()
	by, text, called := matrixID(what.by), what.text, []string{}
	if len(what.mentions) > 0 {
		text, called = "Aria: "+text, []string{matrixtest.Moth}
	}
	said := func(text string) matrixtest.Object {
		content := matrixtest.Object{"msgtype": "m.text", "body": text, "m.mentions": matrixtest.Object{"user_ids": called}}
		if file {
			content["msgtype"], content["filename"], content["url"] = "m.image", "moth.png", "mxc://test.example/F1"
		}
		return content
	}
	id := n.Write(at.Chat, by, said(text))
	n.gestures.note(what, messages.LineID(id))
	if edit {
		content := said("* " + mended(text))
		content["m.new_content"], content["m.relates_to"] = said(mended(text)), matrixtest.Object{"rel_type": "m.replace", "event_id": id}
		n.Write(at.Chat, by, content)
	}
	if react {
		n.React(at.Chat, matrixID(humans[0]), id, "👍")
	}
}

func (n *matrix) retract(at messages.Channel, what step) messages.LineID {
	id := n.gestures.idOf(what)
	n.Redact(at.Chat, matrixID(what.by), string(id))
	return id
}

func (n *matrix) tells() bool { return true }

func (n *matrix) posted(at messages.Channel) []string {
	return n.PostedIn(at.Chat, matrixtest.Moth)
}

func (n *matrix) self() messages.PersonID { return matrixtest.Moth }
func (n *matrix) present() bool           { return n.Syncing() > 0 }
func (n *matrix) absent() bool            { return n.Syncing() == 0 }

func (n *matrix) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

// again counts the posts that were sent more than once under their transaction.
func (n *matrix) again() (times int) {
	sent := map[string]bool{}
	for _, c := range n.Calls("send") {
		under := c.Path[len(c.Path)-1]
		if sent[under] {
			times++
		}
		sent[under] = true
	}
	return times
}

// TestMatrix kills the program while people talk on Matrix. What was said then comes
// with the token that is kept; a post whose answer was lost is looked for by its mark
// before it is sent again. What was deleted then is gone afterwards.
func TestMatrix(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "matrix", 5, 10)
	t.Parallel()
	n := startMatrix(t)
	all := plainScripts(*seed, channels, stepsEach(kills), true, n.open)
	found := auditOn(t, liveOn(t, n, furnish(t, build(t), startModel(t), n.configuration()), all, kills))
	found.known(t)
	found.whole(t)
	found.gestured.want(t, true, true)
	looked := slices.DeleteFunc(n.Calls("messages"), func(c matrixtest.Call) bool { return c.User != matrixtest.Moth })
	t.Logf("killed %d times: %s; read rooms back %d times, %d posts sent again under their transaction", kills, found, len(looked), n.again())
}
