package main

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/long"
	"familiar/internal/ngircd"
)

// TestNetworksLog: what an account has to say stands in the program's log, as
// the configuration wants it, and says which account it is.
func TestNetworksLog(t *testing.T) {
	long.Test(t)
	for _, tt := range []struct {
		network string
		account func(t *testing.T) string // the rest of its table
		says    string
	}{
		{"discord", func(t *testing.T) string {
			s := discordtest.Start(t)
			t.Setenv("TOKEN", s.AddBot("Moth").Token)
			return fmt.Sprintf("token = \"env:TOKEN\"\nurl = %q\n", s.URL)
		}, "right missing"},
		{"slack", func(t *testing.T) string {
			s := slacktest.New()
			t.Cleanup(s.Close)
			t.Setenv("TOKEN", slacktest.Token)
			t.Setenv("APP_TOKEN", slacktest.AppToken)
			go func() { // it is said once the program listens
				s.Connected(1)
				s.Frame(`{"type": [`)
			}()
			return fmt.Sprintf("token = \"env:TOKEN\"\napp_token = \"env:APP_TOKEN\"\nurl = %q\n", s.URL)
		}, "slack frame skipped"},
		{"feishu", func(t *testing.T) string {
			n := feishutest.New(t)
			t.Setenv("SECRET", feishutest.Secret)
			n.Push([]byte(`{"header":{"event_type":"im.message.receive_v1"},"event":{"message":7}}`))
			return fmt.Sprintf("app_id = %q\napp_secret = \"env:SECRET\"\nurl = %q\n", feishutest.AppID, n.URL)
		}, "event refused"},
		{"telegram", func(t *testing.T) string {
			s := telegramtest.New()
			t.Cleanup(s.Close)
			s.AddBot(telegramtest.Profile{ID: 7003, Token: "7003:a-token-of-a-shy-bot", Name: "Moth", Username: "shy_bot", Private: true})
			t.Setenv("TOKEN", "7003:a-token-of-a-shy-bot")
			return fmt.Sprintf("token = \"env:TOKEN\"\nurl = %q\n", s.URL)
		}, "telegram privacy mode is on"},
		{"irc", func(t *testing.T) string {
			s := ngircd.Start(t, ngircd.Config{Channels: "[Channel]\nName = #moths\nModes = k\nKey = lamp\n"})
			return fmt.Sprintf("server = %q\ntls = false\njoin = [\"#moths\"]\n", s.Address)
		}, "irc channel closed to us"},
	} {
		t.Run(tt.network, func(t *testing.T) {
			file := saved(t, fmt.Sprintf(`
[familiars.moth]
name = "Moth"
persona = "Flies."
[[channels]]
match = "%[1]s:*"
familiars = ["moth"]
[control]
listen = ""
[log]
format = "json"
[accounts.moth-%[1]s]
network = "%[1]s"
familiars = ["moth"]
%[2]s`, tt.network, tt.account(t)))
			p := start(t, "run", file)
			p.until(`"msg":"`+tt.says+`","account":"moth-`+tt.network+`"`, 1)
			p.quit()
		})
	}
}
