package eval

import (
	"context"
	"os"
	"strings"
	"testing"

	"familiar/lab/corpus"
)

// mixed is the sample with its second channel on another network.
func mixed(t *testing.T) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	text, err := os.ReadFile("../replay/testdata/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	file := strings.Replace(string(text), `"ch":"garden/2","kind":"channel","platform":"irc"`, `"ch":"garden/2","kind":"channel","platform":"discord"`, 1)
	c, err := corpus.Read(strings.NewReader(file), "mixed", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold("../replay/testdata/sample.gold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

// TestByNetwork: where a recording mixes networks, each has a table, which says
// the same as if the others weren't there.
func TestByNetwork(t *testing.T) {
	c, golds := mixed(t)
	whole, err := Run(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.ByNetwork) != 2 || len(whole.Sources) != 2 {
		t.Fatalf("got %d tables of %v, want one for irc and one for discord", len(whole.ByNetwork), whole.Sources)
	}
	for k, want := range []string{"irc: 1 channel, 3 participants", "discord: 1 channel, 1 participant"} {
		if its := whole.ByNetwork[k]; !strings.HasPrefix(its.Sources[0].String(), want) || !strings.Contains(whole.String(), "\n"+its.Sources[0].String()+"\ngate ") {
			t.Errorf("network %d is %s, want %s, and in the text", k, its.Sources[0], want)
		}
		var part []corpus.Gold
		for _, g := range golds {
			if c.Slice(g.Slice).Channel.Network() == whole.ByNetwork[k].Network {
				part = append(part, g)
			}
		}
		alone, err := Run(context.Background(), c, part, Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows := make(map[string]Row)
		for _, r := range whole.ByNetwork[k].Rows {
			rows[r.Name] = r
		}
		for _, r := range alone.Rows {
			if got := rows[r.Name]; got.F1 != r.F1 || got.AUC != r.AUC || got.ECE != r.ECE || got.EvalsPerReply != r.EvalsPerReply {
				t.Errorf("%s, %s: got %+v, alone %+v", want, r.Name, got, r)
			}
		}
	}
	if one, _ := Run(context.Background(), c, golds[:3], Options{}); len(one.ByNetwork) != 0 || len(one.Sources) != 1 {
		t.Errorf("of one network there are %d tables and %d sources, want 0 and 1", len(one.ByNetwork), len(one.Sources))
	}
}

// TestLabelsOnly: where nobody really answered, nothing is counted by reply.
func TestLabelsOnly(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	for i := range golds {
		golds[i].Addressed, golds[i].Replied, golds[i].Moments = append(golds[i].Addressed, golds[i].Replied...), nil, nil
	}
	table, err := Run(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := table.String()
	if !strings.Contains(text, "labels only\n") || strings.Contains(text, "NaN") || strings.Contains(text, "call a reply") {
		t.Errorf("the table counts by reply:\n%s", text)
	}
	for _, r := range table.Rows {
		if r.EvalsPerReply.text(2) != "-" || r.PReplied.text(2) != "-" || r.Name == "always" && r.R != 1 {
			t.Errorf("%s: %+v", r.Name, r)
		}
	}
}
