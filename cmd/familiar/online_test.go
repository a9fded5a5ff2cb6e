package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/rogpeppe/go-internal/testscript"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/long"
	"familiar/internal/ngircd"
)

// TestOnline runs check --online, the whole binary, on accounts that have all
// they need but one right each. What it prints stands in testdata/online, where
// $NAME is what differs from run to run.
func TestOnline(t *testing.T) {
	long.Test(t)
	for _, tt := range []struct {
		script string
		open   func(t *testing.T) map[string]string // what the configuration needs to know of the networks
	}{
		{"bots", openBots},
		{"init", func(t *testing.T) map[string]string {
			d := discordtest.Start(t)
			bot := d.AddBot("Moth")
			return map[string]string{"DISCORD_URL": d.URL, "DISCORD_TOKEN": bot.Token, "DISCORD_ID": bot.ID}
		}},
		{"irc", func(t *testing.T) map[string]string {
			s := ngircd.Start(t, ngircd.Config{Channels: "[Channel]\nName = #locked\nModes = k\nKey = lamp\n"})
			return map[string]string{"IRC": s.Address}
		}},
	} {
		t.Run(tt.script, func(t *testing.T) {
			known := tt.open(t)
			testscript.Run(t, testscript.Params{
				Files: []string{"testdata/online/" + tt.script + ".txtar"},
				Setup: func(env *testscript.Env) error {
					for name, value := range known {
						env.Setenv(name, value)
					}
					for _, name := range []string{"familiar.toml", "answers"} {
						file := filepath.Join(env.WorkDir, name)
						text, err := os.ReadFile(file)
						if errors.Is(err, fs.ErrNotExist) {
							continue
						}
						if err != nil {
							return err
						}
						if err := os.WriteFile(file, []byte(os.Expand(string(text), env.Getenv)), 0o600); err != nil {
							return err
						}
					}
					return nil
				},
			})
		})
	}
}

// openBots opens a Discord, a Slack, a Feishu and a Telegram.
func openBots(t *testing.T) map[string]string {
	d := discordtest.Start(t)
	bot := d.AddBot("Moth")
	const rights = 1<<49 - 1 - discordgo.PermissionAdministrator - discordgo.PermissionAddReactions
	d.SetPermissions(d.AddGuild("Moth Lab"), strconv.Itoa(rights))

	s := slacktest.New()
	t.Cleanup(s.Close)
	s.Scopes(slices.DeleteFunc(s.Granted(), func(scope string) bool { return scope == "files:read" })...)

	f := feishutest.New(t)
	f.Add(feishutest.Chat{ID: "oc_room", Name: "the room"})
	f.Grant("im:message.group_msg", "im:message.p2p_msg", "im:message", "im:chat", "im:resource:upload")

	m := telegramtest.New()
	t.Cleanup(m.Close)
	m.AddBot(telegramtest.Profile{ID: 7003, Token: "7003:a-token-of-a-shy-bot", Name: "Moth", Username: "moth_bot", Private: true})

	return map[string]string{
		"TELEGRAM_URL": m.URL, "TELEGRAM_TOKEN": "7003:a-token-of-a-shy-bot",
		"DISCORD_URL": d.URL, "DISCORD_TOKEN": bot.Token, "DISCORD_ID": bot.ID,
		"SLACK_URL": s.URL, "SLACK_TOKEN": slacktest.Token, "SLACK_APP_TOKEN": slacktest.AppToken,
		"FEISHU_URL": f.URL, "FEISHU_SECRET": feishutest.Secret,
	}
}
