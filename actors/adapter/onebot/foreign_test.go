package onebot

import (
	"fmt"
	"net"
	"net/http"
	"strings"
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
app.plugin(onebot.default || onebot, process.env.PORT
	? { selfId: "10001", protocol: "ws-reverse", path: "/onebot", token: process.env.TOKEN, responseTimeout: 60000 }
	: { selfId: "10001", protocol: "ws", endpoint: process.env.URL, token: process.env.TOKEN });
if (process.env.PORT) app.plugin(require("@koishijs/plugin-server").default, { host: "127.0.0.1", port: Number(process.env.PORT) });
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
	for _, form := range []struct {
		story          string
		coded, reverse bool
	}{{"segments", false, false}, {"codes", true, false}, {"it is come to", false, true}} {
		t.Run(form.story, func(t *testing.T) {
			s := onebottest.New()
			t.Cleanup(s.Close)
			s.Strings = form.coded
			where := "URL=" + s.URL
			if form.reverse {
				where = "PORT=" + freePort(t)
			}
			lines := npmtest.Run(t, at, clientScript, where, "TOKEN="+onebottest.Token)
			if form.reverse {
				port := strings.TrimPrefix(where, "PORT=")
				await.Until(t, "it to listen", func() bool {
					return s.Come("ws://127.0.0.1:"+port+"/onebot", onebottest.Token) == http.StatusSwitchingProtocols
				})
			}
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

// freePort returns a port on which nobody listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
