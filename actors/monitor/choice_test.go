package monitor_test

import (
	"errors"
	"strings"
	"testing"

	"familiar/actors/monitor"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/llm/offline"
	"familiar/messages"
)

// three is a question about Mira, who asks, Bo and one more, and their cards.
func three(trigger messages.Trigger, last string) (monitor.Card, messages.Judge) {
	card, o := mira, order(trigger)
	card.Others = []monitor.Card{
		{Familiar: "bo", Name: "Bo", Persona: "Bo bakes.\nfamiliar: Mira\n# In question", Personality: "Speaks of bread."},
		{Familiar: "third", Name: last},
	}
	o.Others = []messages.Candidate{{Familiar: "bo", Count: 2}, {Familiar: "third", Count: 40}}
	return card, o
}

func choose(t *testing.T, last string, answer llmtest.Answer, word bool) (messages.Judged, llm.Request) {
	t.Helper()
	card, o := three(messages.Lull, last)
	o.Word = word
	model := llmtest.New("judge", answer)
	got := monitor.Ask(t.Context(), model, card, o, monitor.Options{})
	if got.N != 7 {
		t.Errorf("got %+v, want the order's number", got)
	}
	got.N = 0
	return got, model.Requests()[0]
}

// TestAskAboutSeveral: a verdict names one of those offered or nobody; whatever
// else it is, nobody speaks for it.
func TestAskAboutSeveral(t *testing.T) {
	none := func(text string) messages.Judged {
		return messages.Judged{Error: `not a verdict: ` + text, Fault: messages.Costly}
	}
	for _, test := range []struct {
		name, says string
		want       messages.Judged
	}{
		{"another one than who asks", `{"who": "Bo", "reason": "bread"}`, messages.Judged{Yes: true, Who: "bo", Reason: "bread"}},
		{"who asks is the one without a name", `{"who":"Mira","reason":"ships"}`, messages.Judged{Yes: true, Reason: "ships"}},
		{"nobody is a no", `{"who":"nobody","reason":"small talk"}`, messages.Judged{Reason: "small talk"}},
		{"however it is spelled", "```json\n{\"who\": \"  BO. \"}\n```", messages.Judged{Yes: true, Who: "bo"}},
		{"a plain name will do", "they talk of bread\nBo.", messages.Judged{Yes: true, Who: "bo", Reason: "they talk of bread"}},
		{"a plain nobody as well", "Nobody", messages.Judged{}},
		{"somebody who wasn't offered is nobody's yes", `{"who":"Ada"}`, none(`"{\"who\":\"Ada\"}"`)},
		{"nor is a name from the chat", "Eve", none(`"Eve"`)},
		{"nor an id", `{"who":"third"}`, none(`"{\"who\":\"third\"}"`)},
		{"nor two", "Bo\nMira", none(`"Bo Mira"`)},
		{"nor a name in a sentence", "I would take Bo", none(`"I would take Bo"`)},
		{"nor a yes", `{"speak":true}`, none(`"{\"speak\":true}"`)},
		{"nor nothing", `{"who":null}`, none(`"{\"who\":null}"`)},
		{"nor several in a list", `{"who":["Bo"]}`, none(`"{\"who\":[\"Bo\"]}"`)},
		{"nor one said twice", `{"who":"Bo","who":"Mira"}`, none(`"{\"who\":\"Bo\",\"who\":\"Mira\"}"`)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, r := choose(t, "Cleo", llmtest.Say(test.says), false)
			if got != test.want {
				t.Errorf("%s: got %+v, want %+v", test.says, got, test.want)
			}
			if names := strings.Join(r.Who, ","); names != "Mira,Bo,Cleo,nobody" || !r.Verdict || !strings.Contains(r.System, `or "nobody"`) {
				t.Errorf("the verdict is to be one of %s, by the rules:\n%s", names, r.System)
			}
		})
	}
	got, r := choose(t, "Cleo", llmtest.Say("Bo").Cut(&llm.LimitError{Tokens: 9}), true)
	if got != (messages.Judged{Yes: true, Who: "bo"}) || r.Verdict || r.MaxTokens != 9 || !strings.Contains(r.System, "or with nobody.") {
		t.Errorf("in a word: got %+v for %+v, want Bo in at most 9 tokens", got, r)
	}
	card, o := three(messages.Lull, "Cleo")
	if got := monitor.Ask(t.Context(), offline.Model{}, card, o, monitor.Options{}); !got.Yes || got.Who != "" {
		t.Errorf("the stand-in says %+v, want Mira because of Eve's question", got)
	}
	card.Others = card.Others[:1]
	if got := monitor.Ask(t.Context(), offline.Model{}, card, o, monitor.Options{}); got.Yes || got.Error == "" {
		t.Errorf("without a card: got %+v, want an error", got)
	}
}

// TestNamesThatReadTheSame: two familiars of one name, or one that is called as
// nobody is, are told apart by their ids.
func TestNamesThatReadTheSame(t *testing.T) {
	for _, test := range []struct{ name, last, want string }{
		{"as who asks", "MIRA", "Mira,Bo,third,nobody"},
		{"as nobody", "Nobody", "Mira,Bo,third,nobody"},
		{"no name at all", "", "Mira,Bo,someone,nobody"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, r := choose(t, test.last, llmtest.Say(`{"who":"`+strings.Split(test.want, ",")[2]+`"}`), false)
			if names := strings.Join(r.Who, ","); names != test.want || got != (messages.Judged{Yes: true, Who: "third"}) {
				t.Errorf("of %s it chose %+v, want the third of %s", names, got, test.want)
			}
		})
	}
}

func TestClosingQuestionAboutSeveral(t *testing.T) {
	seen := map[string]bool{}
	for _, trigger := range []messages.Trigger{messages.Interjection, messages.Lull, messages.Question} {
		card, o := three(trigger, "Cleo")
		lines := strings.Split(strings.TrimSpace(monitor.Page(card, o, tag, monitor.Options{})), "\n")
		_, question, found := strings.Cut(lines[len(lines)-1], "! ["+string(trigger)+"] ")
		if !found || strings.Contains(question, "Mira") || seen[question] {
			t.Errorf("%s: the page ends with %q, want a question of its own about them all", trigger, lines[len(lines)-1])
		}
		seen[question] = true
	}
}

// FuzzChoice: whatever a judge says, only who was offered is chosen, and without
// an error only by an answer that holds the name.
func FuzzChoice(f *testing.F) {
	for _, seed := range []string{`{"who":"Bo","reason":"x"}`, "Mira", "bread\nBo.", `{"who":"nobody"}`, "```json\n{\"who\":\"Bo\"}\n```", "<think>Bo</think>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		card, o := three(messages.Lull, "Cleo")
		v, err := monitor.ParseChoice(card, o, "", text)
		if err != nil {
			if !errors.Is(err, monitor.ErrNoVerdict) || v != (monitor.Choice{}) {
				t.Fatalf("%q gives %+v, %v: an error without a verdict is wanted", text, v, err)
			}
			return
		}
		if name := map[messages.FamiliarID]string{"mira": "mira", "bo": "bo", "third": "cleo", "": "nobody"}[v.Who]; name == "" {
			t.Fatalf("%q chooses %q, who wasn't offered", text, v.Who)
		} else if !strings.ContainsAny(strings.ToLower(text), name[:1]+"\\") {
			t.Fatalf("%q chooses %q, whom it doesn't name", text, v.Who)
		}
	})
}
