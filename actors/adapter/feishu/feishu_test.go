package feishu

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

var (
	ana = feishutest.Person{Open: "ou_ana", Union: "on_ana", Name: "Ana"}
	bob = feishutest.Person{Open: "ou_bob", Union: "on_bob", Name: "Bob"}
	bot = feishutest.Person{Open: feishutest.Bot, Union: "on_moth", Name: feishutest.BotName}
)

const room = "oc_room"

// group returns a network with one group in it, and the channel of that.
func group(t *testing.T) (*feishutest.Network, messages.ChannelID) {
	n := feishutest.New(t)
	n.Add(feishutest.Chat{ID: room, Name: "the room", About: "of moths", People: []feishutest.Person{ana, bob}})
	return n, channelOf("")
}

func channelOf(thread string) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: feishutest.Tenant, Chat: room, Thread: thread}.ID()
}

func openOn(t *testing.T, n *feishutest.Network) *Account { return openAs(t, "moths", n) }

func openAs(t *testing.T, id messages.AccountID, n *feishutest.Network) *Account {
	t.Helper()
	a, err := Open(id, Config{
		AppID: feishutest.AppID, AppSecret: feishutest.Secret, URL: n.URL,
		Window: 150 * time.Millisecond, CatchUp: 200 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A heard is an event with the channel it was heard in.
type heard struct {
	channel messages.ChannelID
	event   messages.Event
}

// A listener is a run of Listen and what it heard.
type listener struct {
	t     *testing.T
	heard chan heard
	ended chan error
	stop  context.CancelFunc
}

func listen(t *testing.T, a *Account) *listener {
	l := &listener{t: t, heard: make(chan heard, 1000), ended: make(chan error, 1)}
	ctx, stop := context.WithCancel(t.Context())
	l.stop = stop
	go func() {
		l.ended <- a.Listen(ctx, func(_ context.Context, channel messages.ChannelID, e messages.Event) error {
			l.heard <- heard{channel, e}
			return nil
		})
	}()
	t.Cleanup(stop)
	return l
}

func (l *listener) next() heard {
	l.t.Helper()
	return await.Value(l.t, "an event", l.heard)
}

// line waits for a line.
func (l *listener) line() *messages.Line {
	l.t.Helper()
	h := l.next()
	heard, ok := h.event.(messages.Heard)
	if !ok {
		l.t.Fatalf("got %+v, want a line", h.event)
	}
	return heard.Line
}

// fetched waits for a line that was read from the history.
func (l *listener) fetched(text string) {
	l.t.Helper()
	if line := l.line(); line.Text != text || !line.Backfilled {
		l.t.Errorf("got %+v, want %q, fetched after the gap", line, text)
	}
}

func (l *listener) end() error {
	l.t.Helper()
	return await.Value(l.t, "the end of Listen", l.ended)
}

// arrives waits until a line has its place in the order. What is said after
// that comes after it; before, the SDK's goroutines may pass each other by more
// than the window on a busy machine, above all with a long line.
func arrives(t *testing.T, a *Account, id string) {
	t.Helper()
	await.Until(t, "the arrival of a line", func() bool {
		_, seen := a.lines.find(messages.LineID(id))
		return seen
	})
}

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		n, channel := group(t)
		a := openOn(t, n)
		var mu sync.Mutex
		people := map[string]feishutest.Person{}
		person := func(author string) feishutest.Person {
			mu.Lock()
			defer mu.Unlock()
			p, known := people[author]
			if !known {
				id := fmt.Sprint(len(people) + 1)
				p = feishutest.Person{Open: "ou_" + id, Union: "on_" + id, Name: author}
				people[author] = p
				n.Join(room, p)
			}
			return p
		}
		return adaptertest.Rig{
			Adapter: a,
			Channel: channel,
			Me:      feishutest.Bot,
			Say: func(author, text string) {
				arrives(t, a, n.Say(feishutest.Message{Chat: room, By: person(author), Text: strings.ToValidUTF8(text, "\uFFFD")})) // the network is JSON
			},
			Attach: func(author, _ string) { // a file has no text beside it
				content := fmt.Sprintf(`{"file_key":"file_1","file_name":%q}`, adaptertest.FileName)
				arrives(t, a, n.Say(feishutest.Message{Chat: room, By: person(author), Type: "file", Content: content}))
			},
			Ail: func(posts int) {
				n.Fail(feishutest.Failure{Path: "/im/v1/messages", Times: posts, Status: 503, Code: 2200, Msg: "internal error"})
			},
			Revoke: n.Revoke,
			Stands: func(line messages.LineID) string { return n.Text(string(line)) },
			Files:  n.Files,
			Posted: func() []string {
				var texts []string
				for _, m := range n.Posted() {
					texts = append(texts, m.Text)
				}
				return texts
			},
			React: func(line messages.LineID, removed bool) {
				if removed {
					n.Unreact(string(line), bob, "THUMBSUP")
				} else {
					n.React(string(line), bob, "THUMBSUP")
				}
			},
		}
	})
}

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		story  string
		config Config
		opens  bool
	}{
		{"an app is enough", Config{AppID: "cli_x", AppSecret: "s"}, true},
		{"Lark is another place", Config{AppID: "cli_x", AppSecret: "s", URL: "https://open.larksuite.com"}, true},
		{"an app has an id", Config{AppSecret: "s"}, false},
		{"and a secret", Config{AppID: "cli_x"}, false},
		{"the URL is one", Config{AppID: "cli_x", AppSecret: "s", URL: "open.larksuite.com"}, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := Open("moths", tt.config); (err == nil) != tt.opens {
				t.Errorf("got %v, want it to open: %v", err, tt.opens)
			}
		})
	}
}

// TestSecretIsNeverShown: in whatever way a config is printed.
func TestSecretIsNeverShown(t *testing.T) {
	c := Config{AppID: "cli_x", AppSecret: "hush", URL: "https://open.feishu.cn"}
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("open", "config", c)
	text, _ := json.Marshal(c)
	for _, shown := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %v %v", c, c, c, &c), logged.String(), string(text)} {
		if strings.Contains(shown, "hush") || !strings.Contains(shown, "cli_x") {
			t.Errorf("printed as %s", shown)
		}
	}
}
