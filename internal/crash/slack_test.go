package crash

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter/slack/slacktest"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A slack is the stand-in, which survives the kills, with Aria's bot in every
// channel.
type slack struct {
	*slacktest.Server
	address  string // as the program sees it
	bot, app string // where its tokens stand

	mu    sync.Mutex        // lines are said while others are looked for
	lines map[string]string // by ts: the token of what people said

	gestures gestures
}

func startSlack(t *testing.T) *slack {
	s := &slack{Server: slacktest.New(), lines: map[string]string{}}
	t.Cleanup(s.Close)
	s.address = slow(t, s.URL, "chat.postMessage") + "/api/"
	for _, p := range humans {
		s.AddUser(slacktest.User{ID: slackID(p), Name: string(p.ID), Display: p.Name})
	}
	s.bot, s.app = inFile(t, slacktest.Token), inFile(t, slacktest.AppToken)
	return s
}

func slackID(p messages.Author) string { return "U" + strings.ToUpper(string(p.ID)) }

func (s *slack) open(chat string) messages.Channel {
	members := []string{slacktest.Bot}
	for _, p := range humans {
		members = append(members, slackID(p))
	}
	id := strings.ToUpper(chat)
	s.AddChat(slacktest.Chat{ID: id, Name: chat, Kind: "channel", Members: members})
	return messages.Channel{Network: "slack", Workspace: slacktest.Team, Chat: id}
}

func (s *slack) configuration() string {
	return fmt.Sprintf(`
[accounts.aria-slack]
network = "slack"
familiars = ["aria"]
token = %q
app_token = %q
url = %q

[[channels]]
match = "slack:*"
familiars = ["aria"]
`, s.bot, s.app, s.address)
}

func (s *slack) say(at messages.Channel, what step) {
	react, edit, file := s.gestures.next()
	text := what.text
	if len(what.mentions) > 0 {
		text = "<@" + slacktest.Bot + "> " + text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := slacktest.Message{"user": slackID(what.by), "text": text}
	if file {
		m["subtype"], m["files"] = "file_share", []any{slacktest.Message{"id": "F1", "name": "moth.png", "mimetype": "image/png", "size": 9}}
	}
	ts := s.Write(at.Chat, m)
	s.lines[ts] = tokenOf(what)
	s.gestures.note(what, messages.LineID(ts))
	if edit {
		s.Change(at.Chat, ts, slacktest.Message{"text": mended(text), "edited": slacktest.Message{"user": slackID(what.by), "ts": ts}})
	}
	if react {
		s.React(at.Chat, ts, slackID(humans[0]), "thumbsup")
	}
}

func (s *slack) retract(at messages.Channel, what step) messages.LineID {
	id := s.gestures.idOf(what)
	s.Delete(at.Chat, string(id))
	return id
}

func (s *slack) tells() bool { return true }

// posted leaves out what a post quotes.
func (s *slack) posted(at messages.Channel) (texts []string) {
	for _, c := range s.Calls("chat.postMessage") {
		if strings.Join(c.Form["channel"], "") == at.Chat {
			texts = append(texts, own(strings.Join(c.Form["text"], "")))
		}
	}
	return texts
}

// own returns a post's text without the quote before it.
func own(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, ">") }), "\n")
}

func (s *slack) self() messages.PersonID { return slacktest.Bot }

func (s *slack) present() bool {
	_, now := s.Connections()
	return now > 0
}

func (s *slack) absent() bool { return !s.present() }

func (s *slack) asked(c *conversation.Config) {
	for i := range c.Seats {
		c.Seats[i].Members, c.Seats[i].History = true, true
	}
}

// astray lists the posts that stand in the thread of a line they don't answer.
func (s *slack) astray() (faults []string) {
	s.mu.Lock()
	lines := maps.Clone(s.lines)
	s.mu.Unlock()
	for _, c := range s.Calls("chat.postMessage") {
		root, text := strings.Join(c.Form["thread_ts"], ""), own(strings.Join(c.Form["text"], ""))
		if !slices.Contains(tokens.FindAllString(text, -1), lines[root]) {
			faults = append(faults, fmt.Sprintf("%q stands in the thread of %q", text, lines[root]))
		}
	}
	return faults
}

// TestSlack kills the program while people talk on Slack. What was said then
// is sent again, since nobody acknowledged it; a post whose answer was lost is
// looked for by its mark before it is sent again. What was deleted then is gone
// afterwards.
func TestSlack(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "slack", 5, 10)
	t.Parallel()
	s := startSlack(t)
	all := plainScripts(*seed, channels, stepsEach(kills), true, s.open)
	found := auditOn(t, liveOn(t, s, furnish(t, build(t), startModel(t), s.configuration()), all, kills))
	found.known(t)
	for _, fault := range s.astray() {
		t.Error(fault)
	}
	found.gestured.want(t, true, true)
	t.Logf("killed %d times: %s; looked for posts %d times", kills, found, len(s.Calls("conversations.history"))+len(s.Calls("conversations.replies")))
}
