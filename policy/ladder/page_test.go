package ladder

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	m "familiar/messages"
)

var update = flag.Bool("update", false, "rewrite the table of rungs in docs/policies.md")

// TestDocsAreTheTable keeps the rungs of docs/policies.md equal to the code
// (go test ./policy/ladder -run Docs -update).
func TestDocsAreTheTable(t *testing.T) {
	const file, begin, end = "../../docs/policies.md", "<!-- rungs -->\n", "<!-- /rungs -->\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	above, rest, _ := strings.Cut(string(page), begin)
	_, below, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no %q", file, end)
	}
	want := above + begin + rungTable(t) + end + below
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(page) != want {
		t.Errorf("%s says otherwise than the code (-update to accept):\n%s", file, rungTable(t))
	}
}

// rungTable returns every rung with what it claims, what becomes of that, the
// facts it reads and the presets that have it.
func rungTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| rung | claims | which | facts it reads | presets |\n|---|---|---|---|---|\n")
	for _, rung := range append(Rungs(), Bottom) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", rung, Claims(rung), answers(t, rung), strings.Join(reads(t, rung), ", "), strings.Join(having(t, rung), ", "))
	}
	return b.String()
}

// having returns the presets with that rung.
func having(t *testing.T, rung Rung) []string {
	t.Helper()
	var names []string
	for _, name := range Presets() {
		if c := preset(t, name); rung == Bottom && !slices.Contains(c.Rungs, Rest) || slices.Contains(c.Rungs, rung) {
			names = append(names, name)
		}
	}
	if len(names) == len(Presets()) {
		return []string{"all"}
	}
	return names
}

// answers returns what becomes of the rung's lines, by preset where they differ.
func answers(t *testing.T, rung Rung) string {
	t.Helper()
	by := map[string][]string{}
	var order []string
	for _, name := range Presets() {
		c := preset(t, name)
		if rung != Bottom && !slices.Contains(c.Rungs, rung) {
			continue
		}
		answer := c.Answers(rung)
		if by[answer] == nil {
			order = append(order, answer)
		}
		by[answer] = append(by[answer], name)
	}
	if len(order) == 1 {
		return order[0]
	}
	for i, answer := range order {
		order[i] = strings.Join(by[answer], ", ") + ": " + answer
	}
	return strings.Join(order, "; ")
}

// reads returns the facts on which the rung's answer depends: those that change
// it in some line the rung is near to claiming.
func reads(t *testing.T, rung Rung) []string {
	t.Helper()
	i := find(rung, 0)
	if i < 0 {
		return nil
	}
	c := Config{Rungs: []Rung{rung}, Address: m.Engage, Named: m.Ask, Solo: m.Ask, Crowd: m.Ask, Rest: m.Wait}
	r := &rules[i]
	near := []m.Facts{r.all}
	for bit := m.Facts(1); bit != 0; bit <<= 1 {
		if r.any&bit != 0 {
			near = append(near, r.all|bit)
		}
	}
	var names []string
	for bit := m.Facts(1); bit != 0; bit <<= 1 {
		if slices.ContainsFunc(near, func(f m.Facts) bool { return Decide(f, &c) != Decide(f^bit, &c) }) {
			name, ok := factNames[bit]
			if !ok {
				t.Fatalf("the fact %b has no name", bit)
			}
			names = append(names, name)
		}
	}
	return names
}

// factNames are the facts a rung may read, as a page calls them.
var factNames = map[m.Facts]string{
	m.IsDM: "direct message", m.MentionsUs: "mentions us", m.RepliesToUs: "replies to us",
	m.MentionsOthers: "mentions others", m.RepliesToOther: "replies to somebody else", m.NamesUs: "names us",
	m.NamesPeer: "names a bot", m.FromBot: "from a bot", m.ExplicitOnly: "only an explicit address counts here",
	m.HasCredit: "has credit", m.InThread: "in a thread", m.JoinedHere: "we have spoken here",
	m.Crowd: "several people", m.KnownAlone: "known to be alone", m.FromSelf: "our own",
	m.CreditOn: "credits are given", m.ModeOurs: "our turn", m.ModeOther: "another's turn",
	m.CallsSibling: "calls another familiar", m.SiblingsTalk: "another familiar answers", m.CallsUs: "calls us",
}
