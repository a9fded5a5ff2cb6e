package crash

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A feishu is the stand-in, which survives the kills, with Aria's bot in every
// group.
type feishu struct {
	*feishutest.Network
	address  string // as the program sees it
	secret   string // where the app's stands
	gestures gestures
}

func startFeishu(t *testing.T) *feishu {
	f := &feishu{Network: feishutest.New(t)}
	f.address = slow(t, f.URL, "/im/v1/messages")
	f.secret = inFile(t, feishutest.Secret)
	return f
}

func feishuPerson(p messages.Author) feishutest.Person {
	return feishutest.Person{Open: "ou_" + string(p.ID), Union: "on_" + string(p.ID), Name: p.Name}
}

func (f *feishu) open(chat string) messages.Channel {
	c := feishutest.Chat{ID: "oc_" + chat, Name: chat}
	for _, p := range humans {
		c.People = append(c.People, feishuPerson(p))
	}
	f.Add(c)
	return messages.Channel{Network: "feishu", Workspace: feishutest.Tenant, Chat: c.ID}
}

func (f *feishu) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-feishu]
network = "feishu"
familiars = ["aria"]
app_id = %q
app_secret = %q
url = %q

[[channels]]
match = "feishu:*"
familiars = ["aria"]
`, feishutest.AppID, f.secret, f.address)
}

func (f *feishu) say(at messages.Channel, s step) {
	m := feishutest.Message{Chat: at.Chat, By: feishuPerson(s.by), Text: s.text}
	to := ""
	if len(s.mentions) > 0 {
		to = `{"tag": "at", "user_id": "@_user_1"}, `
		m.Text = "@_user_1 " + s.text
		m.Mentions = []feishutest.Mention{{Key: "@_user_1", Of: feishutest.Person{Open: feishutest.Bot, Name: feishutest.BotName}}}
	}
	react, _, file := f.gestures.next() // the network tells of no edit
	if file {
		m.Type = "post"
		m.Content = fmt.Sprintf(`{"content": [[%s{"tag": "text", "text": %q}, {"tag": "img", "image_key": "img_1"}]]}`, to, s.text)
	}
	id := f.Say(m)
	f.gestures.note(s, messages.LineID(id))
	if react {
		f.React(id, feishuPerson(humans[0]), "THUMBSUP")
	}
}

func (f *feishu) retract(_ messages.Channel, s step) messages.LineID {
	id := f.gestures.idOf(s)
	f.Recall(string(id))
	return id
}

func (f *feishu) tells() bool { return true }

func (f *feishu) posted(at messages.Channel) (texts []string) {
	for _, m := range f.Posted() {
		if m.Chat == at.Chat {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

func (f *feishu) self() messages.PersonID { return feishutest.Bot }

func (f *feishu) present() bool {
	_, now := f.Connections()
	return now
}

func (f *feishu) absent() bool { return !f.present() }

func (f *feishu) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

// TestFeishu kills the program while people talk on Feishu. What was said then
// is sent again, since nobody said yes to it; of two posts under one uuid the
// network keeps one. What was taken back then is gone afterwards.
func TestFeishu(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "feishu", 5, 10)
	t.Parallel()
	f := startFeishu(t)
	all := plainScripts(*seed, channels, stepsEach(kills), true, f.open)
	found := auditOn(t, liveOn(t, f, furnish(t, build(t), startModel(t), f.configuration()), all, kills))
	found.known(t)
	found.gestured.want(t, true, false)
	t.Logf("killed %d times: %s", kills, found)
}
