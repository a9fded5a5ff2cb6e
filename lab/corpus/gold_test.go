package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGoldIsWhatTheFileSays(t *testing.T) {
	recorded := os.Getenv("FAMILIAR_CORPUS")
	if recorded == "" {
		recorded = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	for _, test := range []struct {
		says, corpus, gold string
		least, want        int
	}{
		{"of the sample", "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl", 3, 4},
		{"of the recorded corpus", filepath.Join(recorded, "corpus.jsonl"), filepath.Join(recorded, "gold.jsonl"), 5, 356},
	} {
		t.Run(test.says, func(t *testing.T) {
			if _, err := os.Stat(test.corpus); err != nil {
				t.Skipf("no recorded corpus: set FAMILIAR_CORPUS to its folder (%v)", err)
			}
			c, err := Open(test.corpus, Options{})
			if err != nil {
				t.Fatal(err)
			}
			written, err := OpenGold(test.gold)
			if err != nil {
				t.Fatal(err)
			}
			derived := make(map[string]Gold)
			for _, g := range c.Golds(test.least) {
				derived[g.Slice+" "+string(g.Familiar)] = g
			}
			if len(written) != test.want || len(derived) != test.want {
				t.Errorf("got %d written and %d derived, want %d of both", len(written), len(derived), test.want)
			}
			for _, want := range written {
				got := derived[want.Slice+" "+string(want.Familiar)]
				same := slices.EqualFunc(got.Moments, want.Moments, func(a, b Moment) bool {
					return a.Reply == b.Reply && a.At == b.At && slices.Equal(a.Parents, b.Parents)
				})
				if !same || !slices.Equal(got.Replied, want.Replied) || !slices.Equal(got.Addressed, want.Addressed) {
					t.Fatalf("%s in %s: got %+v, want %+v", want.Familiar, want.Slice, got, want)
				}
				slices.Sort(got.Nicks)
				slices.Sort(want.Nicks)
				if !slices.Equal(got.Nicks, want.Nicks) {
					t.Fatalf("%s in %s: got nicks %q, want %q", want.Familiar, want.Slice, got.Nicks, want.Nicks)
				}
			}
		})
	}
}

func TestGoldOfSomebodyWhoRenames(t *testing.T) {
	c, err := Open("../replay/testdata/sample.jsonl", Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := c.Slice("garden/1").Gold("mira").Nicks
	if want := []string{"Mira", "Mira_"}; !slices.Equal(got, want) {
		t.Errorf("got nicks %q, want %q", got, want)
	}
}

// TestByteOrderMark: a file some editor has saved reads like the one before.
func TestByteOrderMark(t *testing.T) {
	golds, err := ReadGold(strings.NewReader("\uFEFF"+`{"ch":"a","familiar":"bo"}`+"\n"), "f")
	if err != nil || len(golds) != 1 || golds[0].Familiar != "bo" {
		t.Errorf("gold: got %+v, %v", golds, err)
	}
	c, err := Read(strings.NewReader("\uFEFF"+header+channel+ana), "f", Options{})
	if err != nil || len(c.Slices) != 1 || c.Source != "us" {
		t.Errorf("recording: got %+v, %v", c, err)
	}
}

func TestReadGoldSaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		says, file, want string
	}{
		{"a line has to be JSON", "nothing", "g:1: invalid character"},
		{"a familiar is in a channel", "\n" + `{"familiar":"ana"}`, "g:2: want ch and familiar"},
		{"a moment has a time", `{"ch":"a","familiar":"ana","moments":[{"reply":"1","ts":"soon"}]}`, `g:1: ts: parsing time "soon"`},
	} {
		_, err := ReadGold(strings.NewReader(test.file), "g")
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.says, err, test.want)
		}
	}
}
