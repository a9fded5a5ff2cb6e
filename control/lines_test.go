package control

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"familiar/control/wire"
	"familiar/journal"
	"familiar/messages"
)

func TestLines(t *testing.T) {
	who := `"author":{"id":"u1","name":"Ana"}`
	tests := []struct {
		story, body string
		status      int
		says        string // part of the answer
	}{
		{"a line", hello, 202, `{"id":"1","channel":"garden"}`},
		{"every field", `{"id":"1",` + who + `,"text":"x","at":"2024-01-02T03:04:05Z","mentions":["a","a"],"everyone":true,"reply_to":{"id":"0","author":"b"},"thread":"t","dm":true,"lull_endpoint":true,"explicit_only":true,"attachments":[{"id":"f1","name":"a.png","type":"image/png","bytes":512},{"id":"f2"}]}`, 202, "1"},
		{"an attachment without an id", `{"id":"1",` + who + `,"attachments":[{"name":"a.png"}]}`, 400, "attachments: id is missing"},
		{"an attachment that is there twice", `{"id":"1",` + who + `,"attachments":[{"id":"a"},{"id":"a"}]}`, 400, "is there twice"},
		{"an attachment that can't be", `{"id":"1",` + who + `,"attachments":[{"id":"a\u0000"}]}`, 400, "attachments.id: want"},
		{"an attachment smaller than nothing", `{"id":"1",` + who + `,"attachments":[{"id":"a","bytes":-1}]}`, 400, "bytes is negative"},
		{"an attachment with a long name", `{"id":"1",` + who + `,"attachments":[{"id":"a","name":"` + strings.Repeat("x", 201) + `"}]}`, 400, "at most 200 characters"},
		{"many attachments", `{"id":"1",` + who + `,"attachments":[{"id":"x"}` + strings.Repeat(`,{"id":"x"}`, 20) + `]}`, 400, "attachments: got 21"},
		{"an unknown field of an attachment", `{"id":"1",` + who + `,"attachments":[{"id":"a","url":"http://127.0.0.1"}]}`, 400, `no field \"url\"`},
		{"a time in milliseconds and a short reply", `{"id":"1",` + who + `,"at":1700000000000,"reply_to":"0"}`, 202, "1"},
		{"no id", `{` + who + `,"text":"x"}`, 400, "id: missing"},
		{"a long id", `{"id":"` + strings.Repeat("x", 201) + `",` + who + `}`, 400, "id: want"},
		{"no author", `{"id":"1","text":"x"}`, 400, "author.id"},
		{"a long name", `{"id":"1","author":{"id":"u","name":"` + strings.Repeat("x", 201) + `"}}`, 400, "author.name"},
		{"a long text", `{"id":"1",` + who + `,"text":"` + strings.Repeat("x", 16001) + `"}`, 400, "16001 characters"},
		{"a mention that can't be shown", `{"id":"1",` + who + `,"mentions":["x\u0000"]}`, 400, "mentions: want"},
		{"a mention of an id only the program makes", `{"id":"1",` + who + `,"mentions":["bot\u001faria"]}`, 400, "mentions: want"},
		{"an answered line that can't be", `{"id":"1",` + who + `,"reply_to":"\u001b[2J"}`, 400, "reply_to.id: want"},
		{"an answered author who can't be", `{"id":"1",` + who + `,"reply_to":{"id":"0","author":"a\n"}}`, 400, "reply_to.author: want"},
		{"an answered author of no line", `{"id":"1",` + who + `,"reply_to":{"author":"a"}}`, 400, "reply_to: id is missing"},
		{"an author who can't be shown", `{"id":"1","author":{"id":"u\u0000"}}`, 400, "author.id: want"},
		{"an id that can't be shown", `{"id":"1\u0000",` + who + `}`, 400, "id: want"},
		{"many mentions", `{"id":"1",` + who + `,"mentions":["x"` + strings.Repeat(`,"x"`, 100) + `]}`, 400, "mentions"},
		{"a time to come", `{"id":"1",` + who + `,"at":"2999-01-01T00:00:00Z"}`, 400, "future"},
		{"a time that is none", `{"id":"1",` + who + `,"at":"noon"}`, 400, "RFC 3339"},
		{"a number that is no time", `{"id":"1",` + who + `,"at":1e99}`, 400, "at: "},
		{"an unknown field", `{"id":"1",` + who + `,"nonce":"x"}`, 400, `no field \"nonce\"`},
		{"an unknown field of the author", `{"id":"1","author":{"id":"u","admin":true}}`, 400, `no field \"admin\"`},
		{"an unknown field of the reply", `{"id":"1",` + who + `,"reply_to":{"id":"0","root":true}}`, 400, `no field \"root\"`},
		{"a field of another type", `{"id":1,` + who + `}`, 400, "id: got number"},
		{"something after it", hello + `{}`, 400, "more after the object"},
		{"half of it", hello[:20], 400, "incomplete"},
		{"nothing", ``, 400, "incomplete"},
		{"no object", `[]`, 400, "want an object"},
		{"not valid JSON", `id=1`, 400, "not valid JSON"},
		{"ten megabytes", `{"id":"1","text":"` + strings.Repeat("x", 10<<20) + `"}`, 413, "65536 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, nil)
			w := r.ask("POST", "/v1/channels/garden/lines", tt.body)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, tt.status, tt.says)
			}
			if said := len(r.said) == 1; said != (tt.status == http.StatusAccepted) {
				t.Errorf("said: %v", said)
			}
		})
	}
}

func TestALineSentTwiceIsADuplicate(t *testing.T) {
	r := newRig(t, nil)
	r.ask("POST", "/v1/channels/garden/lines", hello)
	w := r.ask("POST", "/v1/channels/garden/lines", hello)
	if w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != `{"duplicate":true}` {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestEveryFieldIsHeard(t *testing.T) {
	r := newRig(t, nil)
	r.ask("POST", "/v1/channels/garden/lines", `{"id":"1","author":{"id":"u","name":"U","bot":true},"text":"x","at":1700000000000,"mentions":["a","a"],"everyone":true,"reply_to":{"id":"0","author":"b"},"thread":"t","dm":true,"lull_endpoint":true,"explicit_only":true,"attachments":[{"id":"f1","name":"a.png","type":"image/png","bytes":512}]}`)
	want := &messages.Line{
		ID: "1", Channel: channelID("garden", "t"), Author: messages.Author{ID: "u", Name: "U", Bot: true}, Text: "x", At: 1_700_000_000_000,
		Mentions: []messages.PersonID{"a"}, Everyone: true, ReplyTo: messages.Reply{ID: "0", Author: "b"}, DM: true, LullEndpoint: true, ExplicitOnly: true,
		Attachments: []messages.Attachment{{ID: "f1", Name: "a.png", Type: "image/png", Bytes: 512}},
	}
	if len(r.said) != 1 || fmt.Sprint(*r.said[0]) != fmt.Sprint(*want) {
		t.Errorf("got %v, want %v", r.said, want)
	}
}

func TestWhatTheNetworkRefuses(t *testing.T) {
	tests := []struct {
		story  string
		err    error
		status int
	}{
		{"nobody is in the channel", ErrNobody, 404},
		{"nobody listens", ErrClosed, 503},
		{"the id is reserved", ErrReserved, 400},
		{"the line has no form we take", ErrRefused, 422},
		{"the journal is full", journal.ErrFull, 503},
		{"the journal's server is away", journal.ErrAway, 503},
		{"something else", errors.New("disk on fire"), 500},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, nil)
			r.fail = fmt.Errorf("web: %w", tt.err)
			for _, ask := range [][3]string{
				{"POST", "/lines", hello},
				{"PUT", "/lines/1", `{"text":"y"}`},
				{"DELETE", "/lines/1", ""},
				{"POST", "/lines/1/reactions", `{"author":{"id":"u"},"emoji":"👍"}`},
				{"POST", "/commands", `{"command":"quiet"}`},
			} {
				w := r.ask(ask[0], "/v1/channels/garden"+ask[1], ask[2])
				if w.Code != tt.status || strings.Contains(w.Body.String(), "fire") {
					t.Errorf("%s %s: got %d %s, want %d", ask[0], ask[1], w.Code, w.Body, tt.status)
				}
				if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
					t.Error("no Retry-After")
				}
			}
		})
	}
}

// TestFailuresInTheLog: that the journal takes nothing is not told for each request.
func TestFailuresInTheLog(t *testing.T) {
	for err, want := range map[error]int{journal.ErrAway: 1, journal.ErrFull: 1, errors.New("disk on fire"): 5, ErrNobody: 0} {
		var log strings.Builder
		r := newRig(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		r.fail = err
		for range 5 {
			r.ask("POST", "/v1/channels/garden/lines", hello)
		}
		if got := strings.Count(log.String(), "request failed"); got != want {
			t.Errorf("%v: five requests are told of %d times, want %d", err, got, want)
		}
	}
}

func TestCommands(t *testing.T) {
	tests := []struct {
		story, body string
		status      int
		want        messages.Commanded
	}{
		{"quiet, by the token", `{"command":"quiet"}`, 202, messages.Commanded{By: messages.Author{ID: "token/this run", Name: "this run"}, Command: messages.Quiet}},
		{"one familiar, by somebody", `{"command":"wake","familiar":"aria","by":{"id":"u","name":"U"}}`, 202, messages.Commanded{By: messages.Author{ID: "u", Name: "U"}, Familiar: "aria", Command: messages.Wake}},
		{"quiet for half an hour", `{"command":"quiet","for":"30m"}`, 202, messages.Commanded{By: messages.Author{ID: "token/this run", Name: "this run"}, Command: messages.Quiet, For: 30 * time.Minute}},
		{"quiet for less than nothing", `{"command":"quiet","for":"-1m"}`, 400, messages.Commanded{}},
		{"quiet for no time anybody knows", `{"command":"quiet","for":"a while"}`, 400, messages.Commanded{}},
		{"a wake that lasts", `{"command":"wake","for":"30m"}`, 400, messages.Commanded{}},
		{"a familiar that isn't here", `{"command":"wake","familiar":"zed"}`, 404, messages.Commanded{}},
		{"a clock wakes one for something", `{"command":"wake","familiar":"aria","prompt":"say what is on","timed":true}`, 202, messages.Commanded{By: messages.Author{ID: "token/this run", Name: "this run"}, Familiar: "aria", Command: messages.Wake, Text: "say what is on", Timed: true}},
		{"a prompt without end", `{"command":"wake","prompt":"` + strings.Repeat("ä", 4001) + `"}`, 400, messages.Commanded{}},
		{"quiet has no prompt", `{"command":"quiet","prompt":"sh"}`, 400, messages.Commanded{}},
		{"and no clock", `{"command":"quiet","timed":true}`, 400, messages.Commanded{}},
		{"engage, in the channel itself", `{"command":"engage","familiar":"aria","thread":""}`, 202, messages.Commanded{By: messages.Author{ID: "token/this run", Name: "this run"}, Familiar: "aria", Command: messages.EngageHere}},
		{"engage, nobody says where", `{"command":"engage","familiar":"aria"}`, 400, messages.Commanded{}},
		{"a command there isn't", `{"command":"dance"}`, 400, messages.Commanded{}},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, nil)
			w := r.ask("POST", "/v1/channels/garden/commands", tt.body)
			var got messages.Commanded
			if len(r.told) == 1 {
				got = r.told[0]
			}
			if w.Code != tt.status || got != tt.want {
				t.Errorf("got %d %s %v, want %d %v", w.Code, w.Body, got, tt.status, tt.want)
			}
		})
	}
}

// FuzzLine: whatever is sent is refused, or is a line within the limits.
func FuzzLine(f *testing.F) {
	f.Add(hello)
	f.Add(`{"id":"1","author":{"id":"u"},"at":"2024-01-02T03:04:05Z","reply_to":{"id":"0"},"mentions":["a"]}`)
	f.Add(`{"id":"\ud800","reply_to":"x","at":-1}`)
	const now = 1_700_000_000_000
	f.Fuzz(func(t *testing.T, body string) {
		var in said
		if wire.Decode(strings.NewReader(body), &in) != nil {
			return
		}
		l, err := in.line(now)
		if err != nil {
			return
		}
		if l.ID == "" || len(l.ID) > maxName || l.Author.ID == "" || len(l.Text) > 4*maxText || len(l.Mentions) > maxMentions ||
			l.At <= 0 || l.At > messages.Instant(now).Add(maxAhead) || l.Nonce != "" {
			t.Errorf("got %+v of %q", l, body)
		}
	})
}
