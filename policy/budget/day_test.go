package budget

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/zone"
)

func at(t *testing.T, text string) messages.Instant {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return messages.InstantOf(moment)
}

func TestDay(t *testing.T) {
	for _, tt := range []struct {
		what, zone, now string
		day, ends       string
	}{
		{"without a zone midnight is UTC's", "", "2026-03-01T23:59:59Z", "2026-03-01", "2026-03-02T00:00:00Z"},
		{"midnight belongs to the new day", "UTC", "2026-03-02T00:00:00Z", "2026-03-02", "2026-03-03T00:00:00Z"},
		{"east of it the day is over sooner", "Europe/Berlin", "2026-03-01T23:30:00Z", "2026-03-02", "2026-03-02T23:00:00Z"},
		{"west of it later", "America/Los_Angeles", "2026-03-02T07:59:00Z", "2026-03-01", "2026-03-02T08:00:00Z"},
		{"the day clocks go forward has 23 hours", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29", "2026-03-29T22:00:00Z"},
		{"the day they go back has 25", "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25", "2026-10-25T23:00:00Z"},
		{"before 1970 there were days", "UTC", "1969-12-31T12:00:00Z", "1969-12-31", "1970-01-01T00:00:00Z"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var c Config
			if err := c.Zone.UnmarshalText([]byte(tt.zone)); err != nil {
				t.Fatal(err)
			}
			day, ends := c.day(at(t, tt.now))
			if day.String() != tt.day || ends != at(t, tt.ends) {
				t.Errorf("%v, until %v; want %s, until %s", day, ends, tt.day, tt.ends)
			}
		})
	}
}

// TestEveryDayEnds walks through a year hour by hour, in zones whose midnight
// some days has not: a day's end lies ahead, and every date comes in its turn.
func TestEveryDayEnds(t *testing.T) {
	for _, name := range []string{"UTC", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "America/Havana", "Pacific/Apia"} {
		t.Run(name, func(t *testing.T) {
			var c Config
			if err := c.Zone.UnmarshalText([]byte(name)); err != nil {
				t.Fatal(err)
			}
			now := at(t, "2018-01-01T12:00:00Z")
			last, _ := c.day(now)
			for range 365 * 24 {
				now = now.Add(time.Hour)
				day, ends := c.day(now)
				if ends <= now || ends.Sub(now) > 26*time.Hour || day < last || day > last+1 {
					t.Fatalf("at %v it is %v until %v, after %v", now, day, ends, last)
				}
				last = day
			}
		})
	}
}

func TestAnotherZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what     string
		from, to zone.Zone
		after    time.Duration // from noon UTC, when the zone's first tick is
		today    Money
	}{
		{"a zone whose midnight has been waits for the old one's", zone.Zone{}, zone.Of(berlin), 11*time.Hour + 30*time.Minute, Dollar},
		{"and begins the day with it", zone.Zone{}, zone.Of(berlin), 12 * time.Hour, 0},
		{"a zone whose midnight is to come goes on with the day", zone.Of(berlin), zone.Zone{}, 11*time.Hour + 30*time.Minute, Dollar},
		{"until that", zone.Of(berlin), zone.Zone{}, 12 * time.Hour, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := free()
			c.Zone = tt.from
			var l Ledger
			l.Spend(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 0, &c, nil)
			c.Zone = tt.to
			l.Tick(noon.Add(tt.after), &c, nil)
			if l.All.Today != tt.today {
				t.Errorf("today's total is %v, want %v", l.All.Today, tt.today)
			}
			if l.Due() <= l.Now {
				t.Errorf("due again at %v, which is not after %v", l.Due(), l.Now)
			}
		})
	}
}
