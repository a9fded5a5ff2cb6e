package feishu

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// moth is the account that the vectors are read as.
func moth(open string) self {
	return self{author: messages.Author{ID: messages.PersonID(open), Name: "Moth", Bot: true}, app: "cli_x"}
}

// TestEvents: recorded events become lines. What the recorded program was
// told to do with them in its modes "mention" and "open" says what a line has
// to show.
func TestEvents(t *testing.T) {
	file, err := os.Open("testdata/events.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Feishu []struct {
			Name   string          `json:"name"`
			Bot    string          `json:"bot_open_id"`
			Event  json.RawMessage `json:"event"`
			Expect struct {
				Mention string `json:"mention"`
			} `json:"expect_document"`
		} `json:"feishu"`
	}
	if err := json.NewDecoder(unpacked).Decode(&vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Feishu) != 24 {
		t.Fatalf("got %d events, want 24", len(vectors.Feishu))
	}
	for _, v := range vectors.Feishu {
		t.Run(v.Name, func(t *testing.T) {
			e, err := decodeEvent(v.Event, "moths", moth(v.Bot))
			if err != nil {
				t.Fatal(err)
			}
			line := e.line
			if got, want := line.DM, strings.HasPrefix(v.Name, "p2p"); got != want {
				t.Errorf("direct message: %v, want %v", got, want)
			}
			own := v.Bot != "" && line.Author.ID == messages.PersonID(v.Bot)
			if want := v.Expect.Mention == "skip:self"; own != want {
				t.Errorf("own line: %v, want %v", own, want)
			}
			// "mention" processes direct messages and mentions of the bot.
			mentioned := v.Bot != "" && slices.Contains(line.Mentions, messages.PersonID(v.Bot))
			if want := v.Expect.Mention == "process" && !line.DM; mentioned != want {
				t.Errorf("mentions the bot: %v, want %v", mentioned, want)
			}
			if want := strings.Contains(v.Name, "at_all"); line.Everyone != want {
				t.Errorf("everyone: %v, want %v", line.Everyone, want)
			}
			if got, want := line.Author.Bot, strings.Contains(v.Name, "bot_") && strings.Contains(string(v.Event), `"sender_type":"bot"`) || own; got != want && !strings.Contains(v.Name, "from_bot") {
				t.Errorf("by a bot: %v, want %v", got, want)
			}
			if want := "feishu/tk/oc_chat1" + map[bool]string{true: "/omt_1"}[strings.HasSuffix(v.Name, "in_topic")]; string(line.Channel) != want {
				t.Errorf("stands in %s, want %s", line.Channel, want)
			}
			if strings.Contains(strings.ReplaceAll(line.Text, "@_all", ""), "@_") {
				t.Errorf("a key is left in %q", line.Text)
			}
		})
	}
}

// TestNeutral: the events of a conversation give what every network's export
// of it gives. The network delivers no line of a bot.
func TestNeutral(t *testing.T) {
	type neutral struct {
		ID       string   `json:"id"`
		Author   string   `json:"author"`
		Bot      bool     `json:"is_bot"`
		Text     string   `json:"text"`
		Mentions []string `json:"mentions"`
		ReplyTo  *string  `json:"reply_to"`
		At       string   `json:"ts"`
	}
	people := map[messages.PersonID]string{
		"on_0000000000000000000000000000def0": "ada", "on_0000000000000000000000000000def1": "bo",
		"on_0000000000000000000000000000def2": "cyn", "ou_0000000000000000000000000000abc3": "moth",
	}
	shown := strings.NewReplacer("@Moth", "@moth", "@Cyn 🌱", "@cyn")
	var want []neutral
	for _, text := range linesOf(t, "testdata/neutral.jsonl") {
		var n neutral
		if err := json.Unmarshal(text, &n); err != nil {
			t.Fatal(err)
		}
		if !n.Bot {
			want = append(want, n)
		}
	}
	events := linesOf(t, "testdata/received.jsonl")
	if len(events) != len(want) {
		t.Fatalf("got %d events, want %d", len(events), len(want))
	}
	for i, w := range want {
		t.Run(w.Text, func(t *testing.T) {
			e, err := decodeEvent(events[i], "moths", moth("ou_0000000000000000000000000000abc3"))
			if err != nil {
				t.Fatal(err)
			}
			var mentions []string
			for _, id := range e.line.Mentions {
				mentions = append(mentions, people[id])
			}
			var reply string
			if id := string(e.line.ReplyTo.ID); id != "" {
				reply = id[len(id)-1:]
			}
			wantReply := ""
			if w.ReplyTo != nil { // the ids of the events are those numbers in hexadecimal
				wantReply = string("0123456789abcdef"[numberOf(t, *w.ReplyTo)])
			}
			if got := people[e.line.Author.ID]; got != w.Author || e.line.Author.Bot {
				t.Errorf("by %q, want %q", got, w.Author)
			}
			if got := shown.Replace(e.line.Text); got != w.Text {
				t.Errorf("got %q, want %q", got, w.Text)
			}
			if !slices.Equal(mentions, w.Mentions) {
				t.Errorf("mentions %q, want %q", mentions, w.Mentions)
			}
			if reply != wantReply {
				t.Errorf("answers %q, want %q", reply, wantReply)
			}
			if got := e.line.At.Time().Format("2006-01-02T15:04:05.99Z07:00"); got != w.At {
				t.Errorf("said at %s, want %s", got, w.At)
			}
		})
	}
}

func linesOf(t testing.TB, name string) [][]byte {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all [][]byte
	for in := bufio.NewScanner(file); in.Scan(); {
		all = append(all, slices.Clone(in.Bytes()))
	}
	return all
}

func numberOf(t *testing.T, text string) int {
	t.Helper()
	var n int
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// FuzzEvent: whatever arrives is refused or a line that says where it stands.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(`{"header":{"event_type":"im.message.recalled_v1","tenant_key":"a/b"},"event":{"message_id":"om_1","chat_id":"oc_1","recall_time":"5"}}`))
	f.Add([]byte(`{"header":{"event_type":"im.message.receive_v1"},"event":{"message":{"message_id":"om_1","chat_id":"oc_1","message_type":"post","content":"{\"title\":\"t\",\"content\":[[{\"tag\":\"at\",\"user_id\":\"@_all\"}]]}"}}}`))
	f.Add([]byte(`{"header":{"event_type":"im.message.reaction.created_v1","tenant_key":"a/b"},"event":{"message_id":"om_1","operator_type":"user","user_id":{"union_id":"on_1"},"reaction_type":{"emoji_type":"OK"},"action_time":"5"}}`))
	for _, event := range linesOf(f, "testdata/received.jsonl") {
		f.Add(event)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := decodeEvent(body, "moths", moth("ou_moth"))
		if err != nil || e == nil {
			return
		}
		if e.channel == "" || e.key == "" {
			t.Errorf("an arrival without a place or a key: %+v", e)
		}
		if r := e.reacted; r != nil {
			if r.Line == "" || r.By.ID == "" || r.Emoji == "" || e.line != nil || e.deleted != "" {
				t.Errorf("half a reaction, or more than one: %+v", e)
			}
			return
		}
		if (e.line == nil) == (e.deleted == "") {
			t.Errorf("neither a line nor a deletion: %+v", e)
		}
		if e.line != nil && (e.line.Channel != e.channel || e.line.ID == "") {
			t.Errorf("a line without an id, or of another place: %+v", e.line)
		}
	})
}
