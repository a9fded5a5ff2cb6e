package budget

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

const noon messages.Instant = 1_772_366_400_000 // 2026-03-01T12:00:00Z

// free is a budget without limits, in which the model "usd" costs a dollar a
// token.
func free() Config {
	c := Default()
	c.Prices = map[string]Price{"usd": {Input: 1e6, Output: 1e6}}
	return c
}

// play runs a script, beginning at noon, and gives the changes it made.
func play(t *testing.T, l *Ledger, script string, c *Config) string {
	t.Helper()
	now := noon
	out := l.Tick(now, c, nil)
	for move := range strings.SplitSeq(script, ", ") {
		var reserved uint64
		if strings.HasPrefix(move, "#") {
			n, rest, _ := strings.Cut(move[1:], " ")
			reserved, move = number(t, n), rest
		}
		who, amount, pays := strings.Cut(move, " ")
		familiar, channel, _ := strings.Cut(strings.TrimPrefix(who, "+"), "@")
		call := Call{Channel: messages.ChannelID(channel), Familiar: messages.FamiliarID(familiar), Model: "usd"}
		limit, limits := strings.CutPrefix(move, "day=")
		gone, releases := strings.CutPrefix(move, "-#")
		switch {
		case releases:
			out = l.Release(now, number(t, gone), c, out)
		case limits:
			c.Day = dollars(t, limit)
			out = l.Tick(now, c, out)
		case !pays:
			pause, err := time.ParseDuration(move)
			if err != nil {
				t.Fatal(err)
			}
			now = now.Add(pause)
			out = l.Tick(now, c, out)
		case strings.HasPrefix(move, "+"):
			_, out = l.Reserve(now, call, Usage{Cost: dollars(t, amount)}, c, out)
		default:
			out = l.Spend(now, call, Usage{Cost: dollars(t, amount)}, reserved, c, out)
		}
	}
	return told(out)
}

func dollars(t *testing.T, text string) float64 {
	t.Helper()
	usd, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return usd
}

func number(t *testing.T, text string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func told(changes []Change) string {
	words := make([]string, len(changes))
	for i, change := range changes {
		of := "all"
		switch {
		case change.Familiar != "":
			of = string(change.Familiar)
		case change.Channel != "":
			of = "@" + string(change.Channel)
		}
		words[i] = fmt.Sprintf("%s:%d", of, change.Step)
	}
	return strings.Join(words, " ")
}

// balanced checks that all the totals say the same.
func balanced(t testing.TB, l *Ledger) {
	t.Helper()
	sum := func(dropped Money, tallies []Tally) (held, ever Money) {
		ever = dropped
		for _, tally := range tallies {
			held, ever = held+tally.Held, ever+tally.Ever
		}
		return held, ever
	}
	var open Money
	for _, r := range l.Open {
		open += r.Amount
	}
	for _, book := range []struct {
		of      string
		dropped Money
		tallies []Tally
	}{
		{"channels", l.Channels.Dropped, tallied(l.Channels)},
		{"familiars", l.Familiars.Dropped, tallied(l.Familiars)},
	} {
		held, ever := sum(book.dropped, book.tallies)
		if held != open || l.All.Held != open {
			t.Fatalf("%v is reserved, the %s hold %v and the whole %v", open, book.of, held, l.All.Held)
		}
		if ever != l.All.Ever {
			t.Fatalf("%v was spent, the %s say %v", l.All.Ever, book.of, ever)
		}
	}
}

func tallied[K ~string](b Book[K]) []Tally {
	var all []Tally
	for _, e := range b.Entries {
		all = append(all, e.Tally)
	}
	return all
}
