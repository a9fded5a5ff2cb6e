package schedule

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/robfig/cron/v3"

	"familiar/internal/bounds"
)

// What a rule may ask for.
const (
	// RulesMost is how many rules a familiar has in a channel at most.
	RulesMost = 16

	nameMost    = 40   // bytes
	promptMost  = 4000 // code points
	leastApart  = 5 * time.Minute
	leastQuiet  = time.Minute
	mostQuiet   = 366 * 24 * time.Hour
	mostAbout   = 12 * time.Hour
	mostOverdue = 24 * time.Hour
)

// A Rule is one occasion at which a familiar speaks by itself, as an operator
// writes it: by a clock or after a silence.
type Rule struct {
	Name    string        `toml:"name"`    // what notes call it, of a-z, 0-9 and "-"; always to be given
	Cron    string        `toml:"cron"`    // minute, hour, day, month and weekday, "0 9 * * MON-FRI"; "": it is by Silence
	Zone    string        `toml:"zone"`    // whose clock Cron means, as the tz database names it; default "": UTC
	About   time.Duration `toml:"about"`   // it comes up to so long before or after the minute, drawn anew each time; at most 12h; default 0: on the minute
	Silence time.Duration `toml:"silence"` // after people have said nothing for so long, once in a silence; default 0: it is by Cron
	Overdue time.Duration `toml:"overdue"` // later than this it is left out; at most 24h; default 1h
	Prompt  string        `toml:"prompt"`  // what the familiar is told the occasion is; always to be given
}

// Start implements the configuration's Starter: it fills in the defaults.
func (r *Rule) Start(map[string]any) { *r = Rule{Overdue: time.Hour} }

// ValidateAll says what is wrong with the rules of one familiar, all of it, but
// not whether their zones exist: that [New] finds out.
func ValidateAll(rules []Rule) error {
	var errs []error
	if len(rules) > RulesMost {
		errs = append(errs, fmt.Errorf("%d schedules: want at most %d", len(rules), RulesMost))
	}
	seen := make(map[string]bool, len(rules))
	for i := range rules {
		r := &rules[i]
		if err := r.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("schedule[%d]: %w", i+1, err))
		} else if seen[r.Name] {
			errs = append(errs, fmt.Errorf("schedule[%d]: name = %q: another one is called so, too", i+1, r.Name))
		}
		seen[r.Name] = true
	}
	return errors.Join(errs...)
}

// Validate says what is wrong, all of it.
func (r *Rule) Validate() error {
	fields := []bounds.Field{
		bounds.Must(isName(r.Name), "name = %q: want up to %d of a-z, 0-9 and -", r.Name, nameMost),
		bounds.Must((r.Cron == "") != (r.Silence == 0), "want either cron or silence"),
		bounds.Between("about", r.About, 0, mostAbout),
		bounds.Between("overdue", r.Overdue, time.Minute, mostOverdue),
		bounds.Must(strings.TrimSpace(r.Prompt) != "", "prompt is empty: want what the familiar is told the occasion is"),
		bounds.Must(utf8.RuneCountInString(r.Prompt) <= promptMost, "prompt is too long: want at most %d characters", promptMost),
		bounds.Must(r.Zone != "Local", `zone = "Local": want a name such as "Europe/Berlin", which means the same on every machine`),
	}
	if r.Cron != "" {
		spec, err := parse(r.Cron)
		fields = append(fields, bounds.Err(err))
		if err == nil && r.About > 0 {
			apart := closest(spec)
			fields = append(fields, bounds.Must(2*r.About <= apart, "about = %v: want at most half of the %v that occurrences are apart", r.About, apart))
		}
	} else {
		fields = append(fields,
			bounds.Must(r.Silence == 0 || r.Silence >= leastQuiet && r.Silence <= mostQuiet, "silence = %v: want %v to %v", r.Silence, leastQuiet, mostQuiet),
			bounds.Must(r.Zone == "" && r.About == 0, "zone and about go with cron, not with silence"))
	}
	return bounds.Check(fields...)
}

func isName(s string) bool {
	return s != "" && len(s) <= nameMost && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// parse reads five fields of cron. What else the library reads is refused: a
// zone in front, which it looks up while it reads, and "@every", which has no
// clock on a wall.
func parse(text string) (*cron.SpecSchedule, error) {
	if strings.ContainsAny(text, "=@") {
		return nil, fmt.Errorf(`cron = %q: want five fields such as "0 9 * * MON-FRI", and the zone in zone`, text)
	}
	read, err := cron.ParseStandard(text)
	if err != nil {
		return nil, fmt.Errorf("cron = %q: %w", text, err)
	}
	spec, ok := read.(*cron.SpecSchedule)
	if !ok {
		return nil, fmt.Errorf(`cron = %q: want five fields such as "0 9 * * MON-FRI"`, text)
	}
	if spec.Next(someday).IsZero() {
		return nil, fmt.Errorf("cron = %q: there is no such day", text)
	}
	if apart := closest(spec); apart < leastApart {
		return nil, fmt.Errorf("cron = %q: it comes again after %v, want at least %v", text, apart, leastApart)
	}
	return spec, nil
}

// looksAt is how many occurrences are looked at to find out how close together a
// schedule's are.
const looksAt = 400

// closest returns how close together the occurrences of a schedule can be, as a
// clock that is never put forward or back shows them.
func closest(spec *cron.SpecSchedule) time.Duration {
	least := 24 * 366 * time.Hour
	at := spec.Next(someday)
	for range looksAt {
		next := spec.Next(at)
		if next.IsZero() {
			break
		}
		least, at = min(least, next.Sub(at)), next
	}
	return least
}

// someday is where looking at a schedule begins.
var someday = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
