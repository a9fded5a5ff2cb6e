package onebot

import (
	"fmt"
	"testing"

	"familiar/actors/adapter/onebot/onebottest"
	"familiar/internal/await"
	"familiar/internal/npmtest"
)

const (
	foreignAdapter = "koishi-plugin-adapter-onebot@6.9.4"
	foreignClient  = "koishi@4.18.11"
)

// clientScript answers what it hears, as bots written with koishi do.
const clientScript = `
const { Context, h } = require("koishi");
const http = require("@koishijs/plugin-http");
const onebot = require("koishi-plugin-adapter-onebot");
const app = new Context();
app.plugin(http.default || http);
app.plugin(onebot.default || onebot, { selfId: "10001", protocol: "ws", endpoint: process.env.URL, token: process.env.TOKEN });
app.on("message", async (session) => {
	if (session.quote) console.log("answers " + session.quote.content);
	console.log("heard " + session.username + " in " + session.channelId + ": " + session.content);
	if (session.content.startsWith("a")) await session.send([h.at(session.userId), h.text(" you said " + h.parse(session.content).join("").replace("&amp;", "&"))]);
});
app.on("message-deleted", (session) => console.log("deleted " + session.messageId));
app.on("login-updated", (session) => { if (session.bot.status === 1) console.log("online"); });
app.start();
`

// TestForeignClient: a client that others wrote lives on the stand-in, so that it is what
// others take for an implementation of OneBot.
func TestForeignClient(t *testing.T) {
	at := npmtest.Install(t, foreignAdapter, foreignClient)
	for _, coded := range []bool{false, true} {
		t.Run(fmt.Sprint("codes ", coded), func(t *testing.T) {
			s := onebottest.New()
			t.Cleanup(s.Close)
			s.Strings = coded
			lines := npmtest.Run(t, at, clientScript, "URL="+s.URL, "TOKEN="+onebottest.Token)
			says := func(want string) {
				t.Helper()
				for got := ""; got != want; {
					if got = await.Value(t, want, lines); got == "" {
						t.Fatalf("it ended, and never said %q", want)
					}
					t.Log(got)
				}
			}
			says("online")
			first := s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("a [CQ:face,id=1] & 你好"))
			says("heard Ana in 30001: a [CQ:face,id=1] &amp; 你好")
			await.Until(t, "its answer", func() bool { return len(s.Posted()) == 1 })
			if got, want := s.Posted()[0], "@20001 you said a [CQ:face,id=1] & 你好"; got != want {
				t.Errorf("it posted %q, want %q", got, want)
			}
			s.Say(onebottest.Group, onebottest.Ana, onebottest.Segment("reply", onebottest.Message{"id": fmt.Sprint(first)}), onebottest.Segment("at", onebottest.Message{"qq": "10001"}), onebottest.Text(" two"))
			says("answers a [CQ:face,id=1] &amp; 你好")
			says("heard Ana in 30001: <at id=\"10001\"/> two")
			s.Whisper(onebottest.Ana, onebottest.Text("between us"))
			says("heard Ana in private:20001: between us")
			s.Recall(onebottest.Group, onebottest.Ana, first)
			says(fmt.Sprint("deleted ", first))
		})
	}
}
