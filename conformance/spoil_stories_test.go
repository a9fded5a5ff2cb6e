package conformance

import (
	"encoding/json"
	"testing"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/guard"
)

// stories are the recordings whose tests tell more than which case is wrong,
// once more, for their answers to be changed.
var stories = []recording{
	{file: "channel_sliding.json.gz", families: channelFamilies(variant{credit.Slide, guard.Engaged})},
	{file: "channel_oneshot.json.gz", families: channelFamilies(variant{credit.Once, guard.Any})},
	{file: "monitor.json.gz", families: func(json.RawMessage) []family {
		return []family{played("scenarios", []string{"expect.*.decision", "expect.*.trigger"}, func(t testing.TB, s *monitorScenario) {
			s.compare(t)
		}, departure[monitorScenario]{
			name: "overlap", why: "the source races with itself: its trace is nobody's model",
			is: func(s *monitorScenario) bool { return s.Class != "sequential" },
		})}
	}},
	{file: "window.json.gz", families: func(json.RawMessage) []family {
		answers := []string{"steps.*.expect.fired", "steps.*.expect.engaged_after.*.until"}
		return []family{played("code_profile", answers, func(t testing.TB, s *recordedWindow) {
			s.play(t)
		}, departure[recordedWindow]{
			name: "left", why: "somewhere the source's program and its document part",
			is: func(s *recordedWindow) (left bool) {
				witnessed(func(t testing.TB) { left = !s.play(t) })
				return left
			},
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
		return []family{played("scenarios", answers, func(t testing.TB, s *channelScenario) {
			if broken != nil {
				t.Fatalf("%v", broken)
			}
			c := comparison{t: t, excused: make([]int, len(differences))}
			c.compare(s, newStage(s, file.Names, v))
		})}
	}
}

// TestSpoiltStoriesAreNoticed changes what a source did in a story. Under a
// difference that goes unnoticed; nine in ten changes must not.
func TestSpoiltStoriesAreNoticed(t *testing.T) {
	for i := range stories {
		r := &stories[i]
		t.Run(r.file, func(t *testing.T) {
			var content json.RawMessage
			load(t, r.file, &content)
			for _, f := range r.families(content) {
				noticed, tried := 0, 0
				for _, raw := range f.cases(t, content) {
					if a, err := f.decide(raw); err != nil || a.aside {
						continue
					}
					for _, c := range spoilt(raw, f.expects, fewest) {
						if a, err := f.decide(c.changed); err == nil {
							tried++
							if a.got != a.want {
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
