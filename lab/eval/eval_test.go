package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/policy/odds"
)

func open(t *testing.T, recording, gold string) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	c, err := corpus.Open(recording, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold(gold)
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

// TestTable: what the gates that know nothing are worth can be counted by hand.
func TestTable(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	table, err := Run(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]Row)
	for _, r := range table.Rows {
		if _, twice := rows[r.Name]; twice {
			t.Errorf("row %q is there twice", r.Name)
		}
		rows[r.Name] = r
		for name, m := range map[string]Measure{"P": r.P, "R": r.R, "F1": r.F1, "macroF1": r.MacroF1, "balanced_accuracy": r.BalancedAccuracy, "AUC": r.AUC, "ECE": r.ECE, "timely": r.Timely} {
			if !(m >= 0 && m <= 1) {
				t.Errorf("%s: %s is %v, want 0 to 1", r.Name, name, m)
			}
		}
	}
	if want := rowsMost(); len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	never, always := rows["never"], rows["always"]
	if never.R != 0 || never.BalancedAccuracy != .5 || never.AUC != .5 || !math.IsNaN(float64(never.D50)) {
		t.Errorf("never: %+v", never)
	}
	if always.R != 1 || always.BalancedAccuracy != .5 || always.AUC != .5 || math.Abs(float64(always.ECE+never.ECE)-1) > 1e-9 {
		t.Errorf("always: %+v, never: %+v", always, never)
	}
	if m := rows["mention-only"]; m.P != 1 || m.R == 0 || m.AUC != .5 || m.EvalsPerReply != 0 {
		t.Errorf("mention-only: %+v", m)
	}
	if !strings.Contains(table.Weights, "have not seen") || !strings.Contains(table.String(), "odds alone, closed loop") {
		t.Errorf("the table in words:\n%s", table)
	}
	if strings.Contains(table.String(), "NaN") || !strings.Contains(table.String(), "\nstrict ") {
		t.Errorf("the table prints NaN, or has no legend:\n%s", table)
	}
	if both, mention := rows["mention or reply"], rows["mention-only"]; both.P != 1 || both.R < mention.R || both.AUC != .5 {
		t.Errorf("mention or reply: %+v, mention-only %+v", both, mention)
	}
	for _, g := range presets {
		wide, strict := rows[g.name], rows[g.name+" strict"]
		if strict.Name == "" || strict.P > wide.P || strict.R > wide.R || strict.EvalsPerReply > wide.EvalsPerReply {
			t.Errorf("%s: the strict twin has more: %+v, the row %+v", g.name, strict, wide)
		}
	}
	for _, r := range table.Rows {
		if !(r.F1Low <= r.F1 && r.F1 <= r.F1High) {
			t.Errorf("%s: F1 is %v, not in its interval, %v to %v", r.Name, r.F1, r.F1Low, r.F1High)
		}
	}
	if m := rows["mention-only"]; m.PReplied > m.P || m.RReplied == 0 {
		t.Errorf("answered only: %+v", m)
	}
	text, err := json.Marshal(table)
	if err != nil || !bytes.Contains(text, []byte(`"name":"never","P":0,"R":0,"F1":0,"F1_low":0,"F1_high":0,"macroF1":0,"balanced_accuracy":0.5,"AUC":0.5,`)) || !bytes.Contains(text, []byte(`"d50":null`)) {
		t.Errorf("as JSON %s, %v", text, err)
	}
}

// TestFittedToIsNotMeasured: on a recording the carried weights were fitted to,
// and that is too small for others, nothing is said of the odds, whatever the
// recording is called now.
func TestFittedToIsNotMeasured(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	var sketches []string
	for _, s := range c.Slices {
		sketches = append(sketches, s.Sketch(32))
	}
	for _, tt := range []struct {
		what   string
		fitted odds.Fitted
		known  bool
	}{
		{"by its lines, under another name", odds.Fitted{Slices: []string{"a", "b"}, Sketches: sketches}, true},
		{"not by a name that another recording has", odds.Fitted{Slices: []string{c.Slices[0].Name}, Sketches: []string{"00000001"}}, false},
		{"by its name in an older file", odds.Fitted{Slices: []string{c.Slices[0].Name}}, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			carried := *odds.Builtin()
			carried.Fitted = tt.fitted
			table, err := run(context.Background(), c, golds, Options{}, &carried)
			if err != nil {
				t.Fatal(err)
			}
			measured := false
			for _, r := range table.Rows {
				measured = measured || r.Name == "social, no judge" || strings.HasPrefix(r.Name, "odds")
			}
			if measured == tt.known {
				t.Errorf("the odds are measured: %v", measured)
			}
			if none := strings.HasPrefix(table.Weights, "none: ") && strings.Contains(table.Weights, "too little"); none != tt.known {
				t.Errorf("of the weights it says %q", table.Weights)
			}
		})
	}
}

// TestBarsComeFromOtherSlices: what was answered in a slice changes nothing of
// the bars of a judge that it is measured with.
func TestBarsComeFromOtherSlices(t *testing.T) {
	e := &evaluation{rows: &fit.Set{Parts: []fit.Part{{Slice: "a", Moments: 50}, {Slice: "b", Moments: 50}}}}
	for i := range 400 {
		p := float64(i%200) / 200
		e.rows.Rows = append(e.rows.Rows, fit.Row{Part: int32(i / 200), Positive: p > .7})
		e.estimates = append(e.estimates, p)
	}
	gate := band(fit.Judge{Yes: .9, Wrong: .05}, 1)
	a, b := gate(e, "a"), gate(e, "b")
	for i := range e.rows.Rows[:200] {
		e.rows.Rows[i].Positive = i%200 > 190
	}
	if got := gate(e, "a"); got != a {
		t.Errorf("the bars of a are %+v, and %+v once other lines of it were answered", a, got)
	}
	if got := gate(e, "b"); got == b {
		t.Errorf("the bars of b stay %+v, whatever was answered in a", got)
	}
}

func TestStopped(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Run(ctx, c, golds, Options{}); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestReferenceScorerAgrees hands the decisions of every row to the scorer that
// comes with the recorded corpus.
func TestReferenceScorerAgrees(t *testing.T) {
	dir := os.Getenv("FAMILIAR_CORPUS")
	if dir == "" {
		t.Skip("no recorded corpus with its scorer: set FAMILIAR_CORPUS to its folder")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("no python3 for the reference scorer: %v", err)
	}
	recording, gold := "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl"
	c, golds := open(t, recording, gold)
	written := make(map[string]*bytes.Buffer)
	table, err := Run(context.Background(), c, golds, Options{Decisions: func(row string) io.Writer {
		written[row] = &bytes.Buffer{}
		return written[row]
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		file := filepath.Join(t.TempDir(), "decisions.jsonl")
		if err := os.WriteFile(file, written[r.Name].Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "-B", filepath.Join(dir, "score.py"), recording, gold, file).Output()
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]float64
		if err := json.Unmarshal(bytes.ReplaceAll(out, []byte("NaN"), []byte("-1")), &want); err != nil {
			t.Fatal(err)
		}
		for name, got := range map[string]Measure{"P": r.P, "R": r.R, "F1": r.F1, "macroF1": r.MacroF1, "timely": r.Timely, "P_rep": r.PReplied, "R_rep": r.RReplied, "fires_per_reply": r.FiresPerReply, "evals_per_reply": r.EvalsPerReply, "d50": r.D50, "d90": r.D90} {
			if math.IsNaN(float64(got)) {
				got = -1
			}
			if math.Abs(float64(got)-want[name]) > 5.0001e-5 {
				t.Errorf("%s: %s is %v, the reference scorer says %v", r.Name, name, got, want[name])
			}
		}
	}
}
