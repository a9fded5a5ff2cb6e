package control

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
)

// cardsman has Aria's card, and says what it was asked.
type cardsman struct {
	asked *[]string
	hold  chan struct{} // a try waits for it; nil: it doesn't
}

func (c cardsman) note(words ...any) {
	*c.asked = append(*c.asked, strings.TrimSpace(fmt.Sprintln(words...)))
}

func (cardsman) Familiars() []Familiar { return []Familiar{{Familiar: "aria", Name: "Aria"}} }

func (c cardsman) Card(id messages.FamiliarID) (*Card, error) {
	c.note("card of", id)
	if id != "aria" {
		return nil, fmt.Errorf("%w: %q", ErrNoFamiliar, id)
	}
	return &Card{Seen: "07"}, nil
}

func (cardsman) Picture(messages.FamiliarID) (kind string, picture []byte, err error) {
	return "image/png", []byte("<script>"), nil
}

func (c cardsman) Prompt(_ context.Context, t CardTrial) (*CardPrompt, error) {
	c.note("prompt of", t.Familiar, "in", t.Channel, "for", t.Line, t.Edit.Parts)
	return &CardPrompt{}, nil
}

func (c cardsman) Try(_ context.Context, t CardTrial) (*CardTried, error) {
	c.note("try", t.Line, "by", t.Author)
	if c.hold != nil {
		c.hold <- struct{}{}
		<-c.hold
	}
	switch t.Line {
	case "dear":
		return nil, ErrBudget
	case "dead":
		return nil, fmt.Errorf("%w: it is away", ErrModel)
	}
	return &CardTried{}, nil
}

func (c cardsman) Look(id messages.FamiliarID, _ CardEdit, seen string) (*CardWritten, error) {
	c.note("look at", id, seen)
	return &CardWritten{}, nil
}

func (c cardsman) Write(_ context.Context, id messages.FamiliarID, _ CardEdit, seen, by string) (*CardWritten, error) {
	c.note("write", id, seen, by)
	if seen != "07" {
		return nil, fmt.Errorf("%w, last here by ben", ErrChanged)
	}
	return &CardWritten{Done: true}, nil
}

func TestCards(t *testing.T) {
	for _, tt := range []struct {
		story, request, body, token string
		asked                       string
		code                        int
	}{
		{"all familiars", "GET /v1/familiars", "", "", "", 200},
		{"one", "GET /v1/familiars/aria", "", "", "card of aria", 200},
		{"nobody", "GET /v1/familiars/zed", "", "", "card of zed", 404},
		{"a prompt in a chat", "POST /v1/familiars/aria/prompt", `{"chat":"garden","line":"hi","parts":{"last":"x"}}`, "", "prompt of aria in web//garden for hi map[last:x]", 200},
		{"a prompt on another network", "POST /v1/familiars/aria/prompt", `{"channel":"discord/1/2"}`, "", "prompt of aria in discord/1/2 for  map[]", 200},
		{"a prompt in no place", "POST /v1/familiars/aria/prompt", `{}`, "", "prompt of aria in  for  map[]", 200},
		{"a prompt in two places", "POST /v1/familiars/aria/prompt", `{"chat":"garden","channel":"irc/x/y"}`, "", "", 400},
		{"a field nobody knows", "POST /v1/familiars/aria/prompt", `{"horns":2}`, "", "", 400},
		{"a card as long as one may be", "POST /v1/familiars/aria/prompt", `{"parts":{"last":"` + strings.Repeat("x", 256<<10) + `"}}`, "", "prompt of aria in  for  map[last:" + strings.Repeat("x", 256<<10) + "]", 200},
		{"a longer request", "POST /v1/familiars/aria/prompt", `{"parts":{"last":"` + strings.Repeat("x", longestEdit) + `"}}`, "", "", 413},
		{"too many entries", "POST /v1/familiars/aria/prompt", `{"entries":[` + strings.Repeat(`{},`, mostEdited) + `{}]}`, "", "", 400},
		{"a line is tried", "POST /v1/familiars/aria/try", `{"line":"hi","author":"Ben"}`, "", "try hi by Ben", 200},
		{"none is", "POST /v1/familiars/aria/try", `{"line":" "}`, "", "", 400},
		{"too long a line", "POST /v1/familiars/aria/try", `{"line":"` + strings.Repeat("x", longestLine+1) + `"}`, "", "", 400},
		{"a line without money", "POST /v1/familiars/aria/try", `{"line":"dear"}`, "", "try dear by", 409},
		{"a line to a dead model", "POST /v1/familiars/aria/try", `{"line":"dead"}`, "", "try dead by", 502},
		{"what would be written", "POST /v1/familiars/aria/card", `{"seen":"07"}`, "", "look at aria 07", 200},
		{"written", "POST /v1/familiars/aria/card", `{"seen":"07","write":true}`, "", "write aria 07 this run", 200},
		{"written by the second of two", "POST /v1/familiars/aria/card", `{"seen":"06","write":true}`, "", "write aria 06 this run", 409},
		{"written blindly", "POST /v1/familiars/aria/card", `{"write":true}`, "", "", 400},
		{"a token of some channels asks", "GET /v1/familiars/aria", "", "garden", "", 403},
		{"and writes", "POST /v1/familiars/aria/card", `{"seen":"07","write":true}`, "garden", "", 403},
		{"a reader tries", "POST /v1/familiars/aria/try", `{"line":"hi"}`, "reader", "", 403},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var asked []string
			r := newRig(t, func(o *Options) { o.Cards = cardsman{asked: &asked} })
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			method, path, _ := strings.Cut(tt.request, " ")
			got := r.ask(method, path, tt.body, headers...)
			if got.Code != tt.code || strings.Join(asked, "; ") != tt.asked {
				t.Errorf("got %d %.200s after %.200q, want %d after %.200q", got.Code, got.Body, asked, tt.code, tt.asked)
			}
		})
	}
	if got := newRig(t, func(*Options) {}).ask("GET", "/v1/familiars", ""); got.Code != 404 {
		t.Errorf("a program without cards: got %d %s", got.Code, got.Body)
	}
}

// TestPictureIsNoPage: whatever somebody's file holds, a browser takes it for an image
// at most.
func TestPictureIsNoPage(t *testing.T) {
	got := newRig(t, func(o *Options) { o.Cards = cardsman{asked: new([]string)} }).ask("GET", "/v1/familiars/aria/picture", "")
	h := got.Header()
	if got.Code != 200 || h.Get("Content-Type") != "image/png" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
		t.Errorf("got %d %v", got.Code, h)
	}
}

// TestTriesAreFew: one line is tried at a time, and only so many at once.
func TestTriesAreFew(t *testing.T) {
	var asked []string
	hold := make(chan struct{})
	r := newRig(t, func(o *Options) { o.Cards = cardsman{&asked, hold} })
	first := make(chan int)
	go func() { first <- r.ask("POST", "/v1/familiars/aria/try", `{"line":"one"}`).Code }()
	<-hold
	if got := r.ask("POST", "/v1/familiars/aria/try", `{"line":"two"}`); got.Code != 429 || !strings.Contains(got.Body.String(), "another line") {
		t.Errorf("beside another: got %d %s", got.Code, got.Body)
	}
	hold <- struct{}{}
	if got := <-first; got != 200 {
		t.Errorf("the first: got %d", got)
	}

	r = newRig(t, func(o *Options) { o.Cards = cardsman{asked: &asked} })
	for n := range triesAtOnce + 1 {
		want := 200
		if n == triesAtOnce {
			want = 429
		}
		if got := r.ask("POST", "/v1/familiars/aria/try", `{"line":"hi"}`); got.Code != want {
			t.Errorf("try %d: got %d %s, want %d", n+1, got.Code, got.Body, want)
		}
	}
}
