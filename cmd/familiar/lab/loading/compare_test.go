package loading

import (
	"strings"
	"testing"
	"time"

	"familiar/lab/load"
)

func TestComparison(t *testing.T) {
	took := func(p99 time.Duration) (r load.Report) {
		r.Latency.Handed.P99 = p99
		return r
	}
	for _, tt := range []struct {
		story               string
		before, with, after time.Duration
		want                string
	}{
		{"twice as slow is allowed", 4 * time.Millisecond, 8 * time.Millisecond, 4 * time.Millisecond, ""},
		{"slower is not", 4 * time.Millisecond, 9 * time.Millisecond, 3 * time.Millisecond, "hang in one channel delays the others: p99 9ms, without it 4ms"},
		{"the slower quiet run counts", 4 * time.Millisecond, 9 * time.Millisecond, 5 * time.Millisecond, ""},
		{"less than a millisecond is noise", 100 * time.Microsecond, time.Millisecond, 100 * time.Microsecond, ""},
	} {
		c := comparison{[]trouble{"", hang, ""}, []load.Report{took(tt.before), took(tt.with), took(tt.after)}}
		if got := strings.Join(c.faults(), "; "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
		var printed strings.Builder
		if err := c.print(&printed); err != nil || strings.Count(printed.String(), "\n") != 4 {
			t.Errorf("%s: printed\n%s%v", tt.story, &printed, err)
		}
	}
}
