package crash

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A telegram is the stand-in, which survives the kills, with Aria's bot in every
// group.
type telegram struct {
	*telegramtest.Server
	address string // as the program sees it
	token   string // where it stands
	listen  string // where the program is come to by a webhook; "": it polls

	mu    sync.Mutex // groups are talked in at once
	chats map[string]int64

	gestures gestures
}

func startTelegram(t *testing.T) *telegram {
	n := &telegram{Server: telegramtest.New(), chats: map[string]int64{}}
	t.Cleanup(n.Close)
	n.address = slow(t, n.URL, "sendMessage")
	for i, p := range humans {
		n.AddUser(telegramID(i), p.Name, "")
	}
	n.token = inFile(t, telegramtest.Token)
	return n
}

// telegramID returns the id of the person of that number.
func telegramID(i int) int64 { return int64(100 + i) }

func (n *telegram) open(chat string) messages.Channel {
	n.mu.Lock()
	defer n.mu.Unlock()
	id := int64(-1003000000000 - len(n.chats))
	n.chats[chat] = id
	n.AddChat(telegramtest.Chat{ID: id, Type: "supergroup", Title: chat, Count: len(humans) + 1})
	return messages.Channel{Network: "telegram", Chat: strconv.FormatInt(id, 10)}
}

func (n *telegram) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-telegram]
network = "telegram"
familiars = ["aria"]
token = %q
url = %q
%s
[[channels]]
match = "telegram:*"
familiars = ["aria"]
`, n.token, n.address, n.webhook())
}

// crashWebhook is where Telegram is told to come to.
const crashWebhook = "https://bot.example.org/telegram"

func (n *telegram) webhook() string {
	if n.listen == "" {
		return ""
	}
	return fmt.Sprintf("webhook = %q\nlisten = %q\n", crashWebhook, n.listen)
}

func (n *telegram) say(at messages.Channel, what step) {
	react, edit, file := n.gestures.next()
	chat, _ := strconv.ParseInt(at.Chat, 10, 64)
	by := n.User(telegramID(slices.IndexFunc(humans, func(p messages.Author) bool { return p.ID == what.by.ID })))
	text := what.text
	if len(what.mentions) > 0 {
		text = "@" + telegramtest.Username + " " + text
	}
	said := func(text string) telegramtest.Message { return telegramtest.Message{"text": text} }
	if file {
		said = func(text string) telegramtest.Message {
			return telegramtest.Message{"caption": text, "caption_entities": telegramtest.Entities(text), "document": telegramtest.Message{
				"file_id": "F1", "file_name": "moth.png", "mime_type": "image/png", "file_size": 9,
			}}
		}
	}
	m := said(text)
	m["from"] = by
	id := n.Write(chat, m)
	if edit {
		n.Edit(chat, id, said(mended(text)))
	}
	if react {
		n.React(chat, id, telegramID(0), nil, []string{"👍"})
	}
}

func (n *telegram) posted(at messages.Channel) (texts []string) {
	for _, c := range n.Calls("sendMessage") {
		if fmt.Sprint(c.Params["chat_id"]) == at.Chat {
			text, _ := c.Params["text"].(string)
			texts = append(texts, strings.ReplaceAll(text, "\u2060", ""))
		}
	}
	return texts
}

func (n *telegram) self() messages.PersonID {
	return messages.PersonID(strconv.Itoa(telegramtest.Bot))
}

func (n *telegram) present() bool { return n.Polling() > 0 || n.listens() }
func (n *telegram) absent() bool  { return n.Polling() == 0 && !n.listens() }

// listens reports whether the program can be come to.
func (n *telegram) listens() bool {
	if n.listen == "" {
		return false
	}
	to, err := net.Dial("tcp", n.listen)
	if err == nil {
		_ = to.Close()
	}
	return err == nil
}

func (n *telegram) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members = true
	}
}

// TestTelegram kills the program while people talk on Telegram. What was said
// then is handed out again, since nobody acknowledged it. Telegram can't prove a
// post: one whose outcome was unknown at a kill is noted as unknown and never said
// again, and only such replies are missing.
func TestTelegram(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "telegram", 5, 10)
	t.Parallel()
	overTelegram(t, startTelegram(t), kills, channels)
}

// TestTelegramByWebhook is the same where Telegram comes with what happens: it comes again
// with what was not answered.
func TestTelegramByWebhook(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "telegram", 2, 10)
	t.Parallel()
	n := startTelegram(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n.listen = l.Addr().String()
	_ = l.Close() // the program is to have it
	n.Front(crashWebhook, "http://"+n.listen+"/")
	overTelegram(t, n, kills, channels)
}

func overTelegram(t *testing.T, n *telegram, kills, channels int) {
	t.Helper()
	all := plainScripts(*seed, channels, stepsEach(kills), false, n.open)
	found := auditOn(t, liveOn(t, n, furnish(t, build(t), startModel(t), n.configuration()), all, kills))
	found.whole(t)
	found.gestured.want(t, true, true)
	t.Logf("killed %d times: %s", kills, found)
}
