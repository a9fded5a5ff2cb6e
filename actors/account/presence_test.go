package account

import (
	"testing"
	"time"
)

// TestLimited: the latest moment that the network named counts, until it is over.
func TestLimited(t *testing.T) {
	p, now := NewPresence(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p.limited("first", now.Add(time.Minute))
	p.limited("first", now.Add(time.Second))
	if until := p.LimitedUntil("first", now); !until.Equal(now.Add(time.Minute)) {
		t.Errorf("it is limited until %v", until)
	}
	if until := p.LimitedUntil("first", now.Add(time.Minute)); !until.IsZero() || p.Look(now.Add(time.Hour)) {
		t.Errorf("it is limited until %v, or away for that", until)
	}
	if until := p.LimitedUntil("second", now); !until.IsZero() {
		t.Errorf("another account is limited until %v", until)
	}
}

// TestPresence plays an account's connection: "+" it begins to listen, "-" it
// has lost its network, a duration passes.
func TestPresence(t *testing.T) {
	for _, tt := range []struct {
		what string
		play []string
		want bool
	}{
		{"an account that has not begun is not away", nil, false},
		{"one that listens is not", []string{"+", "1h"}, false},
		{"a short loss is nothing", []string{"+", "1h", "-", "29s"}, false},
		{"a long one is", []string{"+", "1h", "-", "30s"}, true},
		{"it is back once it has listened for a while", []string{"+", "1h", "-", "1h", "+", "5s"}, false},
		{"and not before", []string{"+", "1h", "-", "1h", "+", "4s"}, true},
		{"a connection that is lost at once is none", []string{"+", "1h", "-", "15s", "+", "1s", "-", "15s"}, true},
		{"one that lasted is one", []string{"+", "1h", "-", "15s", "+", "5s", "-", "15s"}, false},
		{"one that never had its network is away in the end", []string{"+", "-", "30s"}, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p, now := NewPresence(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
			for _, word := range tt.play {
				switch word {
				case "+", "-":
					p.Listening("first", word == "+", now)
				default:
					d, err := time.ParseDuration(word)
					if err != nil {
						t.Fatal(err)
					}
					now = now.Add(d)
				}
			}
			if changed := p.Look(now); changed != tt.want || p.IsAbsent("first") != tt.want || p.Look(now) {
				t.Errorf("after %q it changed %v and is away %v, want %v, and no change after that", tt.play, changed, p.IsAbsent("first"), tt.want)
			}
		})
	}
}
