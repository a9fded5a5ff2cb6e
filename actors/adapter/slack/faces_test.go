package slack

import (
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestFaces: a familiar of several on one account stands under its own name and
// picture, and what it says stays the account's; without the scope its name is before
// the text, as on an account without faces.
func TestFaces(t *testing.T) {
	for _, tt := range []struct {
		story  string
		scope  string
		hidden bool // Slack keeps metadata from the app
		text   string
		name   string
		shown  []string // what the call names: name and picture
	}{
		{"with the scope", customize, false, "hello", "Aria", []string{"Aria", "https://example.org/aria.png"}},
		{"where metadata is not shown", customize, true, "hello", "Aria", []string{"Aria", "https://example.org/aria.png"}},
		{"without the scope", "chat:write", false, "Aria: hello", "Moth", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t, func(c *Config) { c.Faces = true })
			s.Scopes(append(s.Granted(), tt.scope)...)
			if tt.hidden {
				s.HideMetadata()
			}
			j := &adaptertest.Taken{}
			listen(t, a, j)
			s.Say("C1", "U1", "who is there?")
			j.Until(t, 1)
			p := messages.Post{ID: "p", Channel: general, As: "Aria", Picture: "https://example.org/aria.png", Text: "hello", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
			made, err := a.Post(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			echo := j.Until(t, 2)[1].Event.(messages.Heard).Line
			if echo.ID != made.Line || echo.Author.ID != slacktest.Bot || echo.Author.Name != tt.name || echo.Text != tt.text || echo.Nonce != "p" {
				t.Errorf("heard %+v; want %q by the account, as %s", echo, tt.text, tt.name)
			}
			call := s.Calls("chat.postMessage")[0]
			if shown := slices.Concat(call.Form["username"], call.Form["icon_url"]); !slices.Equal(shown, tt.shown) {
				t.Errorf("it is shown with %q, want %q", shown, tt.shown)
			}
			s.Write("C1", slacktest.Message{"user": "U1", "text": "hi you", "thread_ts": string(made.Line)})
			if to := j.Until(t, 3)[2].Event.(messages.Heard).Line.ReplyTo; to.Author != slacktest.Bot {
				t.Errorf("what is said in its thread answers %+v, want the account", to)
			}
			if again, found, err := a.Find(t.Context(), p); err != nil || !found || again != made {
				t.Errorf("found %+v, %v, %v; want %+v", again, found, err, made)
			}
			if err := a.Edit(t.Context(), messages.Edit{Channel: general, Line: made.Line, As: "Aria", Text: "hello"}); err != nil || s.Text("C1", string(made.Line)) != tt.text {
				t.Errorf("edited it says %q, %v; want %q", s.Text("C1", string(made.Line)), err, tt.text)
			}
		})
	}
}
