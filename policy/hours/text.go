package hours

import (
	"fmt"
	"strings"
)

// Days is a set of weekdays; bit 0 is Sunday, as in [time.Weekday].
type Days uint8

// EveryDay is all seven.
const EveryDay Days = 1<<7 - 1

var dayNames = [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}

func (d Days) has(day int) bool { return d&(1<<day) != 0 }

// String lists the days, Monday first: "Mon,Tue".
func (d Days) String() string {
	var names []string
	for i := range 7 {
		if on := (i + 1) % 7; d.has(on) {
			names = append(names, dayNames[on])
		}
	}
	return strings.Join(names, ",")
}

// String returns the span as UnmarshalText reads it.
func (s Span) String() string {
	times := fmt.Sprintf("%02d:%02d-%02d:%02d", s.From/60, s.From%60, s.To/60, s.To%60)
	if s.Days == EveryDay {
		return times
	}
	return s.Days.String() + " " + times
}

// MarshalText returns [Span.String].
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads "22:00-07:00", "Mon-Fri 09:00-17:30" or "Sat,Sun". A
// range of days may run over the week's end. On an error the span stays what
// it was.
func (s *Span) UnmarshalText(text []byte) error {
	read := Span{Days: EveryDay, To: day}
	var err error
	fields := strings.Fields(string(text))
	if len(fields) > 0 && !strings.Contains(fields[0], ":") {
		if read.Days, err = parseDays(fields[0]); err != nil {
			return err
		}
		fields = fields[1:]
	} else if len(fields) != 1 {
		return fmt.Errorf(`span %q: want "22:00-07:00", "Mon-Fri 09:00-17:30" or "Sat,Sun"`, text)
	}
	switch len(fields) {
	case 0:
	case 1:
		if err := read.times(fields[0]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("span %q: want only days and times", text)
	}
	if err := read.Validate(); err != nil {
		return fmt.Errorf("span %q: %w", text, err)
	}
	*s = read
	return nil
}

// times reads "HH:MM-HH:MM".
func (s *Span) times(text string) error {
	from, to, _ := strings.Cut(text, "-")
	var ok1, ok2 bool
	s.From, ok1 = clock(from)
	s.To, ok2 = clock(to)
	if !ok1 || !ok2 {
		return fmt.Errorf("times %q: want two between 00:00 and 24:00, such as 22:00-07:00", text)
	}
	if s.To == 0 { // the midnight that ends the day
		s.To = day
	}
	return nil
}

// clock reads "HH:MM" as minutes after midnight.
func clock(text string) (minutes int, ok bool) {
	if len(text) != 5 || text[2] != ':' {
		return 0, false
	}
	for _, i := range []int{0, 1, 3, 4} {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
	}
	hour, minute := int(text[0]-'0')*10+int(text[1]-'0'), int(text[3]-'0')*10+int(text[4]-'0')
	return hour*60 + minute, minute < 60 && hour*60+minute <= day
}

// parseDays reads "Mon-Fri,Sun"; case doesn't matter.
func parseDays(text string) (Days, error) {
	var days Days
	for part := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		first, last := dayOf(from), dayOf(to)
		if first < 0 || last < 0 {
			return 0, fmt.Errorf("days %q: want Mon, Tue, Wed, Thu, Fri, Sat, Sun or ranges of them, separated by commas", text)
		}
		for d := first; ; d = (d + 1) % 7 {
			days |= 1 << d
			if d == last {
				break
			}
		}
	}
	return days, nil
}

// dayOf returns the number of a day's name; -1: it is none.
func dayOf(name string) int {
	for i, known := range dayNames {
		if strings.EqualFold(name, known) {
			return i
		}
	}
	return -1
}
