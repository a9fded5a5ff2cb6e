package offline_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/agent"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/llm/offline"
	"familiar/llm/quote"
	"familiar/messages"
)

func TestSuite(t *testing.T) {
	llmtest.Suite(t, func(*testing.T) llm.Model { return offline.Model{} })
}

func said(name, text string) messages.Quoted {
	return messages.Quoted{Author: messages.Author{Name: name}, Text: text}
}

func page(notice messages.Notice, current ...messages.Quoted) string {
	p := quote.NewPage("c0ffee1234", 0)
	p.Fact("familiar", "Mira")
	p.Quote(quote.Background, said("Eve", "context about penguins?"))
	for _, q := range current {
		p.Quote(quote.Current, q)
	}
	if notice != messages.NoNotice {
		p.Notice(string(notice), "words")
	}
	return p.String()
}

func generate(t *testing.T, r llm.Request) string {
	t.Helper()
	return generateWith(t, offline.Model{}, r)
}

func generateWith(t *testing.T, m offline.Model, r llm.Request) string {
	t.Helper()
	var text strings.Builder
	for d, err := range m.Generate(t.Context(), r) {
		if err != nil {
			t.Fatalf("generate: %v", err)
		}
		text.WriteString(d.Text)
	}
	return text.String()
}

func ask(text string, verdict bool) llm.Request {
	return llm.Request{Verdict: verdict, Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

func TestReply(t *testing.T) {
	own := said("Mira", "I like lighthouses")
	own.Own = true
	told := own
	told.Text = offline.Prefix + "I heard you"
	peer := said("Nox", offline.Prefix+"I heard you, Ada, but no model is connected")
	peer.Author.Bot = true
	actor := said("Nox", offline.Scripted+"Mira, is that so?")
	actor.Author.Bot = true
	for _, test := range []struct {
		name, page string
		holds      []string // empty: it is silent
	}{
		{"it names the author and says what it is", page("", said("Ada", "do you know the lighthouse of Dover?")), []string{"Ada", "no model", "a key"}},
		{"the newest line is answered", page("", said("Ada", "planets!"), said("Bob", "oceans!")), []string{"Bob"}},
		{"a question is answered before a newer remark", page("", said("Ada", "planets?"), said("Bob", "oceans!")), []string{"Ada"}},
		{"its own line is not answered", page("", said("Ada", "planets!"), own), []string{"Ada"}},
		{"the second time it is brief", page("", told, said("Ada", "planets!")), []string{"Still no model", "Ada"}},
		{"nothing of the line is repeated, so that it pings nobody", page("", said("Ada", "@all <@1> ok")), []string{"Ada"}},
		{"another stand-in is not answered", page("", peer), nil},
		{"nor is one with a script", page("", actor), nil},
		{"a group nudge does not silence it", page(messages.GroupNudge, said("Ada", "planets!")), []string{"Ada"}},
		{"when only bots talked it is silent", page(messages.GuardNotice, said("Ada", "planets!")), nil},
		{"with no line to answer it is silent", page(""), nil},
		{"a line without a word leaves it silent", page("", said("Ada", "👍")), nil},
		{"a prompt that is no page is answered as it stands", "tell me of rivers", []string{"someone"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := generate(t, ask(test.page, false))
			if len(test.holds) == 0 && got != offline.Silence {
				t.Errorf("got %q, want %q", got, offline.Silence)
			}
			for _, want := range test.holds {
				if !strings.Contains(got, want) {
					t.Errorf("got %q, want %q in it", got, want)
				}
			}
			if strings.Contains(got, "@all") {
				t.Errorf("got %q, which repeats the line", got)
			}
			if n := strings.Count(got, offline.Prefix); len(test.holds) > 0 && n != 1 {
				t.Errorf("got %q: it says %q %d times, want once", got, offline.Prefix, n)
			}
			if again := generate(t, ask(test.page, false)); again != got {
				t.Errorf("asked again it says %q, want %q", again, got)
			}
		})
	}
}

// play is a script in which Mira answers a line of Ada's, and leaves one of
// Bob's alone.
func play(familiar, author, text string) (offline.Part, bool) {
	switch author + ": " + text {
	case "Ada: which moon?":
		if familiar == "Mira" {
			return offline.Part{Reply: "the small one", Why: "she knows moons"}, true
		}
		return offline.Part{Why: "not its subject"}, true
	case "Bob: mine?":
		return offline.Part{}, true
	}
	return offline.Part{}, false
}

func TestScript(t *testing.T) {
	again := said("Mira", offline.Scripted+"the small one")
	again.Own = true
	peer := said("Nox", offline.Prefix+"I heard you, Eve, but no model is connected")
	peer.Author.Bot = true
	actor := said("Nox", offline.Scripted+"is it?")
	actor.Author.Bot = true
	ada, bob := said("Ada", "which moon?"), said("Bob", "mine?")
	for _, test := range []struct {
		name    string
		who     string
		current []messages.Quoted
		reply   string // a beginning
		speak   bool
		reason  string
	}{
		{"a line with a reply", "Mira", []messages.Quoted{ada}, "(scripted) the small one", true, "(scripted) she knows moons"},
		{"the same line for somebody else", "Nox", []messages.Quoted{ada}, offline.Silence, false, "(scripted) not its subject"},
		{"a question that is left alone", "Mira", []messages.Quoted{bob}, offline.Silence, false, "(scripted) that is for the others"},
		{"a reply goes to an earlier line of the batch; a judge looks at the newest", "Mira", []messages.Quoted{ada, bob}, "(scripted) the small one", false, "(scripted) that is for the others"},
		{"what an actor said changes nothing", "Mira", []messages.Quoted{ada, actor}, "(scripted) the small one", true, "(scripted) she knows moons"},
		{"nothing is said twice", "Mira", []messages.Quoted{again, ada}, offline.Silence, false, "(scripted) it has said so already"},
		{"a stranger's question goes first", "Mira", []messages.Quoted{said("Eve", "and the stars?"), ada}, "(offline) I heard you, Eve", true, "(offline) a question was asked"},
		{"a stranger's remark does not", "Mira", []messages.Quoted{said("Eve", "nice sky"), ada}, "(scripted) the small one", true, "(scripted) she knows moons"},
		{"a stranger alone", "Mira", []messages.Quoted{said("Eve", "mira, look")}, "(offline) I heard you, Eve", true, "(offline) the name was said"},
		{"whoever is at the terminal", "Mira", []messages.Quoted{said("you", "mira, look")}, "(offline) I heard you, but no model is connected", true, "(offline) the name was said"},
		{"a stranger whom another stand-in has answered", "Mira", []messages.Quoted{said("Eve", "and the stars?"), peer}, "(offline) I heard you, Eve", false, "(offline) no question and no name"},
	} {
		t.Run(test.name, func(t *testing.T) {
			model := offline.Model{Script: play}
			// The judge is told the name by the page, a turn by the system prompt.
			p := quote.NewPage("c0ffee1234", 0)
			p.Section("now", quote.Current, test.current)
			if got := generateWith(t, model, llm.Request{System: "A moth.\n\nYou are " + test.who + ", one of the people in a group chat.", Messages: ask(p.String(), false).Messages}); !strings.HasPrefix(got, test.reply) {
				t.Errorf("it says %q, want %q", got, test.reply)
			}
			p = quote.NewPage("c0ffee1234", 0)
			p.Fact("familiar", test.who)
			p.Section("now", quote.Current, test.current)
			var got struct {
				Speak  bool
				Reason string
			}
			if err := json.Unmarshal([]byte(generateWith(t, model, ask(p.String(), true))), &got); err != nil {
				t.Fatal(err)
			}
			if got.Speak != test.speak || got.Reason != test.reason {
				t.Errorf("judged %v: %s, want %v: %s", got.Speak, got.Reason, test.speak, test.reason)
			}
		})
	}
}

// TestNameIsFound: the stand-in knows who it is by the words of the agent's own
// prompt; in others it has no name.
func TestNameIsFound(t *testing.T) {
	system := agent.System(agent.Card{Name: "Mira", Persona: "You are Mira, who keeps moths."}, agent.DefaultTexts())
	p := quote.NewPage("c0ffee1234", 0)
	p.Section("now", quote.Current, []messages.Quoted{said("Ada", "which moon?")})
	if got := generateWith(t, offline.Model{Script: play}, llm.Request{System: system, Messages: ask(p.String(), false).Messages}); got != "(scripted) the small one" {
		t.Errorf("got %q, want Mira's reply", got)
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		name, page string
		want       bool
	}{
		{"a question is worth an answer", page("", said("Ada", "what now?")), true},
		{"the name is as well", page("", said("Ada", "ask MIRA about it")), true},
		{"plain talk is not", page("", said("Ada", "going home")), false},
		{"a question in the context does not count", page(""), false},
		{"when only bots talked the answer is no", page(messages.GuardNotice, said("Ada", "Mira?")), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got struct {
				Speak  bool
				Reason string
			}
			text := generate(t, ask(test.page, true))
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if got.Speak != test.want || !strings.HasPrefix(got.Reason, offline.Prefix) {
				t.Errorf("got %+v, want speak %v and a reason that says who gave it", got, test.want)
			}
		})
	}
}

func TestVerdictOfSeveral(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"who is named is chosen", "ask VESPER about it", "Vesper"},
		{"a question is for the first", "what now?", "Mira"},
		{"plain talk is for nobody", "going home", "nobody"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := quote.NewPage("c0ffee1234", 0)
			p.Fact("familiar", "Mira")
			p.Fact("familiar", "Vesper")
			p.Quote(quote.Current, said("Ada", test.line))
			r := ask(p.String(), true)
			r.Who = []string{"Mira", "Vesper", "nobody"}
			var got struct{ Who, Reason string }
			if text := generate(t, r); json.Unmarshal([]byte(text), &got) != nil || got.Who != test.want || !strings.HasPrefix(got.Reason, offline.Prefix) {
				t.Errorf("got %s, want %s and a reason that says who gave it", text, test.want)
			}
			r.Verdict, r.Word = false, true
			if got := generate(t, r); got != test.want {
				t.Errorf("in a word it says %q, want %q", got, test.want)
			}
		})
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		for _, err := range (offline.Model{Latency: time.Minute}).Generate(t.Context(), ask("hello", false)) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %v, want 1m", took)
		}
	})
}

func TestLimit(t *testing.T) {
	whole := generate(t, ask("tell me of rivers", false))
	for _, test := range []struct {
		name  string
		model offline.Model
		asked int // max_tokens of the request
		words int // 0: all
	}{
		{"without one the answer is whole", offline.Model{}, 0, 0},
		{"the configuration's ends it", offline.Model{MaxTokens: 3}, 0, 3},
		{"the request's own goes before that", offline.Model{MaxTokens: 3}, 2, 2},
		{"one that isn't reached does nothing", offline.Model{}, 1000, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := ask("tell me of rivers", false)
			request.MaxTokens = test.asked
			text, usages := "", 0
			var last error
			for d, err := range test.model.Generate(t.Context(), request) {
				text, last = text+d.Text, err
				if d.Usage != nil {
					usages++
				}
			}
			limit, limited := errors.AsType[*llm.LimitError](last)
			if limited != (test.words > 0) || limited && limit.Tokens != test.words || usages != 1 {
				t.Fatalf("got %v and %d usages, want a limit of %d and one usage", last, usages, test.words)
			}
			if !strings.HasPrefix(whole, text) || limited && len(strings.Fields(text)) != test.words || !limited && text != whole {
				t.Errorf("got %q, want %d words of %q", text, test.words, whole)
			}
		})
	}
}
