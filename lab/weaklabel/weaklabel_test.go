package weaklabel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/lab/corpus"
)

// A said line is one of a story: who, when (s), whom it calls, which line it
// replies to by its number, which it was noted to answer.
type said struct {
	who     string
	at      int
	calls   string
	reply   int // from 1; 0: none
	answers int // from 1; 0: none
	text    string
}

func recording(t *testing.T, lines []said) *corpus.Corpus {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"ch":"a","kind":"channel","platform":"irc"}` + "\n")
	for i, l := range lines {
		r := map[string]any{
			"ch": "a", "kind": "message", "id": fmt.Sprint(i + 1), "uid": l.who, "author": l.who, "text": l.text, "is_bot": l.who == "bot",
			"ts": time.Unix(int64(l.at), 0).UTC().Format(time.RFC3339), "reply_to": []string{},
		}
		if l.calls != "" {
			r["addressees"] = []string{l.calls}
		}
		if l.reply > 0 {
			r["reply"], r["reply_uid"] = fmt.Sprint(l.reply), lines[l.reply-1].who
		}
		if l.answers > 0 {
			r["reply_to"] = []string{fmt.Sprint(l.answers)}
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	c, err := corpus.Read(strings.NewReader(b.String()), "story", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSigns(t *testing.T) {
	ana, bob := said{who: "ana"}, func(at int) said { return said{who: "bob", at: at} }
	calls := func(l said, who string) said { l.calls = who; return l }
	reply := bob(9)
	reply.reply = 1
	names := bob(9)
	names.text = "as ANA says"
	minute := func(k Kind) Sign { return Sign{k, time.Minute} }
	for _, tt := range []struct {
		story string
		lines []said
		sign  Sign
		want  []answer
	}{
		{"a reply", []said{ana, {who: "eve", at: 5}, reply}, Sign{Kind: Reply}, []answer{{2, 0}}},
		{"a reply calls, too", []said{ana, {who: "eve", at: 5}, reply}, minute(Call), []answer{{2, 0}}},
		{"a call is for the newest line", []said{ana, {who: "ana", at: 2}, calls(bob(9), "ana")}, minute(Call), []answer{{2, 1}}},
		{"a call comes too late", []said{ana, calls(bob(61), "ana")}, minute(Call), nil},
		{"who calls themselves answers nobody", []said{ana, calls(said{who: "ana", at: 1}, "ana")}, minute(Call), nil},
		{"a bot answers nobody", []said{ana, calls(said{who: "bot", at: 1}, "ana")}, minute(Call), nil},
		{"a name anywhere", []said{ana, {who: "eve", at: 1}, names}, minute(Name), []answer{{2, 0}}},
		{"each calls the other", []said{calls(ana, "bob"), calls(bob(9), "ana")}, minute(Mutual), []answer{{1, 0}}},
		{"only one calls the other", []said{ana, calls(bob(9), "ana")}, minute(Mutual), nil},
		{"it is all the author said", []said{ana, {who: "ana", at: 30}, calls(bob(31), "ana")}, minute(Sole), []answer{{2, 1}}},
		{"the author said something else before", []said{ana, {who: "eve", at: 5}, {who: "ana", at: 30}, calls(bob(31), "ana")}, minute(Sole), nil},
		{"whom it calls speaks", []said{calls(ana, "bob"), {who: "eve", at: 5}, bob(9)}, minute(Callee), []answer{{2, 0}}},
		{"only their first words count", []said{calls(ana, "bob"), bob(9), bob(10)}, minute(Callee), []answer{{1, 0}}},
		{"they speak to somebody else", []said{calls(ana, "bob"), calls(bob(9), "eve")}, minute(Callee), nil},
		{"right behind", []said{ana, bob(9)}, minute(Next), []answer{{1, 0}}},
		{"right behind, for somebody else", []said{ana, calls(bob(9), "eve")}, minute(Next), nil},
		{"right behind what is for somebody else", []said{calls(ana, "eve"), bob(9)}, minute(Next), nil},
		{"one's own next line", []said{ana, {who: "ana", at: 9}}, minute(Next), nil},
	} {
		if got := listen(recording(t, tt.lines).Slices[0], true).claims(tt.sign); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v claims %v, want %v", tt.story, tt.sign, got, tt.want)
		}
	}
}

// TestHidden: a sign that is held to the network's replies doesn't see the one
// it is asked about, but those of others.
func TestHidden(t *testing.T) {
	c := recording(t, []said{{who: "ana"}, {who: "eve", at: 1}, {who: "bob", at: 9, reply: 1}, {who: "ana", at: 12, reply: 3}})
	hidden := listen(c.Slices[0], false)
	for _, tt := range []struct {
		sign Sign
		want []answer
	}{
		{Sign{Kind: Reply}, nil},
		{Sign{Call, time.Minute}, nil},
		{Sign{Next, time.Minute}, []answer{{1, 0}, {2, 1}, {3, 2}}},
		{Sign{Callee, time.Minute}, []answer{{3, 2}}},
	} {
		if got := hidden.claims(tt.sign); !slices.Equal(got, tt.want) {
			t.Errorf("%v claims %v, want %v", tt.sign, got, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	lines := []said{{who: "ana"}, {who: "ana", at: 5}, {who: "bob", at: 70}, {who: "eve", at: 80}, {who: "bob", at: 200}}
	talk := listen(recording(t, lines).Slices[0], true)
	for _, tt := range []struct {
		refusal Refusal
		told    map[int][]int
		want    bool
	}{
		{Refusal{}, nil, true},
		{Refusal{Silent: time.Minute}, nil, true},
		{Refusal{Silent: 2 * time.Minute}, nil, false},
		{Refusal{Over: 2}, nil, true},
		{Refusal{Over: 2}, map[int][]int{0: {3}}, false},
		{Refusal{Over: 2}, map[int][]int{0: {4}}, true},
		{Refusal{Over: 4}, nil, false}, // the slice is too short to show
		{Refusal{Untold: 2 * time.Minute}, nil, true},
		{Refusal{Untold: 2 * time.Minute}, map[int][]int{0: {3}}, false},
		{Refusal{Untold: time.Hour}, nil, false},
	} {
		if got := talk.refused(tt.refusal, 0, tt.told); got != tt.want {
			t.Errorf("%v with signs %v: %v, want %v", tt.refusal, tt.told, got, tt.want)
		}
	}
}

// TestMeasure counts by hand: of three lines said right behind, two answer.
func TestMeasure(t *testing.T) {
	c := recording(t, []said{
		{who: "ana"},
		{who: "bob", at: 5, answers: 1},
		{who: "ana", at: 9, answers: 2},
		{who: "eve", at: 11},
		{who: "bob", at: 900, calls: "ana", answers: 3},
	})
	report, err := Measure(context.Background(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Tables) != 1 || report.Tables[0].Answered != 3 || report.Tables[0].Lines != 5 {
		t.Fatalf("got %+v", report.Tables)
	}
	rows := make(map[string]Row)
	for _, r := range report.Tables[0].Answers {
		if _, twice := rows[r.Name]; twice || strings.Contains(r.Name, "reply") {
			t.Errorf("row %q is there twice, or on a network without replies", r.Name)
		}
		rows[r.Name] = r
	}
	next := rows["next 10s"]
	if want := (Count{Claims: 3, Right: 3, Gold: 3}); next.Line.Count != want { // ana's second line was answered, though not by eve
		t.Errorf("lines: %+v, want %+v", next.Line.Count, want)
	}
	if want := (Count{Claims: 3, Right: 2, Gold: 3}); next.Whom.Count != want || next.Whom.P.Value != 2./3 || next.Whom.P.Low > next.Whom.P.High {
		t.Errorf("lines and who: %+v, want %+v", next.Whom, want)
	}
	if call := rows["call 30m"]; call.Line.Right != 1 || call.Line.Claims != 1 || call.Circular {
		t.Errorf("call: %+v", call)
	}
	if mutual := rows["mutual 1m"]; !math.IsNaN(mutual.Line.P.Value) || mutual.Line.R.Value != 0 {
		t.Errorf("mutual: %+v", mutual.Line)
	}
	text, err := json.Marshal(report)
	if err != nil || !strings.Contains(string(text), `"P":null`) || strings.Contains(report.String(), "NaN") {
		t.Errorf("as JSON %s, %v; as text\n%s", text, err, report)
	}
}

// TestReplies: where the network has replies there are three readings, and who
// agrees with what a reading was made with is marked.
func TestReplies(t *testing.T) {
	c := recording(t, []said{{who: "ana"}, {who: "eve", at: 1, answers: 1}, {who: "bob", at: 9, reply: 1, answers: 1}})
	report, err := Measure(context.Background(), c, []corpus.Gold{{Moments: []corpus.Moment{{Guessed: true}}}})
	if err != nil || len(report.Tables) != 3 {
		t.Fatalf("%d tables, %v", len(report.Tables), err)
	}
	for k, want := range []struct{ gold, claims int }{{2, 1}, {1, 2}, {1, 1}} { // eve and bob; bob alone; bob alone, eve not asked
		for _, r := range report.Tables[k].Answers {
			if r.Name == "next 10s" && (r.Whom.Gold != want.gold || r.Whom.Claims != want.claims || r.Circular != (k == 0)) {
				t.Errorf("%s: %+v, circular %v, want %+v", report.Tables[k].Gold, r.Whom.Count, r.Circular, want)
			}
			if k > 0 && strings.Contains(r.Name, "reply") {
				t.Errorf("%s: sign %q sees the reply it is held to", report.Tables[k].Gold, r.Name)
			}
		}
	}
	if n := len(report.Tables[2].Refusals); n > 0 {
		t.Errorf("%d refusals where it isn't known who answered", n)
	}
}

func TestNothingNoted(t *testing.T) {
	if _, err := Measure(context.Background(), recording(t, []said{{who: "ana"}}), nil); !errors.Is(err, errNothingNoted) {
		t.Errorf("got %v", err)
	}
}

// TestGoldsAgree: what the corpora's gold files say was answered is what their
// lines say, so that everybody's answers can be read from the lines.
func TestGoldsAgree(t *testing.T) {
	dir := os.Getenv("FAMILIAR_CORPUS")
	if dir == "" {
		t.Skip("no recorded corpus: set FAMILIAR_CORPUS to its folder")
	}
	c, err := corpus.Open(filepath.Join(dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold(filepath.Join(dir, "gold.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range golds {
		lines := c.Slice(g.Slice).Gold(g.Familiar)
		if got, want := lines.Replied, g.Replied; !slices.Equal(got, want) {
			t.Errorf("%s in %s: by the lines it answered %v, by the file %v", g.Familiar, g.Slice, got, want)
		}
	}
}
