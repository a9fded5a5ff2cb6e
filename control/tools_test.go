package control

import (
	"context"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"familiar/control/access"
	"familiar/messages"
)

// A helm stands in for the program that tools reach.
type helm struct {
	told      []messages.Commanded
	forgot    []messages.Forgotten
	verdicts  []Verdict
	statuses  []messages.Status
	unmatched []messages.Unmatched
	silent    []Silent
	held      bool
	fail      error
}

func (h *helm) Command(_ context.Context, _ messages.ChannelID, c messages.Commanded) ([]Verdict, error) {
	h.told = append(h.told, c)
	return h.verdicts, h.fail
}

func (h *helm) Statuses(_ context.Context, after messages.ChannelID, isFor func(messages.ChannelID) bool, most int) (all Statuses, err error) {
	all.Silent = h.silent
	for _, st := range h.statuses {
		if st.Channel > after && isFor(st.Channel) {
			if len(all.Channels) == most {
				all.Next = all.Channels[most-1].Channel
				break
			}
			all.Channels = append(all.Channels, st)
		}
	}
	return all, h.fail
}

func (h *helm) Unmatched(_ context.Context, isFor func(messages.ChannelID) bool, most int) (rooms []messages.Unmatched, all int) {
	for _, of := range h.unmatched {
		if isFor(of.Channel) {
			rooms = append(rooms, of)
		}
	}
	return rooms[:min(len(rooms), most)], len(rooms)
}

func (h *helm) Reload(context.Context) (Reloaded, error) { return Reloaded{2, 3}, h.fail }

func (h *helm) Forget(_ context.Context, _ messages.ChannelID, f messages.Forgotten) error {
	h.forgot = append(h.forgot, f)
	return h.fail
}

func (h *helm) Held(id messages.ChannelID) bool { return id != "" && h.held }

func (h *helm) ForgetEverywhere(_ context.Context, who messages.PersonID) (int, error) {
	h.forgot = append(h.forgot, messages.Forgotten{Person: who})
	return map[messages.PersonID]int{"ana": 3}[who], h.fail
}

func steered(h *helm) func(*Options) {
	return func(o *Options) {
		o.Steer = h
		o.Tokens = append(o.Tokens, access.Token{Name: "guild", Secret: "guild", Scopes: access.Scopes, Channels: []string{"discord:1/*", "irc:moths", "*den"}})
	}
}

func TestToolsOverHTTP(t *testing.T) {
	const garden = `"channel":"web//garden"`
	done := []Verdict{{Familiar: "aria", Done: true}}
	for _, tt := range []struct {
		story, tool, body, token string
		helm                     helm
		want                     int
		says                     string
	}{
		{"it is done", "engage", "{" + garden + "}", "garden", helm{verdicts: done}, 200, `{"familiars":[{"familiar":"aria","done":true,"reason":""}]}`},
		{"another holds the window", "engage", "{" + garden + "}", "garden", helm{verdicts: []Verdict{{"vesper", false, "aria holds the window"}}}, 409, "refused: vesper: aria holds the window"},
		{"nobody is there to do it", "stop", "{" + garden + "}", "garden", helm{}, 409, "no familiar is there"},
		{"some did it", "quiet", "{" + garden + `,"for":"5m"}`, "garden", helm{verdicts: append(done, Verdict{"bo", false, "no"})}, 200, `"reason":"no"`},
		{"the channel takes too long", "stop", "{" + garden + "}", "garden", helm{fail: ErrUndecided}, 504, "it was recorded"},
		{"a wrong token", "engage", "{" + garden + "}", "thief", helm{}, 401, "send Authorization"},
		{"a reader", "engage", "{" + garden + "}", "reader", helm{}, 403, "lacks the scope control"},
		{"another channel", "engage", `{"channel":"web//kitchen"}`, "garden", helm{}, 403, "not for this channel"},
		{"another network", "engage", `{"channel":"discord/1/garden"}`, "garden", helm{}, 403, "not for this channel"},
		{"a rule for the network", "engage", `{"channel":"discord/1/2/3"}`, "guild", helm{verdicts: done}, 200, "aria"},
		{"another server of it", "engage", `{"channel":"discord/2/2"}`, "guild", helm{}, 403, "not for this channel"},
		{"a rule for the chat alone", "engage", `{"channel":"irc/any/moths"}`, "guild", helm{verdicts: done}, 200, "aria"},
		{"a glob of web chats ends with the web", "engage", `{"channel":"slack/T/den"}`, "guild", helm{}, 403, "not for this channel"},
		{"a chat's name is no id", "engage", `{"channel":"garden"}`, "garden", helm{}, 400, "network/workspace/chat"},
		{"an id that isn't escaped as ids are", "engage", `{"channel":"web//gar%64en"}`, "garden", helm{}, 400, "network/workspace/chat"},
		{"no channel", "engage", `{}`, "garden", helm{}, 400, "channel: missing"},
		{"an argument of another tool", "engage", "{" + garden + `,"text":"x"}`, "garden", helm{}, 400, "engage takes no text: allowed are channel, familiar"},
		{"a number for a text", "say", "{" + garden + `,"text":5}`, "garden", helm{}, 400, "text: got number"},
		{"no such tool", "dance", `{}`, "garden", helm{}, 404, "no such tool"},
		{"a time that is none", "quiet", "{" + garden + `,"for":"soon"}`, "garden", helm{}, 400, "for: only with quiet"},
		{"a long text", "say", "{" + garden + `,"text":"` + strings.Repeat("é", 4001) + `"}`, "garden", helm{}, 400, "at most 4000 characters"},
		{"forget whom", "forget", "{" + garden + "}", "garden", helm{}, 400, "want either a person"},
		{"forget a person and all", "forget", "{" + garden + `,"person":"ana","all":true}`, "garden", helm{}, 400, "want either a person"},
		{"forget all", "forget", "{" + garden + `,"all":true}`, "garden", helm{}, 200, `{"ordered":true,"channels":1}`},
		{"forget what is held", "forget", "{" + garden + `,"all":true}`, "garden", helm{held: true}, 200, `{"ordered":true,"channels":1,"held":true}`},
		{"forget a person everywhere", "forget", `{"person":"ana"}`, "", helm{}, 200, `{"ordered":true,"channels":3}`},
		{"a token of some channels forgets everywhere", "forget", `{"person":"ana"}`, "garden", helm{}, 403, "forget without a channel covers all"},
		{"forget a stranger", "forget", `{"person":"zed"}`, "", helm{}, 404, "nobody with this id is known"},
		{"forget all of everything", "forget", `{"all":true}`, "", helm{}, 400, "channel: missing"},
		{"forget a person of no form", "forget", `{"person":"a\u0000b"}`, "", helm{}, 400, "person: want"},
		{"a token of some channels reloads", "reload", "", "garden", helm{}, 403, "covers all"},
		{"this run's token reloads", "reload", "", "", helm{}, 200, `{"generation":2,"channels":3}`},
		{"only one's own channels are listed", "channels", "", "garden", helm{statuses: []messages.Status{{Channel: "web//garden"}, {Channel: "web//kitchen"}}}, 200, `{"channels":[{"channel":"web//garden"`},
		{"and only one's own of those nobody is in", "channels", "", "guild", helm{unmatched: []messages.Unmatched{{Channel: "discord/1/7", Lines: 2, Reason: "no rule matches it"}, {Channel: "discord/2/7"}}}, 200, `"unmatched":[{"channel":"discord/1/7","lines":2,"since":0,"last":0,"reason":"no rule matches it"}],"unmatched_all":1}`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var log strings.Builder
			r := newRig(t, func(o *Options) {
				steered(&tt.helm)(o)
				o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			})
			header := []string{}
			if tt.token != "" {
				header = []string{"Authorization", "Bearer " + tt.token}
			}
			w := r.ask("POST", "/v1/tools/"+tt.tool, tt.body, header...)
			if w.Code != tt.want || !strings.Contains(w.Body.String(), tt.says) || strings.Contains(w.Body.String(), "kitchen") {
				t.Errorf("got %d %s, want %d with %q", w.Code, w.Body, tt.want, tt.says)
			}
			if tt.want >= 400 && tt.want < 404 && len(tt.helm.told)+len(tt.helm.forgot) > 0 {
				t.Error("refused, but done all the same")
			}
			audited := strings.Contains(log.String(), "msg=control") && strings.Contains(log.String(), "tool="+tt.tool)
			if known := tt.want != 401 && tt.tool != "dance"; known != audited {
				t.Errorf("the log has\n%s\nwant the call in it: %t", log.String(), known)
			}
		})
	}
}

func TestACommandIsTheTokens(t *testing.T) {
	h := &helm{verdicts: []Verdict{{Familiar: "aria", Done: true}}}
	r := newRig(t, steered(h))
	r.ask("POST", "/v1/tools/say", `{"channel":"web//garden","familiar":"aria","text":"hi"}`, "Authorization", "Bearer garden")
	want := messages.Commanded{By: messages.Author{ID: "token/garden", Name: "garden"}, Familiar: "aria", Command: messages.Say, Text: "hi"}
	if len(h.told) != 1 || h.told[0] != want {
		t.Errorf("got %+v, want %+v", h.told, want)
	}
}

func TestDecisionsTool(t *testing.T) {
	r := newRig(t, steered(&helm{}))
	now := messages.InstantOf(time.Now())
	r.decide(
		&messages.Note{Channel: "web//garden", Familiar: "aria", Line: "1", At: now - 7_200_000, Act: messages.Observe, Rung: "rest"},
		&messages.Note{Channel: "web//garden", Familiar: "aria", Line: "2", At: now - 1000, Act: messages.Engage, Rung: "mention"},
		&messages.Note{Channel: "web//garden", Familiar: "bo", Line: "2", At: now - 1000, Act: messages.Observe, Rung: "elsewhere"},
		&messages.Note{Channel: "discord/1/2", Familiar: "aria", Line: "3", At: now - 900, Act: messages.Engage, Rung: "dm"},
	)
	r.hear("web//garden", messages.Heard{Line: line("2", "hi")})
	for _, tt := range []struct{ story, more, want string }{
		{"all, newest first", ``, "bo 2 elsewhere, aria 2 mention, aria 1 rest"},
		{"of a familiar", `,"familiar":"aria"`, "aria 2 mention, aria 1 rest"},
		{"by an act", `,"act":"observe"`, "bo 2 elsewhere, aria 1 rest"},
		{"by a rung", `,"rung":"mention"`, "aria 2 mention"},
		{"of late", `,"since":"1h"`, "bo 2 elsewhere, aria 2 mention"},
		{"one", `,"limit":1`, "bo 2 elsewhere"},
		{"about a line", `,"line":"1"`, "aria 1 rest"},
		{"about a person's lines", `,"person":"u1"`, "bo 2 elsewhere, aria 2 mention"},
		{"about nobody's", `,"person":"u2"`, ""},
		{"of old", `,"until":"1h"`, "aria 1 rest"},
		{"until a time", `,"until":"2006-01-02T15:04:05Z"`, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := r.ask("POST", "/v1/tools/decisions", `{"channel":"web//garden"`+tt.more+`}`)
			got := decidedIn(w.Body.String())
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %s from %s, want %s", strings.Join(got, ", "), w.Body, tt.want)
			}
		})
	}
	for _, tt := range []struct{ story, token, body, want string }{
		{"in all channels", r.run, `{"limit":2}`, "aria 3 dm, bo 2 elsewhere"},
		{"of a familiar in all", r.run, `{"familiar":"aria"}`, "aria 3 dm, aria 2 mention, aria 1 rest"},
		{"in those of the token", "garden", ``, "bo 2 elsewhere, aria 2 mention, aria 1 rest"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := r.ask("POST", "/v1/tools/decisions", tt.body, "Authorization", "Bearer "+tt.token)
			got := decidedIn(w.Body.String())
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %s from %s, want %s", strings.Join(got, ", "), w.Body, tt.want)
			}
		})
	}
}

// decidedIn returns familiar, line and rung of each decision of an answer.
func decidedIn(body string) (all []string) {
	for _, m := range regexp.MustCompile(`"familiar":"(\w+)".*?"line":"(\d)".*?"rung":"(\S+?)"`).FindAllStringSubmatch(body, -1) {
		all = append(all, strings.Join(m[1:], " "))
	}
	return all
}

// TestToolsPage: the page has every tool with its scope and arguments.
func TestToolsPage(t *testing.T) {
	var want strings.Builder
	for i := range tools {
		var takes []string
		for _, p := range tools[i].takes {
			takes = append(takes, p.name)
		}
		want.WriteString(tools[i].name + " " + tools[i].scope + " " + strings.Join(takes, " ") + "\n")
	}
	page, err := os.ReadFile(pageOfRoutes)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	word := regexp.MustCompile("`(\\w+)\\??(?:: true)?`")
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (read|control|history) \\| ([^|]*)\\|").FindAllStringSubmatch(string(page), -1) {
		var takes []string
		for _, m := range word.FindAllStringSubmatch(row[3], -1) {
			takes = append(takes, m[1])
		}
		got.WriteString(row[1] + " " + row[2] + " " + strings.Join(takes, " ") + "\n")
	}
	if got.String() != want.String() {
		t.Errorf("the page has\n%s, the program\n%s", got.String(), want.String())
	}
}
