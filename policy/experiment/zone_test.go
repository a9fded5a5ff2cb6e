package experiment

import (
	"testing"
	"time"

	"familiar/policy/zone"
)

func zoned(t *testing.T, name string) (r Rules) {
	t.Helper()
	location, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	r.Zone = zone.Of(location)
	return r
}

// TestDaysOfZones: the days of a zone follow each other without a gap, also where
// clocks skip midnight (Cairo, Santiago), have it twice (Havana) or have left a day
// out (Apia).
func TestDaysOfZones(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Berlin", "America/New_York", "Africa/Cairo", "America/Santiago", "America/Havana", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Apia"} {
		r := zoned(t, name)
		for d := day(t, "2009-01-01"); d < day(t, "2027-01-01"); d++ {
			at := r.Start(d)
			if on := r.DayOf(at); on != d && (name != "Pacific/Apia" || d.String() != "2011-12-30") || r.DayOf(at-1) >= d {
				t.Fatalf("%s: %s begins at %s, which is on %s, and a moment before on %s", name, d, at, on, r.DayOf(at-1))
			}
		}
	}
	berlin := zoned(t, "Europe/Berlin")
	if got := berlin.Start(day(t, "2026-07-01")).Time().UTC(); !got.Equal(time.Date(2026, 6, 30, 22, 0, 0, 0, time.UTC)) {
		t.Errorf("in Berlin July begins at %v", got)
	}
}

// TestOldDigest: plans without a zone and lines have the digest that decisions made
// before there were any carry.
func TestOldDigest(t *testing.T) {
	const was = "12bf9e77"
	p := calmer(t)
	if got := p.Digest(); got != was {
		t.Errorf("the plan is %s, was %s", got, was)
	}
	if p.Rules.Zone = zoned(t, "UTC").Zone; p.Digest() != was {
		t.Error("UTC is not the same as no zone")
	}
}
