package finish

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// read decodes a file of recorded decisions of another system.
func read(t *testing.T, file string, into any) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatal(err)
	}
}

type texts struct {
	NoReply []struct {
		Text        string
		Whole, Ends bool
	} `json:"no_reply"`
	Think []struct{ Text, Expect string } `json:"strip_think"`
	Flood []struct {
		Text   string
		Reason string
	} `json:"outbound_flood"`
	Quote []struct {
		Adapter   string
		ID        messages.PersonID `json:"author_id"`
		Name      string            `json:"author_name"`
		Text      string
		Expect    string
		WithReply string `json:"with_reply"`
	} `json:"quote_anchor"`
}

func TestRecordedTexts(t *testing.T) {
	var want texts
	read(t, "texts.json", &want)
	if len(want.NoReply) == 0 || len(want.Think) == 0 || len(want.Flood) == 0 || len(want.Quote) == 0 {
		t.Fatal("a group of texts is empty")
	}
	for _, w := range want.NoReply {
		if got := NoReply(w.Text); got != w.Whole {
			t.Errorf("NoReply(%q) = %v, want %v", w.Text, got, w.Whole)
		}
		if got := EndsNoReply(w.Text); got != w.Ends {
			t.Errorf("EndsNoReply(%q) = %v, want %v", w.Text, got, w.Ends)
		}
	}
	for _, w := range want.Think {
		if got := Think(w.Text); got != w.Expect {
			t.Errorf("Think(%q) = %q, want %q", w.Text, got, w.Expect)
		}
	}
	for _, w := range want.Flood {
		if got := FloodReason(w.Text); got != w.Reason {
			t.Errorf("FloodReason(%.40q…) = %q, want %q", w.Text, got, w.Reason)
		}
	}
	for _, w := range want.Quote {
		network := messages.Network(strings.TrimSuffix(w.Adapter, "-bot"))
		got := Blockquote(network, messages.Author{ID: w.ID, Name: w.Name}, w.Text)
		if expect := halved(w.Expect); got != expect {
			t.Errorf("%s: Blockquote(%q) = %q, want %q", w.Adapter, w.Text, got, expect)
		}
		if got, expect := Anchor(got, "reply body"), halved(w.WithReply); got != expect {
			t.Errorf("%s: Anchor = %q, want %q", w.Adapter, got, expect)
		}
	}
}

// halved is where we differ from the recorded quotes: the source cuts a
// character outside the basic plane in half, ours drops it whole.
func halved(expect string) string { return strings.Replace(expect, "\ufffd…", "…", 1) }

// A recordedTurn is what a model did in one turn and what the channel saw.
type recordedTurn struct {
	What string
	Acts []struct {
		Act  string // send, skip or say
		Text string
	}
	Results []Result // of the sends
	Said    []string
}

// composed gives the turn as our agent reports it: sends in order, the final
// text last, the first skip by how many sends came before it.
func (r recordedTurn) composed() (c messages.Composed) {
	var final []string
	for _, a := range r.Acts {
		switch a.Act {
		case "send":
			c.Parts = append(c.Parts, a.Text)
		case "say":
			final = []string{a.Text}
		case "skip":
			if !c.Skip {
				c.Skip, c.SkipAfter = true, len(c.Parts)
			}
		}
	}
	c.Parts, c.Final = append(c.Parts, final...), final != nil
	return c
}

// ours is where we differ from the recorded turns: the source puts the quote
// before the first text and compares what it posted, so that saying the same
// again at once passes. We compare what was said.
func (r recordedTurn) ours() recordedTurn {
	if len(r.Said) > 1 && unquoted(r.Said[0]) != r.Said[0] && unquoted(r.Said[0]) == r.Said[1] {
		r.Results[1] = Duplicate
		r.Said = slices.Delete(r.Said, 1, 2)
	}
	return r
}

func unquoted(text string) string {
	if quote, rest, ok := strings.Cut(text, "\n\n"); ok && strings.HasPrefix(quote, "> ") {
		return rest
	}
	return text
}

func TestRecordedTurns(t *testing.T) {
	var turns []recordedTurn
	read(t, "turns.json", &turns)
	for _, r := range turns {
		r = r.ours()
		c := r.composed()
		o := Turn(c, Default())
		var results []Result
		var said, want []string
		for i, p := range o.Parts {
			if !c.Final || i < len(c.Parts)-1 {
				results = append(results, p.Result)
			}
			if p.Result == OK {
				said = append(said, p.Text)
			}
		}
		for _, text := range r.Said {
			want = append(want, unquoted(text))
		}
		if !slices.Equal(results, r.Results) || !slices.Equal(said, want) {
			t.Errorf("%s: %v\n got %v, said %q\nwant %v, said %q", r.What, r.Acts, results, said, r.Results, want)
		}
		if o.Silent != (len(said) == 0) {
			t.Errorf("%s: %v said %q, and silent is %v", r.What, r.Acts, said, o.Silent)
		}
	}
}
