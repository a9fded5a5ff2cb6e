package control

import (
	"log/slog"
	"strings"
	"testing"

	"familiar/control/access"
)

// TestAudit: whatever does something to familiars is in the log, with who, what,
// where and what came of it, done or refused; the token's secret never is.
func TestAudit(t *testing.T) {
	const secret = "a-long-secret-of-the-reader"
	for _, tt := range []struct {
		story, method, path, body, token string
		want                             []string
	}{
		{"a tool is used", "POST", "/v1/tools/engage", `{"channel":"web//garden","familiar":"aria"}`, "", []string{"level=INFO", `token="this run"`, "via=http", "tool=engage", "channel=web//garden", "familiar=aria", "outcome=done"}},
		{"a tool is refused", "POST", "/v1/tools/engage", `{"channel":"web//garden"}`, secret, []string{"token=looker", "tool=engage", `outcome="this token lacks the scope control"`}},
		{"a tool that only reads", "POST", "/v1/tools/channels", ``, secret, []string{"token=looker", "level=DEBUG", "tool=channels", "outcome=done"}},
		{"a command is given", "POST", "/v1/channels/garden/commands", `{"command":"stop"}`, "", []string{`token="this run"`, "commands", "channel=garden", "outcome=done"}},
		{"a command is refused", "POST", "/v1/channels/garden/commands", `{"command":"stop"}`, secret, []string{"token=looker", "commands", "channel=garden", `outcome="this token lacks the scope control"`}},
		{"a profile is refused", "GET", "/debug/pprof/heap", ``, secret, []string{"token=looker", "pprof", `outcome="this token lacks the scope control"`}},
		{"a profile is taken", "GET", "/debug/pprof/heap", ``, "", []string{"level=INFO", `token="this run"`, "pprof", "outcome=done"}},
		{"the actors are looked at", "GET", "/v1/actors", ``, "", []string{"level=DEBUG", `token="this run"`, "/v1/actors", "outcome=done"}},
		{"the actors are refused", "GET", "/v1/actors", ``, secret, []string{"level=INFO", "token=looker", "/v1/actors", `outcome="this token lacks the scope control"`}},
		{"a prompt is looked at", "POST", "/v1/familiars/aria/prompt", `{"line":"psst, ` + secret + `"}`, "", []string{"level=DEBUG", `token="this run"`, "prompt", "outcome=done"}},
		{"a line is tried", "POST", "/v1/familiars/aria/try", `{"line":"psst, ` + secret + `"}`, "", []string{"level=INFO", `token="this run"`, "try", "outcome=done"}},
		{"a secret is sent as what it is not", "POST", "/v1/tools/" + secret, ``, secret, nil},
		{"a wrong secret is shown", "POST", "/v1/tools/engage", `{}`, "some-guess-at-a-secret", nil},
		{"an argument has one", "POST", "/v1/tools/say", `{"channel":"web//garden","text":"psst, ` + secret + `"}`, "", []string{"tool=say", "outcome=done"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var log strings.Builder
			h := &helm{verdicts: []Verdict{{Familiar: "aria", Done: true}}}
			r := newRig(t, func(o *Options) {
				steered(h)(o)
				o.Cards = cardsman{asked: new([]string)}
				o.Tokens = append(o.Tokens, access.Token{Name: "looker", Secret: secret, Scopes: []string{access.ScopeRead}})
				o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			})
			header := []string{}
			if tt.token != "" {
				header = []string{"Authorization", "Bearer " + tt.token}
			}
			r.ask(tt.method, tt.path, tt.body, header...)
			if got := strings.Count(log.String(), "msg=control"); got != min(1, len(tt.want)) {
				t.Errorf("it is told %d times:\n%s", got, &log)
			}
			for _, want := range tt.want {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log has\n%s\nwant %s in it", &log, want)
				}
			}
			for _, never := range []string{secret, "some-guess", r.run} {
				if strings.Contains(log.String(), never) {
					t.Errorf("a secret is in the log:\n%s", &log)
				}
			}
		})
	}
}
