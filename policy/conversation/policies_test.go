package conversation

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/rules"
	"familiar/policy/seating"
)

const policiesPage = "../../docs/policies.md"

// stories are the conversations that show a preset at work.
var stories = map[string]string{
	"ladder":    "preset-ladder",
	"window":    "window",
	"assigned":  "assigned",
	"chatty":    "preset-chatty",
	"relevance": "relevance",
	"social":    "preset-social",
}

var example = regexp.MustCompile("(?s)```\n(preset .*?)```\n")

// TestPoliciesPage keeps docs/policies.md equal to the code: its table of
// presets is made from them, and its examples are played (go test
// ./policy/conversation -run PoliciesPage -update).
func TestPoliciesPage(t *testing.T) {
	text, err := os.ReadFile(policiesPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	const begin, end = "<!-- presets -->\n", "<!-- /presets -->\n"
	above, rest, _ := strings.Cut(page, begin)
	_, below, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("the page has no %q", end)
	}
	want := example.ReplaceAllStringFunc(above+begin+presetTable(t)+end+below, func(block string) string {
		return "```\n" + play(t, example.FindStringSubmatch(block)[1]) + "```\n"
	})
	if *update {
		if err := os.WriteFile(policiesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		page = want
	}
	if page != want {
		t.Errorf("%s says otherwise than the code (-update to accept):\n%s", policiesPage, want)
	}
	sections(t, page)
}

// sections checks that every rung, and every rule the page names, has prose
// and an example in which it decides.
func sections(t *testing.T, page string) {
	t.Helper()
	by := map[string]string{ // the words of those that do not decide in their own name
		"chattiness": "by rest, thinks ", "busy": "composes: address, addressed [1 2]",
		"judge": "nobody to ask", "pace": "people see that it is typing", "surface": ", beginning a thread",
	}
	var titles []string
	for _, section := range strings.Split(page, "\n### ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		titles = append(titles, title)
		prose, _, _ := strings.Cut(body, "```")
		if len(strings.TrimSpace(prose)) < 40 {
			t.Errorf("%s: no word of explanation", title)
		}
		decides := by[title]
		if decides == "" {
			decides = " by " + title
		}
		found := example.FindAllString(body, -1)
		if !slices.ContainsFunc(found, func(block string) bool { return strings.Contains(block, decides) }) {
			t.Errorf("%s: no example has %q: %s", title, decides, found)
		}
	}
	for _, rule := range rules.All() {
		explained := slices.Contains(titles, string(rule.Name))
		if rule.Kind != rules.Part && explained == slices.Contains(outcomes, rule.Name) {
			t.Errorf("the word %s has to be a section, or else an outcome", rule.Name)
		}
	}
}

// outcomes are the words that say what became of something, not by which rule:
// docs/turns.md has a row for each, and the page of policies no section.
var outcomes = []messages.Rung{
	messages.BySpoke, messages.BySilence, messages.ByFailed, messages.ByOutage, messages.ByShed, messages.ByDeleted, messages.ByUndeliverable, messages.ByUnknown, messages.ByUndelivered,
	messages.ByReconfigured, messages.ByRefused, messages.ByReacted, messages.ByEdited, messages.ByAbsent, messages.ByShadowed, messages.ByCut, messages.BySpare, messages.ByLore, messages.ByRecall, messages.ByRelay, messages.BySchedule, messages.BySafety, messages.ByTooLate,
	messages.ByTakenUp, messages.ByLiked, messages.ByDisliked, messages.ByTalkedOver, messages.ByIgnored, messages.ByHushed, messages.ByRemoved, messages.ByMissed,
}

// presetTable gives the presets with what tells them apart.
func presetTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| preset | rungs | `address` | `crowd` | `rest` | `alias` | credit | guard | busy | unasked | story |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, name := range ladder.Presets() {
		p, ok := Preset(name)
		room, known := PresetRoom(name)
		if !ok || !known {
			t.Fatalf("no preset %q", name)
		}
		rungs := make([]string, len(p.Ladder.Rungs))
		for i, r := range p.Ladder.Rungs {
			rungs[i] = string(r)
		}
		story := stories[name]
		if script, err := os.ReadFile("testdata/" + story + ".txt"); err != nil || !strings.Contains(string(script), "\npreset "+name) {
			t.Errorf("the preset %s has no story: %v", name, err)
		}
		l := p.Ladder
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s, reset by %s | %s | %s | `%s.txt` |\n", name, strings.Join(rungs, " "),
			l.Address, l.Crowd, l.Rest, l.Alias, creditWords(p.Credit), room.Guard.Count, room.Guard.Reset, p.Busy, unaskedWords(&p), story)
	}
	return b.String()
}

func creditWords(c credit.Config) string {
	if !c.On {
		return "off"
	}
	words := fmt.Sprintf("%s %s", strings.TrimSuffix(c.Window.String(), "0s"), c.Mode)
	if c.Scope == credit.Channel {
		words += ", of the channel"
	}
	return words
}

func unaskedWords(p *Policy) string {
	switch {
	case p.JudgeEach && p.Verdict == seating.Word:
		return "each line by itself, in a word"
	case p.JudgeEach:
		return "each line by itself"
	case p.Chattiness.On && p.Chattiness.Question > 0:
		return "lull, curve, question"
	case p.Chattiness.On:
		return "lull, curve"
	}
	return "never"
}
