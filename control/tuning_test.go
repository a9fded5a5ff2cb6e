package control

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/control/access"
	"familiar/messages"
)

// asked is what a trial asks for.
func asked(t Trial) string {
	return fmt.Sprint("{", t.Familiar, " ", t.Channel, " ", t.Says(), " ", t.By, "}")
}

// tuner turns nothing, and says what it was asked.
type tuner struct{ asked *[]string }

func (t tuner) Knobs(familiar messages.FamiliarID, channel messages.ChannelID) ([]Knob, error) {
	*t.asked = append(*t.asked, fmt.Sprint("knobs of ", familiar, " in ", channel))
	return []Knob{{Key: "chattiness.lull", Value: `"10s"`, From: "preset social"}}, nil
}

func (t tuner) Schedules(messages.FamiliarID, messages.ChannelID) ([]Schedule, error) {
	return []Schedule{{Name: "morning", Cron: "0 9 * * *", Overdue: "1h", Prompt: "Good morning."}}, nil
}

func (t tuner) Preview(_ context.Context, trial Trial, since time.Time) (*Preview, error) {
	*t.asked = append(*t.asked, fmt.Sprint("preview of ", asked(trial), " for ", time.Since(since).Round(time.Hour)))
	if trial.Familiar == "nobody" {
		return nil, fmt.Errorf("%w: there is no familiar nobody", ErrKnobs)
	}
	return &Preview{Differences: []PreviewDifference{}, Unknown: []PreviewQuestion{}}, nil
}

func (t tuner) Write(_ context.Context, trial Trial, where Where, seen string) (*Written, error) {
	*t.asked = append(*t.asked, fmt.Sprint("write ", asked(trial), " ", where, " ", seen))
	return &Written{File: "familiar.toml", Changes: "+ x\n", Seen: "07", Done: seen != ""}, nil
}

func (t tuner) Turnings(familiar messages.FamiliarID) ([]Turning, error) {
	*t.asked = append(*t.asked, fmt.Sprint("changes of ", familiar))
	return nil, nil
}

func (t tuner) Undo(_ context.Context, familiar messages.FamiliarID, n int, by string) (*Written, error) {
	*t.asked = append(*t.asked, fmt.Sprint("undo ", n, " of ", familiar, " by ", by))
	return &Written{File: "familiar.toml", Done: true}, nil
}

func TestTuning(t *testing.T) {
	figures := `{"lines":0,"calls":0,"unknown":0,"asked":0,"wake_ups":0,"delay_s":null,"misses":null,"needless_calls":null,"cost_usd":null}`
	for _, tt := range []struct {
		story, request, body, token string
		want, asked                 string
		code                        int
	}{
		{"knobs in a chat", "GET /v1/familiars/aria/knobs?chat=garden", "", "", `{"knobs":[{"key":"chattiness.lull","value":"\"10s\"","from":"preset social"}],"schedules":[{"name":"morning","cron":"0 9 * * *","overdue":"1h","prompt":"Good morning."}]}`, "knobs of aria in web//garden", 200},
		{"knobs on another network", "GET /v1/familiars/aria/knobs?channel=discord/1/2", "", "", "", "knobs of aria in discord/1/2", 200},
		{"knobs nowhere", "GET /v1/familiars/aria/knobs", "", "", "", "", 400},
		{"knobs in two places", "GET /v1/familiars/aria/knobs?chat=garden&channel=discord/1/2", "", "", "", "", 400},
		{"a preview", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"24h","set":["a=b"]}`, "", `{"from":0,"until":0,"figures":[` + figures + `,` + figures + `],"differ":0,"differences":[],"unknown":[]}`, "preview of {aria web//garden [a=b] this run} for 24h0m0s", 200},
		{"a preview of another network's talk", "POST /v1/familiars/aria/preview", `{"channel":"irc/den/pond","since":"24h"}`, "", "", "preview of {aria irc/den/pond [] this run} for 24h0m0s", 200},
		{"which takes the scope history", "POST /v1/familiars/aria/preview", `{"channel":"irc/den/pond","since":"24h"}`, "steers", `{"error":"this token lacks the scope history, which what was said on other networks needs"}`, "", 403},
		{"the page's own doesn't", "POST /v1/familiars/aria/preview", `{"channel":"web//garden","since":"24h"}`, "steers", "", "preview of {aria web//garden [] steers} for 24h0m0s", 200},
		{"a preview of nobody", "POST /v1/familiars/nobody/preview", `{"chat":"garden","since":"24h"}`, "", `{"error":"these knobs can't be turned so: there is no familiar nobody"}`, "preview of {nobody web//garden [] this run} for 24h0m0s", 400},
		{"a preview of a year", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"9000h"}`, "", "", "", 400},
		{"a preview of the future", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"-1h"}`, "", "", "", 400},
		{"too many knobs", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"1h","set":[` + strings.Repeat(`"a=b",`, 50) + `"a=b"]}`, "", "", "", 400},
		{"a long one", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"1h","set":["` + strings.Repeat("a", 501) + `"]}`, "", "", "", 400},
		{"what would be written", "POST /v1/familiars/aria/apply", `{"channel":"irc/den/pond","where":"here","set":["a=b"]}`, "", `{"file":"familiar.toml","changes":"+ x\n","seen":"07","done":false}`, "write {aria irc/den/pond [a=b] this run} here ", 200},
		{"written", "POST /v1/familiars/aria/apply", `{"chat":"garden","where":"everywhere","set":["a=b"],"seen":"07"}`, "", "", "write {aria web//garden [a=b] this run} everywhere 07", 200},
		{"schedules", "POST /v1/familiars/aria/apply", `{"chat":"garden","where":"here","schedules":[{"name":"noon","cron":"0 12 * * *","prompt":"Eat."}],"seen":"07"}`, "", "", "write {aria web//garden [schedule: noon] this run} here 07", 200},
		{"no schedules", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"24h","set":["a=b"],"schedules":[]}`, "", "", "preview of {aria web//garden [a=b schedule: none] this run} for 24h0m0s", 200},
		{"too many schedules", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"24h","schedules":[` + strings.Repeat(`{},`, mostSchedules) + `{}]}`, "", "", "", 400},
		{"written nowhere", "POST /v1/familiars/aria/apply", `{"chat":"garden","set":["a=b"]}`, "", "", "", 400},
		{"nothing to write", "POST /v1/familiars/aria/apply", `{"chat":"garden","where":"here"}`, "", "", "", 400},
		{"what was written", "GET /v1/familiars/aria/changes", "", "", `{"changes":[]}`, "changes of aria", 200},
		{"taken back", "POST /v1/familiars/aria/undo", `{"n":3}`, "", "", "undo 3 of aria by this run", 200},
		{"taken back by a token of some channels", "POST /v1/familiars/aria/undo", `{"n":3}`, "garden", "", "", 403},
		{"a token of some channels asks", "GET /v1/familiars/aria/knobs?chat=garden", "", "garden", "", "", 403},
		{"and for a preview", "POST /v1/familiars/aria/preview", `{"chat":"garden","since":"1h"}`, "garden", "", "", 403},
		{"a reader writes", "POST /v1/familiars/aria/apply", `{"chat":"garden","where":"here","set":["a=b"]}`, "reader", "", "", 403},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var asked []string
			r := newRig(t, func(o *Options) {
				o.Tuner = tuner{&asked}
				o.Tokens = append(o.Tokens, access.Token{Name: "steers", Secret: "steers", Scopes: []string{"read", "control"}})
			})
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			method, path, _ := strings.Cut(tt.request, " ")
			got := r.ask(method, path, tt.body, headers...)
			if got.Code != tt.code || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want || strings.Join(asked, "; ") != tt.asked {
				t.Errorf("got %d %s after %q, want %d %s after %q", got.Code, got.Body, asked, tt.code, tt.want, tt.asked)
			}
		})
	}
	if got := newRig(t, func(*Options) {}).ask("GET", "/v1/familiars/aria/knobs?chat=garden", ""); got.Code != 404 {
		t.Errorf("a program without knobs: got %d %s", got.Code, got.Body)
	}
}
