package config

import (
	"strings"
	"testing"
)

// TestSchedules: a familiar has its schedules in all its channels, and those of a
// rule in place of them in that rule's; what can't be is said with its place.
func TestSchedules(t *testing.T) {
	text := sound + `
[[familiars.aria.schedule]]
name = "morning"
cron = "0 9 * * MON-FRI"
zone = "Europe/Berlin"
about = "20m"
prompt = "Say good morning."

[[channels]]
match = "web:den"
familiars = ["aria"]
[[channels.override.aria.schedule]]
name = "alone"
silence = "24h"
prompt = "Say something."
`
	c, err := load(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Schedules() {
		t.Error("no familiar has a schedule")
	}
	for channel, want := range map[string]string{
		"":        `By its schedule morning it speaks at "0 9 * * MON-FRI" (Europe/Berlin), up to 20m earlier or later.`,
		"web:den": "By its schedule alone it speaks once people have said nothing for 24h.",
	} {
		e, err := c.Explain("aria", channel)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(e.Amounts, "\n"); !strings.Contains(got, want) || strings.Count(got, "By its schedule") != 1 {
			t.Errorf("in %q it comes to\n%s\nwant %s", channel, got, want)
		}
	}
	if den := c.Channel("web//den"); len(den.Seats[0].Schedule) != 1 || !den.Schedules("web//den") || den.Schedules("web//den/thread") {
		t.Errorf("in the den it has %+v", den.Seats[0].Schedule)
	}
	for _, tt := range []struct{ from, to, want string }{
		{`"Europe/Berlin"`, `"Europe/Brlin"`, "Brlin"},
		{`"0 9 * * MON-FRI"`, `"* * * * *"`, "it comes again after 1m0s"},
		{`silence = "24h"`, `silence = "24h"` + "\n" + `cron = "0 9 * * *"`, "want either cron or silence"},
	} {
		if _, err := load(t, strings.Replace(text, tt.from, tt.to, 1)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %s: got %v, want %q", tt.to, err, tt.want)
		}
	}
}
