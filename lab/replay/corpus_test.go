package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/policy/conversation"
	"familiar/policy/credit"
)

// recordedDir is the folder of the recorded corpus, which is not part of the
// program; without it the test is skipped.
func recordedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FAMILIAR_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	if _, err := os.Stat(filepath.Join(dir, "corpus.jsonl")); err != nil {
		t.Skipf("no recorded corpus: set FAMILIAR_CORPUS to its folder (%v)", err)
	}
	return dir
}

func recorded(t testing.TB) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	dir := recordedDir(t)
	c, err := corpus.Open(filepath.Join(dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold(filepath.Join(dir, "gold.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

// TestPresetsDoWhatTheSystemsTheyFollowDid compares with the recorded scores
// of those systems' decisions on the same corpus.
func TestPresetsDoWhatTheSystemsTheyFollowDid(t *testing.T) {
	c, golds := recorded(t)
	type measures struct{ p, r, judged, timely float64 }
	once := func(o *Options) { o.Policy.Credit.Mode = credit.Once }
	for _, test := range []struct {
		says   string
		preset string
		change func(*Options)
		want   measures
	}{
		{"ladder, a credit of 15 minutes that slides", "ladder", func(*Options) {}, measures{p: 0.383, r: 0.788, timely: 0.750}},
		{"the same without debounce", "ladder", func(o *Options) { o.Policy.Debounce = conversation.Debounce{} }, measures{p: 0.383, r: 0.788, timely: 0.750}},
		{"ladder, a credit of 15 minutes that is spent once", "ladder", once, measures{p: 0.651, r: 0.699, timely: 0.647}},
		{"chatty, without jitter", "chatty", func(o *Options) { o.Policy.Chattiness.Jitter = false }, measures{p: 1, r: 1, judged: 19.76, timely: 0.920}},
	} {
		t.Run(test.says, func(t *testing.T) {
			o := with(t, test.preset, Oracle)
			test.change(&o)
			sum, err := Run(context.Background(), c, golds, o)
			if err != nil {
				t.Fatal(err)
			}
			s, want := sum.Score, test.want
			t.Logf("%v; %s", s, sum.Speed())
			if math.Abs(s.P-want.p) > 0.02 || math.Abs(s.R-want.r) > 0.02 {
				t.Errorf("got P %.3f R %.3f, want %.3f and %.3f, give or take 0.02", s.P, s.R, want.p, want.r)
			}
			if math.Abs(s.JudgedPerReply-want.judged) > 0.03*want.judged || math.Abs(s.Timely-want.timely) > 0.03*want.timely {
				t.Errorf("got %.2f judge calls a reply and timely %.3f, want %.2f and %.3f, give or take 3 %%", s.JudgedPerReply, s.Timely, want.judged, want.timely)
			}
		})
	}
}

// TestReferenceScorerAgrees hands written decisions to the scorer that comes
// with the recorded corpus.
func TestReferenceScorerAgrees(t *testing.T) {
	dir := recordedDir(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("no python3 for the reference scorer: %v", err)
	}
	for _, test := range []struct {
		says, corpus, gold string
		preset             string
		judge              Judge
	}{
		{"the sample, ladder", "testdata/sample.jsonl", "testdata/sample.gold.jsonl", "ladder", None},
		{"the sample, social", "testdata/sample.jsonl", "testdata/sample.gold.jsonl", "social", Noisy},
		{"the corpus, ladder", filepath.Join(dir, "corpus.jsonl"), filepath.Join(dir, "gold.jsonl"), "ladder", None},
		{"the corpus, social", filepath.Join(dir, "corpus.jsonl"), filepath.Join(dir, "gold.jsonl"), "social", Noisy},
	} {
		t.Run(test.says, func(t *testing.T) {
			c, err := corpus.Open(test.corpus, corpus.Options{})
			if err != nil {
				t.Fatal(err)
			}
			golds, err := corpus.OpenGold(test.gold)
			if err != nil {
				t.Fatal(err)
			}
			var decisions bytes.Buffer
			o := with(t, test.preset, test.judge)
			o.Decisions = &decisions
			sum, err := Run(context.Background(), c, golds, o)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "decisions.jsonl")
			if err := os.WriteFile(file, decisions.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(python, "-B", filepath.Join(dir, "score.py"), test.corpus, test.gold, file).Output()
			if err != nil {
				t.Fatal(err)
			}
			var want map[string]float64
			if err := json.Unmarshal(out, &want); err != nil {
				t.Fatal(err)
			}
			for key, got := range named(sum.Score) {
				if math.Abs(got-want[key]) > 0.00005001 {
					t.Errorf("%s: got %v, want %v", key, got, want[key])
				}
			}
		})
	}
}

// named returns the measures under the reference scorer's names.
func named(s score.Score) map[string]float64 {
	return map[string]float64{
		"familiars": float64(s.Familiars), "moments": float64(s.Moments),
		"P": s.P, "R": s.R, "F1": s.F1, "macroF1": s.MacroF1, "P_rep": s.PReplied, "R_rep": s.RReplied,
		"R_mom": s.RMoments, "timely": s.Timely, "fires_per_reply": s.CallsPerReply, "evals_per_reply": s.JudgedPerReply,
		"d50": s.Delay50, "d90": s.Delay90,
	}
}

func BenchmarkRecordedCorpus(b *testing.B) {
	for _, preset := range []string{"ladder", "chatty", "social"} {
		b.Run(preset, func(b *testing.B) {
			recordedDir(b)
			for b.Loop() {
				var decisions bytes.Buffer
				c, golds := recorded(b) // reading counts, too
				o := with(b, preset, Oracle)
				o.Decisions = &decisions
				sum, err := Run(context.Background(), c, golds, o)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(sum.Lines), "lines")
			}
		})
	}
}
