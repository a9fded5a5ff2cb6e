package admission

import (
	"strings"
	"time"
)

// longest is what a longer duration is cut to.
const longest = 366 * 24 * time.Hour

// duration reads how long people say something should last: "30m", "1h30m",
// "2 hours", "for an hour", "half an hour", "an hour and 30 minutes". A bare
// number is minutes. More than 366 days is cut to that; nothing, zero and
// whatever else isn't understood gives false. The text is folded already.
func duration(text string) (time.Duration, bool) {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "for" {
		words = words[1:]
	}
	if len(words) == 3 && words[0] == "half" && words[1] == "an" && units[words[2]] == time.Hour {
		return time.Hour / 2, true
	}
	var total time.Duration
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "and" && i > 0 && i < len(words)-1:
			continue
		case word == "a" || word == "an" || digits(word) == len(word):
			unit := ""
			if i+1 < len(words) {
				unit, i = words[i+1], i+1
			} else if len(words) == 1 && word[0] <= '9' {
				unit = "m"
			}
			if !add(&total, word, unit) {
				return 0, false
			}
		default:
			if !addPacked(&total, word) {
				return 0, false
			}
		}
	}
	return total, total > 0
}

// addPacked adds numbers with their units in one word, "1h30m".
func addPacked(total *time.Duration, word string) bool {
	for word != "" {
		n := digits(word)
		unit := strings.TrimLeftFunc(word[n:], func(r rune) bool { return r < '0' || r > '9' })
		end := len(word) - len(unit)
		if n == 0 || !add(total, word[:n], word[n:end]) {
			return false
		}
		word = word[end:]
	}
	return true
}

// add adds so many units to a total; "a" and "an" are one.
func add(total *time.Duration, number, unit string) bool {
	n := 0
	for _, r := range number {
		if r == 'a' {
			n = 1
			break
		}
		if n < 10_000 { // far beyond the longest; more could overflow
			n = n*10 + int(r-'0')
		}
	}
	each, ok := units[unit]
	if !ok {
		return false
	}
	if int(longest/each) < n {
		*total = longest
	} else {
		*total = min(longest, *total+time.Duration(n)*each)
	}
	return true
}

// digits returns how many digits a text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

const day = 24 * time.Hour

var units = map[string]time.Duration{
	"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": day, "day": day, "days": day,
	"w": 7 * day, "week": 7 * day, "weeks": 7 * day,
}
