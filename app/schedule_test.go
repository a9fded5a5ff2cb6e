package app

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/channel"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// TestSchedule: a familiar speaks by its clock in a channel where nobody
// talks any more, each time once; a schedule that is new reaches the channel
// though it is not in memory, and one that is gone speaks no more.
func TestSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const clock = `
[[familiars.vesper.schedule]]
name = "beam"
cron = "30 * * * *"
zone = "Europe/Berlin"
about = "10m"
prompt = "Say what the lighthouse sees."
`
		beam := 0
		model := llmtest.Func(func(llm.Request) llmtest.Answer {
			beam++
			return llmtest.Say(fmt.Sprintf("The beam turns, as in %d hours before.", beam))
		})
		s := openWith(t, two, func(o *Options) {
			o.Client = func(string, config.Model) (llm.Model, error) { return model, nil }
		})
		s.say("bob: @Aria hello")
		s.wait(time.Hour)
		if s.app.host.Has(channel.Key(terminal.Channel)) {
			t.Fatal("the channel is in memory, where it learns of the schedule anyway")
		}
		reload := func(text string) {
			t.Helper()
			c, err := config.Parse("test.toml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.app.Reload(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		reload(two + clock)
		s.wait(time.Minute)
		s.wait(3 * time.Hour)
		if got := strings.Count(s.screen.String(), "Vesper: "); got != 3 {
			t.Errorf("in three hours it spoke %d times, want 3", got)
		}
		reload(two)
		s.wait(2 * time.Hour)
		s.close()
		fired := 0
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, n := range s.notes {
			if n.Rung == messages.BySchedule {
				fired++
			}
		}
		if got := strings.Count(s.screen.String(), "Vesper: "); got != 3 || fired != 3 {
			t.Errorf("in all it spoke %d times by %d occasions, want 3", got, fired)
		}
	})
}
