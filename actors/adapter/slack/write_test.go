package slack

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestEdit: an edit is written as a post is, comes back as an edit and leaves
// the post's mark.
func TestEdit(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Say("C1", "U1", "when?")
	j.Until(t, 1)
	p := messages.Post{ID: "p", Channel: general, Text: "In 1921.", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
	made, err := a.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	j.Until(t, 2)
	s.Refuse("chat.update", slacktest.Refusal{Status: 429, Error: "ratelimited", RetryAfter: time.Second})
	o := messages.Edit{Channel: general, Line: made.Line, Text: "In **1922**, @Ana <!channel>", Mentions: []messages.Mention{{Name: "Ana", ID: "U1"}}}
	if err := a.Edit(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	edited, ok := j.Until(t, 3)[2].Event.(messages.Edited)
	if !ok || edited.Line.ID != made.Line || edited.Line.Author.ID != slacktest.Bot || edited.Line.Everyone {
		t.Errorf("heard %+v, want the line edited by the bot, with nobody else pinged", edited.Line)
	}
	if got, want := s.Text("C1", string(made.Line)), "In *1922*, <@U1> &lt;!channel&gt;"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if again, found, err := a.Find(t.Context(), p); err != nil || !found || again != made {
		t.Errorf("found %+v, %v, %v; want the post to be known still", again, found, err)
	}
}

// TestEditErrors: what an error says about an edit.
func TestEditErrors(t *testing.T) {
	a, s := open(t)
	other := messages.LineID(s.Say("C1", "U1", "mine"))
	for _, tt := range []struct {
		story string
		edit  messages.Edit
		want  string
	}{
		{"somebody else's", messages.Edit{Channel: general, Line: other}, "not the bot's own"},
		{"a line that is gone", messages.Edit{Channel: general, Line: "1.000001"}, "no such message"},
		{"no line", messages.Edit{Channel: general, Line: "x"}, "not a message's ts"},
		{"another network's", messages.Edit{Channel: "web//C1", Line: "1.000001"}, "not on slack"},
	} {
		tt.edit.Text = "hi"
		if err := a.Edit(t.Context(), tt.edit); !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.story, err, tt.want)
		}
	}
}

// aFile is a post made now.
func aFile() messages.Post {
	return messages.Post{
		ID: "p", Channel: general, Text: "[file a.md, 5 characters]", File: &messages.File{Name: "a.md", Text: "hello"},
		Meta: messages.Meta{At: messages.InstantOf(time.Now())},
	}
}

// TestFileOnce: over the runner, a file is posted once, whatever Slack answers
// on the way.
func TestFileOnce(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*slacktest.Server)
	}{
		{"all is well", func(*slacktest.Server) {}},
		{"nobody knows yet where it was shared", func(s *slacktest.Server) { s.SlowShares(2) }},
		{"there is no place for it at first", func(s *slacktest.Server) {
			s.Refuse("files.getUploadURLExternal", slacktest.Refusal{Error: "internal_error"})
		}},
		{"a limit stands before it", func(s *slacktest.Server) {
			s.Refuse("files.completeUploadExternal", slacktest.Refusal{Status: 429, Error: "ratelimited", RetryAfter: time.Second})
		}},
		{"it was shared, and Slack says otherwise", func(s *slacktest.Server) {
			s.Refuse("files.completeUploadExternal", slacktest.Refusal{Error: "internal_error", Done: true})
		}},
		{"it was shared, and nobody says where", func(s *slacktest.Server) {
			s.Refuse("files.info", slacktest.Refusal{Error: "internal_error"})
		}},
		{"it was shared, and a limit stands before where", func(s *slacktest.Server) {
			s.Refuse("files.info", slacktest.Refusal{Status: 429, Error: "ratelimited", RetryAfter: time.Second})
		}},
		{"it was shared, and nobody is to know where", func(s *slacktest.Server) {
			s.Refuse("files.info", slacktest.Refusal{Error: "missing_scope", Needed: "files:read"})
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			tt.trouble(s)
			j := &adaptertest.Taken{}
			runner := adapter.New("acc", a, j.Hear, adapter.Options{MinPause: time.Millisecond, Log: a.config.Log})
			p := aFile()
			p.Meta.At = messages.InstantOf(time.Now().Add(time.Second))
			if err := runner.Deliver(t.Context(), outboxOf(p)); err != nil {
				t.Fatal(err)
			}
			made, ok := j.Until(t, 1)[0].Event.(messages.Delivered)
			if !ok || made.Line == "" {
				t.Fatalf("heard %+v, want it delivered", j.All()[0])
			}
			if got, want := s.Files(), []string{"a.md: hello"}; !slices.Equal(got, want) {
				t.Errorf("posted %q, want %q", got, want)
			}
			p.Meta.At = messages.InstantOf(time.Now())
			if again, found, err := join(t, s).Find(t.Context(), p); err != nil || !found || again.Line != made.Line {
				t.Errorf("another process finds %+v, %v, %v; want %s", again, found, err, made.Line)
			}
		})
	}
}

// TestFileUnknown: a file that isn't there is never taken for one that was not
// posted, and in the end nobody knows.
func TestFileUnknown(t *testing.T) {
	a, s := open(t)
	p := aFile()
	if _, found, err := a.Find(t.Context(), p); found || err == nil || errors.Is(err, adapter.ErrGone) {
		t.Errorf("just made: found %v, %v; want an error that passes", found, err)
	}
	p.Meta.At = messages.InstantOf(time.Now().Add(-2 * shareLate))
	if _, found, err := a.Find(t.Context(), p); found || !errors.Is(err, adapter.ErrGone) {
		t.Errorf("made long ago: found %v, %v; want an error for good", found, err)
	}
	j := &adaptertest.Taken{}
	runner := adapter.New("acc", a, j.Hear, adapter.Options{MinPause: time.Millisecond, Log: a.config.Log})
	if err := runner.Deliver(t.Context(), outboxOf(p)); err != nil {
		t.Fatal(err)
	}
	if failed, ok := j.Until(t, 1)[0].Event.(messages.DeliveryFailed); !ok || !failed.Unknown {
		t.Errorf("heard %+v, want its fate unknown", j.All()[0].Event)
	}
	if got := s.Files(); len(got) > 0 {
		t.Errorf("posted %q, want nothing", got)
	}
}

// TestFileInThread: a file goes where a text would.
func TestFileInThread(t *testing.T) {
	a, s := open(t)
	root := s.Keep("C1", slacktest.Message{"user": "U1", "text": "root"})
	p := aFile()
	p.ReplyTo, p.Thread = messages.LineID(root), true
	made, err := a.PostFile(t.Context(), p)
	if err != nil || made.Thread != general+"/"+messages.ChannelID(root) {
		t.Errorf("got %+v, %v; want it in the thread", made, err)
	}
	p.Channel, p.Thread = "slack/T1/C404", false
	if _, err := a.PostFile(t.Context(), p); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("got %v, want it gone: there is no such channel", err)
	}
}
