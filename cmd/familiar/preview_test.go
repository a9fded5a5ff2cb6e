package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"familiar/control"
	"familiar/internal/long"
	"familiar/lab/report"
)

// TestPreviewIsTheReplay: what a running program previews of other knobs, with the words
// of its judge, is what a replay of its journal says of the same setting.
func TestPreviewIsTheReplay(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	h.change("web.toml", "[familiars.aria]\n", "[familiars.aria]\nchattiness.lull = \"300ms\"\nodds.on = false\ncredit.on = false\n")
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "Aria, are you there?")
	p.until(`msg=decision .*familiar=aria .*rung=spoke`, 1)
	for i, text := range []string{"does anybody know what moths eat?", "no idea, sorry", "which lamp works best for them?"} {
		who := [...]string{"ben", "cy", "ben"}[i]
		time.Sleep(200 * time.Millisecond) // the pace of people: a replay's moments are some milliseconds beside the live ones
		answer := v.ask(http.MethodPost, "/v1/channels/garden/lines", fmt.Appendf(nil, `{"id":"l%d","text":%q,"author":{"id":%q,"name":%q}}`, i+1, text, who, who))
		answer.Body.Close()
		p.until(`msg=decision .*familiar=aria .*rung=judge`, i+1)
		if i == 0 { // a line between a yes and its answer would be told otherwise by a replay, which takes its own time to answer
			p.until(`msg=decision .*familiar=aria .*rung=spoke`, 2)
		}
	}
	v.listen("garden").until(spoke("aria"), 3) // the last line is answered, and in the journal
	const turned = "chattiness.lull=2s"
	answer := v.ask(http.MethodPost, "/v1/familiars/aria/preview", fmt.Appendf(nil, `{"chat":"garden","since":"24h","set":[%q]}`, turned))
	defer answer.Body.Close()
	told, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("preview: %s %s %v", answer.Status, told, err)
	}
	var made control.Preview
	if err := json.Unmarshal(told, &made); err != nil {
		t.Fatal(err)
	}
	p.quit()

	replay := func(set ...string) (*report.Report, string) {
		args := []string{"replay", "journal:" + h.file("data"), "--familiar", "aria", "--channel", "web//garden", "--config", h.file("web.toml"), "--as", "aria", "--judge", "exact", "--json", h.file("report.json")}
		r := start(t, append(args, set...)...)
		r.ends(0)
		text, err := os.ReadFile(h.file("report.json"))
		if err != nil {
			t.Fatal(err)
		}
		var replayed report.Report
		if err := json.Unmarshal(text, &replayed); err != nil {
			t.Fatal(err)
		}
		return &replayed, r.String()
	}
	for i, set := range [][]string{nil, {"--set", turned}} {
		replayed, said := replay(set...)
		is, want := made.Figures[i], replayed.Figures[0]
		unknown := ""
		if is.Unknown > 0 {
			unknown = fmt.Sprintf("%d question", is.Unknown)
		}
		if is.Lines != want.Lines || is.Calls != want.Calls || is.Asked != want.JudgeCalls || is.WakeUps != want.WakesPerHour || !strings.Contains(said, unknown) {
			t.Errorf("with %v the preview says %+v, the replay %+v\n%s", set, is, want, said)
		}
	}
	if both, _ := replay("--b-set", turned); made.Differ != both.Differ {
		t.Errorf("the preview has %d differences, the replay %d", made.Differ, both.Differ)
	}
	if made.Figures[0].Asked == 0 || made.Figures[0].Unknown != 0 {
		t.Errorf("the judge's own questions are not known: %s", told)
	}
	if made.Figures[1].Unknown == 0 {
		t.Errorf("every question of the changed setting has an answer: %s", told)
	}
}
