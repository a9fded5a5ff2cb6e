package main

import (
	"fmt"
	"strings"
	"testing"

	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
)

// onFeishu is a configuration with one bot on Feishu.
const onFeishu = `
[familiars.moth]
name = "Moth"
persona = "Flies."

[accounts.moth-feishu]
network = "feishu"
familiars = ["moth"]
app_id = "%s"
app_secret = "env:FEISHU_SECRET"
url = "%s"

[[channels]]
match = "feishu:*"
familiars = ["moth"]

[control]
listen = ""
`

func WriteFeishu(t *testing.T, appID, url string) string {
	t.Helper()
	t.Setenv("FEISHU_SECRET", feishutest.Secret)
	return saved(t, fmt.Sprintf(onFeishu, appID, url))
}

// TestFeishu: the program answers who mentions its bot on Feishu.
func TestFeishu(t *testing.T) {
	n := feishutest.New(t)
	ana := feishutest.Person{Open: "ou_ana", Union: "on_ana", Name: "Ana"}
	bot := feishutest.Person{Open: feishutest.Bot, Union: "on_moth", Name: feishutest.BotName}
	n.Add(feishutest.Chat{ID: "oc_room", Name: "the room", People: []feishutest.Person{ana}})
	p := start(t, "run", WriteFeishu(t, feishutest.AppID, n.URL))
	id := n.Say(feishutest.Message{Chat: "oc_room", By: ana, Text: "@_user_1 are you there?", Mentions: []feishutest.Mention{{Key: "@_user_1", Of: bot}}})

	await.Until(t, "a post", func() bool { return len(n.Posted()) > 0 })
	if got := n.Posted()[0]; got.Chat != "oc_room" || got.Text == "" {
		t.Errorf("posted %+v", got)
	}
	if !strings.Contains(p.String(), id) {
		t.Errorf("no decision on %s is in the log\n%s", id, p)
	}
	p.quit()
	if strings.Contains(p.String(), feishutest.Secret) {
		t.Error("the secret is in the log")
	}
}
