package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// TestAModelJudges: nothing is asked unconfirmed, what is asked is what a live
// judge is asked, and nothing is asked twice.
func TestAModelJudges(t *testing.T) {
	verdict := server.Say(`{"speak": true, "reason": "she was asked"}`)
	verdict.Usage = llm.Usage{Input: 1000, Output: 20}
	judge := server.New(verdict)
	dead := server.New(server.Fail(401, `{"error":{"message":"who are you","type":"invalid_request_error","code":"invalid_api_key"}}`))
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	for name, at := range map[string]string{"judged.toml": server.Start(t, judge), "dead.toml": server.Start(t, dead)} {
		text := fmt.Sprintf(`[models.cheap]
kind = "openai"
model = "small-1"
url = "%s/v1"
price_input = 0.1
price_output = 1.0

[familiars.mira]
persona = "A gardener who knows her tomatoes."
verdict = "reason"
`, at)
		if err := os.WriteFile(file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	gold, recording := "../../lab/replay/testdata/sample.gold.jsonl", "../../lab/replay/testdata/sample.jsonl"
	for _, test := range []struct {
		says     string
		config   string
		args     []string
		code     int
		out, err string // patterns
		asked    func(before, now int) bool
	}{
		{
			"without a terminal and --yes nothing is spent", "judged.toml", nil, 1,
			`^$`, `familiar: openai/small-1 would be asked (\d+ to )?\d+ new questions, about \d+ tokens in and at most \d+ out, at most about \$0\.\d+; there is no terminal to confirm on: give --yes to go ahead`,
			func(before, now int) bool { return now == before },
		},
		{
			"with --yes it is asked, and the bill is shown", "judged.toml",
			[]string{"--yes", "--verdicts", file("verdicts.jsonl"), "--json", file("report.json")},
			0,
			`openai/small-1 was asked (\d+) questions, \d+000 tokens in and \d+ out: \$0\.\d+`, `would be asked`,
			func(before, now int) bool { return now > before },
		},
		{
			"the second time everything is known: no question, nothing to confirm", "judged.toml", nil, 0,
			`openai/small-1 was asked 0 questions, 0 tokens in and 0 out: \$0\.0000`, `^$`,
			func(before, now int) bool { return now == before },
		},
		{
			"in a closed loop the page is another, so it is asked again", "judged.toml",
			[]string{"--yes", "--loop", "closed"},
			0,
			`was asked [1-9]`, `would be asked`,
			func(before, now int) bool { return now > before },
		},
		{
			"a model that answers nobody ends the replay", "dead.toml",
			[]string{"--yes", "--cache", file("none.jsonl")},
			1,
			`^$`, `familiar: replay .*: judge: 5 questions in a row were not answered: .*key was not accepted`,
			func(before, now int) bool { return now == before },
		},
	} {
		before := len(judge.Requests())
		var out, errs bytes.Buffer
		args := append([]string{"replay", recording, "--gold", gold, "--config", file(test.config), "--judge", "cheap", "--cache", file("answers.jsonl")}, test.args...)
		if i := strings.Index(strings.Join(test.args, " "), "--cache"); i >= 0 { // said once
			args = append(args[:8], test.args...)
		}
		code := run(t.Context(), args, command.Streams{Out: &out, Err: &errs})
		if code != test.code || !regexp.MustCompile(test.out).MatchString(out.String()) || !regexp.MustCompile(test.err).MatchString(errs.String()) {
			t.Errorf("%s: exit code %d, want %d; it printed\n%s\nand to stderr\n%s", test.says, code, test.code, out.String(), errs.String())
		}
		if now := len(judge.Requests()); !test.asked(before, now) {
			t.Errorf("%s: the model was asked %d times before and %d after", test.says, before, now)
		}
	}

	first := judge.Requests()[0]
	if page := first.Messages[len(first.Messages)-1].Text; !strings.Contains(page, "A gardener who knows her tomatoes.") || !strings.Contains(page, "joss") || !first.Verdict {
		t.Errorf("the judge is shown\n%s", page)
	}
	written, err := os.ReadFile(file("verdicts.jsonl"))
	if err != nil || !bytes.Contains(written, []byte(`"yes":true,"reason":"she was asked"`)) {
		t.Errorf("got %v and verdicts %.300s", err, written)
	}
	report, err := os.ReadFile(file("report.json"))
	if err != nil || !regexp.MustCompile(`"cost_usd": 0\.00\d+`).Match(report) {
		t.Errorf("got %v and a report without its cost", err)
	}
}
