package feishu

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/messages"
)

// TestEditsOwn: an edit is written as a post is, and only the bot's own lines take
// one.
func TestEditsOwn(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	made, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: channel, Text: "In 1921."})
	if err != nil {
		t.Fatal(err)
	}
	other := messages.LineID(n.Keep(feishutest.Message{Chat: room, By: ana, Text: "mine"}))
	for _, tt := range []struct {
		story string
		line  messages.LineID
		fail  feishutest.Failure
		gone  bool
		fails bool
	}{
		{"an own line", made.Line, feishutest.Failure{}, false, false},
		{"after a limit", made.Line, feishutest.Failure{Times: 1, Status: 400, Code: 230020, Reset: 1}, false, false},
		{"while the network has trouble", made.Line, feishutest.Failure{Times: 1, Status: 500, Code: 2200}, false, true},
		{"somebody else's", other, feishutest.Failure{}, true, true},
		{"one that is gone", "om_none", feishutest.Failure{}, true, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tt.fail.Path = "/im/v1/messages"
			n.Fail(tt.fail)
			err := a.Edit(t.Context(), messages.Edit{
				Channel: channel, Line: tt.line, Text: "In 1922, @Ana @all", Mentions: []messages.Mention{{Name: "Ana", ID: "on_ana"}, {Name: "all", ID: "all"}},
			})
			if (err != nil) != tt.fails || errors.Is(err, adapter.ErrGone) != tt.gone {
				t.Errorf("got %v, want an error %v, gone %v", err, tt.fails, tt.gone)
			}
		})
	}
	lines, err := a.History(t.Context(), channel, 0, 2)
	if err != nil || len(lines) != 2 || lines[0].Text != "In 1922, @Ana @all" || lines[0].Everyone {
		t.Errorf("came back as %+v, %v", lines, err)
	}
}

// TestFile: what is known of a file that was not posted at once, and that it
// stands there once in the end.
func TestFile(t *testing.T) {
	for _, tt := range []struct {
		story  string
		fail   feishutest.Failure
		sure   bool // it was not posted
		thread bool
	}{
		{"all is well", feishutest.Failure{}, false, false},
		{"in a thread that it begins", feishutest.Failure{}, false, true},
		{"the upload is cut", feishutest.Failure{Path: "/im/v1/files", Times: 1, Cut: true}, true, false},
		{"the message is cut", feishutest.Failure{Path: "/im/v1/messages", Times: 1, Cut: true, After: true}, false, false},
		{"too fast", feishutest.Failure{Path: "/im/v1/messages", Times: 1, Status: 400, Code: 230020}, true, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, channel := group(t)
			a := openOn(t, n)
			n.Expire() // a token is fetched anew with the file in hand
			n.Fail(tt.fail)
			p := messages.Post{
				ID: "p", Channel: channel, Text: "[file a.md, 5 characters]", File: &messages.File{Name: "a.md", Text: "hello"},
				Meta: messages.Meta{At: messages.InstantOf(time.Now())},
			}
			p.ReplyTo, p.Thread = messages.LineID(n.Keep(feishutest.Message{Chat: room, By: ana, Text: "write it down"})), tt.thread
			_, err := a.PostFile(t.Context(), p)
			if _, later := errors.AsType[*adapter.RetryError](err); later != tt.sure {
				t.Errorf("got %v, want it sure that nothing was posted: %v", err, tt.sure)
			}
			posted, err := a.PostFile(t.Context(), p)
			if err != nil || strings.Contains(string(posted.Thread), "omt_") != tt.thread {
				t.Errorf("posted again as %+v, %v", posted, err)
			}
			if got, want := n.Files(), []string{"a.md: hello"}; !slices.Equal(got, want) {
				t.Errorf("posted %q, want %q", got, want)
			}
		})
	}
}
