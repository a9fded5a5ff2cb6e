package conformance

import (
	"encoding/json"
	"fmt"
	"testing"

	"familiar/messages"
)

// stories are the recordings whose tests tell more than which case is wrong,
// once more, for their answers to be changed.
var stories = []recording{
	{file: "channel_sliding.json.gz", families: channelFamilies(variants[0])},
	{file: "channel_oneshot.json.gz", families: channelFamilies(variants[1])},
	{file: "monitor.json.gz", families: func(json.RawMessage) []family {
		return []family{played("scenarios", []string{"expect.*.decision", "expect.*.trigger", "expect.*.unsolicited"}, func(t testing.TB, s *monitorScenario) {
			s.compare(t)
		}, departure[monitorScenario]{
			name: "overlap", why: "the source races with itself: its trace is nobody's model",
			is: func(s *monitorScenario) bool { return s.Class != "sequential" },
		})}
	}},
	{file: "window.json.gz", families: func(json.RawMessage) []family {
		answers := []string{"steps.*.expect.fired", "steps.*.expect.engaged_after.*.until"}
		return []family{excusing("code_profile", answers, func(t testing.TB, s *recordedWindow) []int {
			return s.play(t)
		})}
	}},
}

func channelFamilies(v variant) func(json.RawMessage) []family {
	return func(content json.RawMessage) []family {
		var file struct {
			Names map[messages.PersonID]string `json:"author_names"`
		}
		broken := json.Unmarshal(content, &file)
		answers := []string{
			"steps.*.expect.decisions.*.decision", "steps.*.expect.outbound.*.text", "steps.*.expect.prompts.*.current",
			"steps.*.expect.live.queue", "steps.*.expect.live.guard.consecutive", "steps.*.expect.sticky.*.expires_at",
		}
		return []family{excusing("scenarios", answers, func(t testing.TB, s *channelScenario) []int {
			if broken != nil {
				t.Fatalf("%v", broken)
			}
			c := comparison{t: t, excused: make([]int, len(differences))}
			c.compare(s, newStage(s, file.Names, v))
			return c.excused
		})}
	}
}

// excusing makes a family of stories of which not only what is wrong counts, but
// also how often each difference is needed: the page says so.
func excusing[C any](list string, expects []string, play func(t testing.TB, c *C) []int) family {
	return cases(list, expects, func(c *C) (got, want string) {
		var excused []int
		wrong := witnessed(func(t testing.TB) { excused = play(t, c) })
		return fmt.Sprint(wrong, excused), ""
	})
}

// TestSpoiltStoriesAreNoticed changes what a source did in a story. Where ours
// differs already that goes unnoticed; nine in ten changes must not.
func TestSpoiltStoriesAreNoticed(t *testing.T) {
	for i := range stories {
		r := &stories[i]
		t.Run(r.file, func(t *testing.T) {
			var content json.RawMessage
			load(t, r.file, &content)
			for _, f := range r.families(content) {
				noticed, tried := 0, 0
				for _, raw := range f.cases(t, content) {
					before, err := f.decide(raw)
					if err != nil || before.aside {
						continue
					}
					for _, c := range spoilt(raw, f.expects, fewest) {
						if a, err := f.decide(c.changed); err == nil {
							tried++
							if a.got != before.got {
								noticed++
							} else {
								t.Logf("%s %.80s", c.path, c.changed)
							}
						}
					}
				}
				t.Logf("%s: %d of %d changes noticed", f.list, noticed, tried)
				if noticed*10 < tried*9 || tried == 0 {
					t.Error("want nine in ten noticed, and some tried")
				}
			}
		})
	}
}

// fewest is how many changes of one story are tried, spread over all of them.
const fewest = 1

// TestSpoiltDecisionsAreNoticed changes the beginning of the decision space.
func TestSpoiltDecisionsAreNoticed(t *testing.T) {
	var head exhaustiveHead
	load(t, "engagement_exhaustive.json", &head)
	answers := raw(t, "engagement_exhaustive.bin.gz")
	answers = answers[:min(len(answers), 5000)]
	_, asked := newWorld(t, &head).compare(&witness{}, &head, answers)
	for i := range answers {
		if answers[i] != unanswered {
			answers[i] ^= 1 << (i % 3)
		}
	}
	if wrong, _ := newWorld(t, &head).compare(&witness{}, &head, answers); wrong != asked || asked == 0 {
		t.Errorf("%d of %d changes noticed, want all of some", wrong, asked)
	}
}
