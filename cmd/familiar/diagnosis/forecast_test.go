package diagnosis

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

const gib = 1 << 30

func TestForesee(t *testing.T) {
	week := 7 * day
	for _, tt := range []struct {
		story string
		room  int64
		kept  []Kept
		want  Forecast
	}{
		{"nothing is recorded", gib, nil, Forecast{}},
		{"an hour says nothing about a day", gib, []Kept{{Bytes: gib, Written: gib, Window: time.Hour, Age: time.Hour}}, Forecast{}},
		{"no room is full, however young", 0, []Kept{{Bytes: 1, Written: 1, Window: time.Hour, Age: time.Hour}}, Forecast{Full: true}},
		{"less than the reserve is full", -gib, nil, Forecast{Full: true}},
		{"a GiB a day, kept for ever, has ten days in ten GiB", 10 * gib, []Kept{{Bytes: 7 * gib, Written: 7 * gib, Window: week, Age: week}}, Forecast{Known: true, Daily: gib, Most: 10 * gib, Days: 10, Full: true}},
		{"a part of a day counts as one", 10*gib + 1, []Kept{{Bytes: 7 * gib, Written: 7 * gib, Window: week, Age: week}}, Forecast{Known: true, Daily: gib, Most: 11 * gib, Days: 11, Full: true}},
		{"what is as old as it gets grows no more", gib, []Kept{{Bytes: 30 * gib, Written: 7 * gib, Window: week, Age: 30 * day, Keep: 30 * day}}, Forecast{Known: true, Daily: gib}},
		{"half as old grows until then, and fits", 16 * gib, []Kept{{Bytes: 15 * gib, Written: 7 * gib, Window: week, Age: 15 * day, Keep: 30 * day}}, Forecast{Known: true, Daily: gib, Most: 15 * gib}},
		{"or doesn't fit", 10 * gib, []Kept{{Bytes: 15 * gib, Written: 7 * gib, Window: week, Age: 15 * day, Keep: 30 * day}}, Forecast{Known: true, Daily: gib, Most: 10 * gib, Days: 10, Full: true}},
		{"the rate has doubled: the store will, too", 100 * gib, []Kept{{Bytes: 30 * gib, Written: 14 * gib, Window: week, Age: 30 * day, Keep: 30 * day}}, Forecast{Known: true, Daily: 2 * gib, Most: 30 * gib}},
		{"it may not pass its limit", 10 * gib, []Kept{{Bytes: 7 * gib, Written: 7 * gib, Window: week, Age: week, Limit: 9 * gib}}, Forecast{Known: true, Daily: gib, Most: 2 * gib}},
		{"above its limit already", 10 * gib, []Kept{{Bytes: 7 * gib, Written: 7 * gib, Window: week, Age: week, Limit: gib}}, Forecast{Known: true, Daily: gib}},
		{"nothing was written lately", gib, []Kept{{Bytes: gib, Window: week, Age: 20 * day, Keep: 30 * day}}, Forecast{Known: true}},
		{
			"kinds are added", 10 * gib,
			[]Kept{{Bytes: 7 * gib, Written: 7 * gib, Window: week, Age: week}, {Bytes: gib, Written: gib, Window: day, Age: day}},
			Forecast{Known: true, Daily: 2 * gib, Most: 10 * gib, Days: 5, Full: true},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Foresee(tt.room, tt.kept); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestForeseeMore: more room never fills sooner, and without an age at which
// records go, the day is room over rate.
func TestForeseeMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kept := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Kept {
			age := time.Duration(rapid.IntRange(0, 60*24).Draw(t, "hours")) * time.Hour
			k := Kept{Bytes: rapid.Int64Range(0, 1<<40).Draw(t, "bytes"), Age: age, Window: min(age, 7*day), Keep: time.Duration(rapid.IntRange(0, 60).Draw(t, "days")) * day}
			k.Written = rapid.Int64Range(0, k.Bytes).Draw(t, "written")
			return k
		}), 0, 5).Draw(t, "kept")
		room := rapid.Int64Range(-1, 1<<40).Draw(t, "room")
		few, many := Foresee(room, kept), Foresee(room+rapid.Int64Range(0, 1<<40).Draw(t, "more"), kept)
		if many.Full && (!few.Full || few.Days > many.Days) {
			t.Errorf("with less room %+v, with more %+v", few, many)
		}
		if few.Days > 0 && !few.Full || few.Days > horizon || few.Most < 0 {
			t.Errorf("%+v contradicts itself", few)
		}
		if len(kept) == 1 && kept[0].Keep == 0 && few.Full && few.Days > 1 && few.Days < horizon {
			rate := kept[0].daily()
			if float64(few.Days)*rate < float64(room)*0.999 || float64(few.Days-1)*rate > float64(room)*1.001 {
				t.Errorf("full on day %d, want %g", few.Days, float64(room)/rate)
			}
		}
	})
}
