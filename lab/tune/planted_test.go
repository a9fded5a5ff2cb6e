package tune

import (
	"testing"

	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestTheTunerFindsAPlantedBest: on invented chat somebody answers exactly
// the newest line where a planted setting would. From the preset, whose lull and bar are
// others, the tuner has to find its way there, and say so on channels it has
// not chosen by.
func TestTheTunerFindsAPlantedBest(t *testing.T) {
	planted := []string{"chattiness.lull=30s", "odds.wait.lo=0.03", "chattiness.tier=very_quiet"}
	var knobs config.Knobs
	knobs.Policy, _ = conversation.Preset("social")
	knobs.Room, _ = conversation.PresetRoom("social")
	knobs.Policy.Odds.AtOnce, knobs.Policy.Odds.Worth = 0, 0 // nothing is asked about before the lull, else that says little
	right := knobs
	if err := right.Set(planted...); err != nil {
		t.Fatal(err)
	}
	recording := invented(t, 4, 400, 5)
	golds := would(t, recording, right)

	// Whoever is asked says yes: what is asked about, and when, decides alone.
	space := SpaceOf(&knobs.Policy, true)
	bench, err := NewBench(recording, golds, space, knobs, replay.Options{Judge: replay.Yes}, Price{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Search(t.Context(), space, Options{Measure: bench.Measure, Runs: 250})
	if err != nil {
		t.Fatal(err)
	}
	balanced := r.Offers[1]
	t.Logf("as it is F1 %.3f; balanced %.3f with %v, after %d runs", r.Base.Counts.F1(), balanced.Counts.F1(), space.turned(balanced.Point), r.Runs)
	if balanced.Counts.F1() < .97 || r.Base.Counts.F1() > .9 {
		t.Errorf("F1 %.3f, from %.3f as it is; want .97 from less than .9", balanced.Counts.F1(), r.Base.Counts.F1())
	}
	turned := map[string]string{}
	for _, k := range space.turned(balanced.Point) {
		turned[k.Key] = k.Value
	}
	for key, want := range map[string]string{"chattiness.lull": `"30s"`, "odds.wait.lo": "0.03"} {
		if turned[key] != want {
			t.Errorf("%s = %s, want the planted %s", key, turned[key], want)
		}
	}
	if elsewhere, err := bench.elsewhere(t.Context(), balanced.Point); err != nil || sum(elsewhere, all(elsewhere)).Counts.F1() < .95 {
		t.Errorf("on the other parts F1 %.3f, %v; want .95", sum(elsewhere, all(elsewhere)).Counts.F1(), err)
	}
	if !bench.crossed() {
		t.Error("it was reported on the channels it was chosen by")
	}
}

// would returns what nabi does when she answers where these knobs would.
func would(t *testing.T, c *corpus.Corpus, knobs config.Knobs) []corpus.Gold {
	t.Helper()
	var golds []corpus.Gold
	for _, s := range c.Slices {
		golds = append(golds, corpus.Gold{Slice: s.Name, Familiar: "nabi", Nicks: []string{"nabi"}})
	}
	n := 0
	_, err := replay.Run(t.Context(), c, golds, replay.Options{Policy: knobs.Policy, Room: knobs.Room, Judge: replay.Yes, Took: func(w replay.Walk) error {
		for i := range golds {
			for _, d := range w.Decisions {
				if golds[i].Slice == d.Slice && d.Fire && len(d.Covers) > 0 {
					newest := d.Covers[len(d.Covers)-1]
					golds[i].Replied = append(golds[i].Replied, newest)
					golds[i].Moments = append(golds[i].Moments, corpus.Moment{Reply: newest, At: d.At, Parents: []messages.LineID{newest}})
				}
			}
		}
		n++
		return nil
	}})
	if err != nil || n != len(golds) {
		t.Fatal(n, err)
	}
	return golds
}
