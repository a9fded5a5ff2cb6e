package main

import (
	"fmt"
	"strings"
	"testing"

	"familiar/actors/adapter/telegram/telegramtest"
)

// TestRunOnTelegram: a mention in a group is answered as a reply, a private chat
// is, and no token shows.
func TestRunOnTelegram(t *testing.T) {
	s := telegramtest.New()
	defer s.Close()
	t.Setenv("TELEGRAM_TOKEN", telegramtest.Token)
	file := saved(t, `
[familiars.moth]
name = "Moth"
persona = "Keeps bees."
[accounts.moth-telegram]
network = "telegram"
familiars = ["moth"]
token = "env:TELEGRAM_TOKEN"
url = "`+s.URL+`"
[[channels]]
match = "telegram:*"
familiars = ["moth"]
[control]
listen = ""
`)
	p := start(t, "run", file)
	if !s.UntilPolling(1) {
		t.Fatalf("it did not connect: %s", p)
	}
	said := s.Say(telegramtest.Group, telegramtest.Ana, "@moth_bot how are you today?")
	calls := s.Until("sendMessage", 1)
	if len(calls) < 1 {
		t.Fatalf("it did not answer: %s", p)
	}
	if to, _ := calls[0].Params["reply_parameters"].(map[string]any); fmt.Sprint(calls[0].Params["chat_id"]) != fmt.Sprint(telegramtest.Group) || to != nil && fmt.Sprint(to["message_id"]) != fmt.Sprint(said) {
		t.Errorf("posted %v, want an answer in the group: %s", calls[0].Params, p)
	}
	s.Whisper(telegramtest.Bot, telegramtest.Bob, "and you?")
	if calls := s.Until("sendMessage", 2); len(calls) < 2 || fmt.Sprint(calls[1].Params["chat_id"]) != fmt.Sprint(telegramtest.Bob) {
		t.Fatalf("posted %v, want an answer to Bob: %s", calls, p)
	}
	s.Say(telegramtest.Group, telegramtest.Bob, "/status@other_bot")
	s.Say(telegramtest.Group, telegramtest.Bob, "/status@moth_bot")
	if calls := s.Until("sendMessage", 3); len(calls) != 3 || fmt.Sprint(calls[2].Params["chat_id"]) != fmt.Sprint(telegramtest.Group) || !strings.Contains(fmt.Sprint(calls[2].Params["text"]), "is listening") {
		t.Errorf("posted %v, want the status in the group, and nothing for the other bot: %s", calls, p)
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Error("not all was acknowledged")
	}
	if listed := s.Calls("setMyCommands"); len(listed) != 1 {
		t.Errorf("commands were offered %d times, want once", len(listed))
	}
	if text := p.String(); strings.Contains(text, telegramtest.Token) || strings.Contains(text, "test-token") {
		t.Errorf("a secret is in the log: %s", text)
	}
}
