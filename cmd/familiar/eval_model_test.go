package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// judgeConfig writes a configuration with a model at that address and the offline
// one.
func judgeConfig(t *testing.T, address string) string {
	t.Helper()
	return saved(t, fmt.Sprintf(`[models.cheap]
kind = "openai"
model = "small-1"
url = "%s/v1"
price_input = 0.1
price_output = 1.0

[models.stand-in]
kind = "offline"

[familiars.mira]
preset = "chatty"
persona = "A gardener who knows her tomatoes."
model = "stand-in"
judge = "cheap"
`, address))
}

// sampleFolder is the sample, as a folder to evaluate.
func sampleFolder(t *testing.T) string {
	t.Helper()
	return evalFolder(t, map[string]string{"gold.jsonl": string(mustRead(t, "../../lab/replay/testdata/sample.gold.jsonl"))})
}

// TestEvalModel: nothing is spent unconfirmed, and a judge that always says yes
// is found out.
func TestEvalModel(t *testing.T) {
	verdict := server.Say(`{"speak": true, "reason": "why not"}`)
	verdict.Usage = llm.Usage{Input: 1000, Output: 20}
	judge := server.New(verdict)
	dead := server.New(server.Fail(401, `{"error":{"message":"who are you","type":"invalid_request_error","code":"invalid_api_key"}}`))
	config, broken := judgeConfig(t, server.Start(t, judge)), judgeConfig(t, server.Start(t, dead))
	dir, cache := sampleFolder(t), filepath.Join(t.TempDir(), "answers.jsonl")
	for _, tt := range []struct {
		says     string
		args     []string
		code     int
		out, err string // patterns
		asked    int
	}{
		{
			"without a terminal and --yes nothing is spent",
			[]string{"--model", "cheap", "-c", config},
			1,
			`^$`, `familiar: openai/small-1 would be asked 10 new questions, about \d+ tokens in and at most \d+ out, at most about \$0\.\d+; there is no terminal to confirm on: give --yes to go ahead`, 0,
		},
		{
			"who always says yes",
			[]string{"--model", "cheap", "-c", config, "--yes", "--workers", "2"},
			0,
			`(?s)^openai/small-1 as the judge, on 10 of \d+ questions.*TPR +1\.000  1\.000-1\.000  5 questions\nFPR +1\.000 .*\nodds, judge 1\.00/1\.00, 1 call a reply .*small-1 was asked 10 questions, 10000 tokens in and 200 out: \$0\.0012\n$`, `would be asked`, 10,
		},
		{
			"the second time everything is known",
			[]string{"--model", "cheap", "-c", config},
			0,
			`(?s)TPR +1\.000 .*latency  half within - s.*was asked 0 questions`, `0 new questions`, 0,
		},
		{
			"the stand-in costs nothing and needs no confirmation",
			[]string{"--model", "stand-in", "-c", config},
			0,
			`(?s)^offline as the judge, on 10 of .*offline was asked 10 questions`, `which costs nothing`, 0,
		},
		{
			"a model that answers nobody ends it, with what there is",
			[]string{"--model", "cheap", "-c", broken, "--yes", "--cache", cache + ".none"},
			1,
			`(?s)^openai/small-1 as the judge, on 0 of .*TPR +- +- +0 questions.*latency  half within - s.*failed +5 questions`, `5 questions in a row were not answered: .*key was not accepted`, 0,
		},
		{"a model the configuration doesn't have", []string{"--model", "dear", "-c", config}, 1, `^$`, `--model dear: .*familiar\.toml has no such model`, 0},
		{"a model of no configuration", []string{"--model", "cheap"}, 2, `^$`, `name the configuration it is in with --config`, 0},
		{"a sample that is none", []string{"--model", "cheap", "-c", config, "--sample", "1"}, 2, `^$`, `--sample 1: want 2 or more`, 0},
		{"a plot of a judge", []string{"--model", "cheap", "-c", config, "--plot", "x.svg"}, 2, `^$`, `measures a judge and no gate`, 0},
		{"a configuration and no model", []string{"-c", config}, 2, `^$`, `that --model names: give it`, 0},
	} {
		t.Run(tt.says, func(t *testing.T) {
			before := len(judge.Requests())
			args := append([]string{"eval", dir}, tt.args...)
			if slices.Contains(args, "--model") && !slices.Contains(args, "--sample") {
				args = append(args, "--sample", "10")
			}
			if slices.Contains(args, "--model") && !slices.Contains(args, "--cache") {
				args = append(args, "--cache", cache)
			}
			var out, trouble bytes.Buffer
			code := run(t.Context(), args, command.Streams{Out: &out, Err: &trouble})
			if code != tt.code || !regexp.MustCompile(tt.out).MatchString(out.String()) || !regexp.MustCompile(tt.err).MatchString(trouble.String()) || strings.Contains(out.String(), "NaN") {
				t.Errorf("exit code %d, want %d; it printed\n%s\nand to stderr\n%s", code, tt.code, &out, &trouble)
			}
			if now := len(judge.Requests()); now-before != tt.asked {
				t.Errorf("the model was asked %d times, want %d", now-before, tt.asked)
			}
		})
	}
	if len(judge.Requests()) == 0 {
		t.Fatal("nobody was asked")
	}
	if page := judge.Requests()[0].Messages; !strings.Contains(page[len(page)-1].Text, "A gardener who knows her tomatoes.") {
		t.Errorf("the judge is shown %+v", page)
	}
}

// TestEvalModelStopped: Ctrl-C prints what there is, as JSON too.
func TestEvalModelStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var asked atomic.Int32
	address := server.Start(t, server.Func(func(server.Request) server.Answer {
		if asked.Add(1) == 5 {
			stop()
		}
		return server.Say(`{"speak": false, "reason": "no"}`)
	}))
	var out, trouble bytes.Buffer
	code := run(ctx, []string{"eval", sampleFolder(t), "--sample", "10", "--cache", filepath.Join(t.TempDir(), "answers.jsonl"), "--model", "cheap", "-c", judgeConfig(t, address), "--yes", "--json"}, command.Streams{Out: &out, Err: &trouble})
	var judgement struct {
		Asked, Failed, Sample int
		TPR                   struct{ Value *float64 }
	}
	if err := json.Unmarshal(out.Bytes(), &judgement); err != nil {
		t.Fatalf("%v: it printed %s and to stderr %s", err, &out, &trouble)
	}
	if code != 1 || judgement.Asked != 4 || judgement.Failed != 0 || judgement.Sample != 10 || judgement.TPR.Value == nil || *judgement.TPR.Value != 0 {
		t.Errorf("exit code %d and %+v, want 1 and 4 of 10 asked, all answered no", code, judgement)
	}
	if !strings.Contains(trouble.String(), "stopped: 4 of 10 questions put") {
		t.Errorf("to stderr it says %s", &trouble)
	}
}
