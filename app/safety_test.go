package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/messages/because"
)

// TestSafety: what is posted, journaled and shown to the next turn is what the
// look at a reply left of it, and one that is stopped is told.
func TestSafety(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []llm.Request
		model := llmtest.Func(func(r llm.Request) llmtest.Answer {
			asked = append(asked, r)
			return llmtest.Say("I know Mr Secret well.")
		})
		guard := llmtest.Func(func(r llm.Request) llmtest.Answer {
			return llmtest.Verdict(!strings.Contains(r.Messages[0].Text, "well"), "it knows too much")
		})
		text := two + `
[models.writer]
kind = "offline"
[models.guard]
kind = "offline"
[safety]
words = ["secret"]
replace = "***"
`
		text = strings.ReplaceAll(strings.ReplaceAll(text, `judge = "offline"`, `model = "writer"`), `preset = "ladder"`, "preset = \"ladder\"\nmodel = \"writer\"")
		client := func(name string, _ config.Model) (llm.Model, error) {
			if name == "guard" {
				return guard, nil
			}
			return model, nil
		}
		s := openWith(t, text, func(o *Options) { o.Client = client })
		s.say("bob: @Aria whom do you know?")
		s.wait(10 * time.Second)
		s.say("bob: @Aria really?")
		s.wait(10 * time.Second)
		if got := s.screen.String(); !strings.Contains(got, "Aria: I know Mr *** well.") || strings.Contains(got, "Secret") {
			t.Errorf("the screen shows %q", got)
		}
		if last := asked[len(asked)-1].Messages[0].Text; !strings.Contains(last, "I know Mr *** well.") || strings.Contains(last, "Secret") {
			t.Errorf("the next turn is shown %q", last)
		}
		c, err := config.Parse("test.toml", []byte(text+"model = \"guard\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Reload(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		before := s.screen.String()
		s.say("bob: @Aria once more?")
		s.wait(10 * time.Second)
		if got := strings.TrimPrefix(s.screen.String(), before); strings.Contains(got, "Aria: ") {
			t.Errorf("though it was stopped, the screen shows %q", got)
		}
		s.close()
		s.mu.Lock()
		defer s.mu.Unlock()
		changed, stopped := 0, 0
		for _, n := range s.notes {
			if n.Rung == messages.BySafety && n.Familiar == "aria" {
				if c, is := n.Reason.(because.Checked); is && c.Did == string(messages.CheckChanged) {
					changed++
				} else {
					stopped++
				}
			}
		}
		if changed != 3 || stopped != 1 {
			t.Errorf("noted are %d changes and %d stops, want 3 and 1", changed, stopped)
		}
		for r, err := range s.replay(t) {
			if c, is := r.Event.(messages.Composed); err != nil || is && strings.Contains(strings.Join(c.Parts, " "), "Secret") {
				t.Errorf("the journal has %+v, %v", r.Event, err)
			}
		}
	})
}

// TestSafetyIsNotPassedByDying: a process that ends while a reply is looked at has
// posted nothing; the next one composes and looks anew, and posts once.
func TestSafetyIsNotPassedByDying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := two + "\n[models.offline]\nkind = \"offline\"\n[models.guard]\nkind = \"offline\"\n[safety]\nmodel = \"guard\"\nwithin = \"30s\"\n"
		text = strings.ReplaceAll(text, `persona = "Vesper`, "model = \"offline\"\npersona = \"Vesper")
		text = strings.ReplaceAll(text, `judge = "offline"`, "model = \"offline\"")
		looks := 0
		guard := llmtest.Func(func(llm.Request) llmtest.Answer {
			if looks++; looks == 1 {
				return llmtest.Verdict(true, "").Slow(time.Hour)
			}
			return llmtest.Verdict(true, "")
		})
		wrote := 0
		writer := llmtest.Func(func(llm.Request) llmtest.Answer { wrote++; return llmtest.Say("Good evening.") })
		client := func(name string, _ config.Model) (llm.Model, error) {
			if name == "guard" {
				return guard, nil
			}
			return writer, nil
		}
		first := openWith(t, text, func(o *Options) { o.Client = client })
		first.say("bob: @Aria hello")
		first.wait(3 * time.Second)
		if wrote != 1 || looks != 1 {
			t.Fatalf("it was written %d times and looked at %d times, want once each", wrote, looks)
		}
		first.interrupt()
		if got := first.screen.String(); strings.Contains(got, "Aria: ") {
			t.Fatalf("before the look was over the screen shows %q", got)
		}
		second := openWith(t, text, func(o *Options) { o.Client, o.Journal = client, kept{first.journal} })
		second.wait(time.Minute)
		if got := second.screen.String(); strings.Count(got, "Aria: Good evening.") != 1 || looks != 2 || wrote != 2 {
			t.Errorf("after %d looks at %d texts the screen shows %q, want one reply", looks, wrote, got)
		}
		second.close()
	})
}
