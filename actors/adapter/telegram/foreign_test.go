package telegram

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/await"
	"familiar/internal/npmtest"
	"familiar/messages"
)

const (
	foreignServer = "telegram-test-api@4.2.1"
	foreignClient = "grammy@1.46.0"
)

const serverScript = `
const { TelegramServer } = require("telegram-test-api/lib/telegramServer");
const server = new TelegramServer({ host: "127.0.0.1", port: Number(process.env.PORT) });
server.start().then(() => console.log("started"));
`

// clientScript answers what it hears, as bots written with grammY do.
const clientScript = `
const { Bot } = require("grammy");
const bot = new Bot(process.env.TOKEN, { client: { apiRoot: process.env.URL } });
bot.on("message:text", async (ctx) => {
	await ctx.reply("you said " + ctx.message.text, { reply_parameters: { message_id: ctx.message.message_id } });
	await ctx.react("👍");
});
bot.on("edited_message:text", (ctx) => console.log("edited " + ctx.editedMessage.text));
bot.on("message:entities:mention", (ctx) => console.log("mention"));
bot.on("message_reaction", (ctx) => console.log("reacted " + ctx.reactions().emojiAdded));
bot.catch((error) => console.log("error " + error.message));
bot.start({ allowed_updates: ["message", "edited_message", "message_reaction"], onStart: (me) => console.log("started " + me.username) });
`

// hookedScript hears by a webhook, as bots written with grammY do.
const hookedScript = `
const { Bot, webhookCallback } = require("grammy");
const http = require("http");
const bot = new Bot(process.env.TOKEN, { client: { apiRoot: process.env.URL } });
bot.on("message:text", (ctx) => ctx.reply("you said " + ctx.message.text));
const server = http.createServer(webhookCallback(bot, "http", { secretToken: "a-secret-of-its-own" }));
server.listen(0, "127.0.0.1", async () => {
	await bot.api.setWebhook("https://bot.example.org/telegram", { secret_token: "a-secret-of-its-own", allowed_updates: ["message"] });
	console.log(server.address().port);
});
`

// TestForeignWebhook has a bot that others' library made take what the stand-in delivers.
func TestForeignWebhook(t *testing.T) {
	at := npmtest.Install(t, foreignClient)
	s := telegramtest.New()
	t.Cleanup(s.Close)
	lines := npmtest.Run(t, at, hookedScript, "URL="+s.URL, "TOKEN="+telegramtest.Token)
	s.Front(webhook, "http://127.0.0.1:"+await.Value(t, "its port", lines)+"/")
	s.Say(telegramtest.Group, telegramtest.Ana, "hello")
	s.Until("sendMessage", 1)
	if got := s.Posted(); len(got) != 1 || got[0] != "you said hello" {
		t.Errorf("it posted %q", got)
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Error("it acknowledges nothing")
	}
}

// TestForeignServer talks to a Bot API that others wrote.
func TestForeignServer(t *testing.T) {
	at := npmtest.Install(t, foreignServer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	lines := npmtest.Run(t, at, serverScript, "PORT="+strconv.Itoa(port))
	if got := await.Value(t, "the server", lines); got != "started" {
		t.Fatalf("it said %q", got)
	}
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	ask := func(method string, body any, out any) {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post(url+"/"+method, "application/json", bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
			t.Fatal(err)
		}
	}
	type M = map[string]any
	a := join(t, "acc", telegramtest.New(), func(c *Config) { c.URL = url })
	j := &adaptertest.Taken{}
	listen(t, a, j)
	for n, text := range []string{"hi @TestNameBot", "again"} {
		message := M{
			"botToken": telegramtest.Token, "date": time.Now().Unix(), "text": text,
			"from": M{"id": 11, "first_name": "Ana", "is_bot": false}, "chat": M{"id": 11, "type": "private", "first_name": "Ana"},
		}
		if n == 0 {
			message["entities"] = []M{{"type": "mention", "offset": 3, "length": 12}}
		}
		var said struct{ OK bool }
		if ask("sendMessage", message, &said); !said.OK {
			t.Fatal("it takes no message")
		}
	}
	const channel = "telegram/666/11"
	if l := j.Line(t, 1); l.Text != "hi @Test First name" || l.Channel != channel || !l.DM || len(l.Mentions) != 1 || l.Mentions[0] != "666" {
		t.Errorf("heard %+v", l)
	}
	if l := j.Line(t, 2); l.Text != "again" || l.Author.Name != "Ana" {
		t.Errorf("heard %+v", l)
	}
	made, err := a.Post(t.Context(), messages.Post{Channel: channel, Text: "**hello**, Ana"})
	if err != nil || made.Line == "" {
		t.Fatalf("posted %+v, %v", made, err)
	}
	if err := a.Edit(t.Context(), messages.Edit{Channel: channel, Line: made.Line, Text: "*goodbye*"}); err != nil {
		t.Error(err)
	}
	var posted struct {
		Result []struct {
			Message struct {
				Text     string
				Entities []struct{ Type string }
			}
		}
	}
	ask("getUpdates", M{"token": telegramtest.Token, "chatId": 11}, &posted)
	if len(posted.Result) != 1 || posted.Result[0].Message.Text != "goodbye" || len(posted.Result[0].Message.Entities) != 1 || posted.Result[0].Message.Entities[0].Type != "italic" {
		t.Errorf("it has %+v", posted)
	}
	if _, err := a.Members(t.Context(), "telegram//-5"); err == nil {
		t.Error("a method that it lacks is no error")
	}
}

// TestForeignClient has a bot that others' library made live on the stand-in.
func TestForeignClient(t *testing.T) {
	at := npmtest.Install(t, foreignClient)
	s := telegramtest.New()
	t.Cleanup(s.Close)
	lines := npmtest.Run(t, at, clientScript, "URL="+s.URL, "TOKEN="+telegramtest.Token)
	if got := await.Value(t, "the client", lines); got != "started moth_bot" {
		t.Fatalf("it said %q", got)
	}
	id := s.Say(telegramtest.Group, telegramtest.Ana, "hello")
	if calls := s.Until("setMessageReaction", 1); len(calls) != 1 {
		t.Fatal("it did not react")
	}
	if got := s.Posted(); len(got) != 1 || got[0] != "you said hello" {
		t.Errorf("it posted %q", got)
	}
	if answer := s.Message(telegramtest.Group, id+1); answer["reply_to_message"].(telegramtest.Message)["message_id"] != id {
		t.Errorf("it answered with %v", answer)
	}
	s.Edit(telegramtest.Group, id, telegramtest.Message{"text": "goodbye"})
	if got := await.Value(t, "the edit", lines); got != "edited goodbye" {
		t.Errorf("it said %q", got)
	}
	s.React(telegramtest.Group, id, telegramtest.Bob, nil, []string{"🔥"})
	if got := await.Value(t, "the reaction", lines); got != "reacted 🔥" {
		t.Errorf("it said %q", got)
	}
}
