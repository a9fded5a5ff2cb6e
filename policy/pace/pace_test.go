package pace

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

func TestPostAt(t *testing.T) {
	steady := Default() // 20 read and 25 typed in a second
	steady.On, steady.Jitter = true, 0
	unread, off := steady, steady
	unread.Read, off.On = 0, false
	const ordered messages.Instant = 1_000_000
	for _, tt := range []struct {
		what   string
		config Config
		part   Part
		want   messages.Instant
	}{
		{"it reads, then types", steady, Part{Ready: ordered, Since: ordered, Read: 40, Chars: 50}, ordered + 4_000},
		{"a slow model has used up the pause", steady, Part{Ready: ordered + 9_000, Since: ordered, Read: 40, Chars: 50}, ordered + 9_000},
		{"and half of it when half as slow", steady, Part{Ready: ordered + 2_500, Since: ordered, Read: 40, Chars: 50}, ordered + 4_000},
		{"a further part is only typed", steady, Part{Ready: ordered, Since: ordered + 4_000, Chars: 50}, ordered + 6_000},
		{"a word takes the least there is", steady, Part{Ready: ordered, Since: ordered, Chars: 2}, ordered + 800},
		{"an essay takes no more than the most", steady, Part{Ready: ordered, Since: ordered, Read: 9_000, Chars: 9_000}, ordered + 10_000},
		{"without a reading speed it is only typed", unread, Part{Ready: ordered, Since: ordered, Read: 9_000, Chars: 50}, ordered + 2_000},
		{"off, it is posted at once", off, Part{Ready: ordered, Since: ordered, Read: 40, Chars: 50}, ordered},
		{"after a part that came late it is typed all the same", steady, Part{Ready: ordered, Since: ordered + 60_000, Chars: 50}, ordered + 62_000},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := tt.config.PostAt(tt.part); got != tt.want {
				t.Errorf("got %d ms after the order, want %d", got-ordered, tt.want-ordered)
			}
		})
	}
}

func TestPausesKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pause := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(LongestPause)).Draw(t, name))
		}
		c := Config{
			On:   true,
			Read: rapid.Float64Range(0, 1e9).Draw(t, "read"), ReadMost: pause("read_most"),
			Type: rapid.Float64Range(0, 1e9).Draw(t, "type"), Least: pause("least"), Most: pause("most"),
			Jitter: rapid.Float64Range(0, 1).Draw(t, "jitter"),
		}
		if c.Validate() != nil {
			t.Skip("not valid")
		}
		chars, seed, k := rapid.Int().Draw(t, "chars"), rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 1000).Draw(t, "k")
		if d := c.TypingTime(chars, seed, k); d < c.Least || d > c.Most {
			t.Fatalf("it types for %v, want %v to %v", d, c.Least, c.Most)
		}
		if d := c.ReadingTime(chars, seed, k); d < 0 || d > c.ReadMost {
			t.Fatalf("it reads for %v, want 0s to %v", d, c.ReadMost)
		}
		first := c.TypingTime(chars, seed, k)
		if again := c.TypingTime(chars, seed, k); again != first {
			t.Fatalf("it types for %v, then for %v", first, again)
		}
		p := Part{Ready: 5_000_000, Since: messages.Instant(rapid.Int64Range(0, 9_000_000).Draw(t, "since")), Read: chars, Chars: chars, Seed: seed, K: k}
		if at := c.PostAt(p); at < p.Ready || at > max(p.Ready, p.Since).Add(c.ReadMost+c.Most) {
			t.Fatalf("ready at %d, since %d, posted at %d: want at most %v later", p.Ready, p.Since, at, c.ReadMost+c.Most)
		}
	})
}

func TestJitterSpreadsEvenly(t *testing.T) {
	c := Config{On: true, Read: 10, ReadMost: LongestPause, Type: 10, Most: LongestPause, Jitter: 0.5}
	const n = 4000
	var sum, least, most time.Duration
	least = LongestPause
	for k := range n {
		d := c.TypingTime(100, 7, k) // ten seconds, off by up to five
		sum, least, most = sum+d, min(least, d), max(most, d)
		if k < 100 && d == c.ReadingTime(100, 7, k) {
			t.Errorf("k = %d: reading and typing draw alike", k)
		}
	}
	if mean := sum / n; mean < 9800*time.Millisecond || mean > 10200*time.Millisecond {
		t.Errorf("mean %v, want about 10s", mean)
	}
	if least < 5*time.Second || least > 5100*time.Millisecond || most > 15*time.Second || most < 14900*time.Millisecond {
		t.Errorf("between %v and %v, want nearly all of 5s to 15s", least, most)
	}
}

func TestShows(t *testing.T) {
	for _, tt := range []struct {
		what   string
		typing Typing
		spoken bool
		want   bool
	}{
		{"sure: not while it may stay silent", Sure, false, false},
		{"sure: once it says something", Sure, true, true},
		{"turn: from its beginning", Turn, false, true},
		{"turn: to its end", Turn, true, true},
		{"never: not even then", Never, true, false},
		{"nothing said is never", "", true, false},
	} {
		if got := tt.typing.Shows(tt.spoken); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}

func TestValidate(t *testing.T) {
	on := Default()
	on.On = true
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   []string // parts of the error; none: it is valid
	}{
		{"the default, switched on, is valid", func(*Config) {}, nil},
		{"off, the pauses don't matter", func(c *Config) { *c = Config{Most: -1} }, nil},
		{"off, typing still does", func(c *Config) { *c = Config{Typing: "often"} }, []string{`typing = "often": want one of [never sure turn]`}},
		{"negative speeds", func(c *Config) { c.Read, c.Type = -1, -2 }, []string{"read = -1", "type = -2"}},
		{"a speed that is none", func(c *Config) { c.Type = math.NaN() }, []string{"type = NaN"}},
		{"a speed beyond all", func(c *Config) { c.Read = math.Inf(1) }, []string{"read = +Inf"}},
		{"bounds the wrong way round", func(c *Config) { c.Least = 10 * time.Second }, []string{"most = 6s: want at least least, 10s"}},
		{"a negative least", func(c *Config) { c.Least = -1 }, []string{"least = -1ns"}},
		{"pauses too long to post ten parts", func(c *Config) { c.Most, c.ReadMost = time.Minute, time.Minute }, []string{"most = 1m0s", "read_most = 1m0s"}},
		{"more jitter than pause", func(c *Config) { c.Jitter = 1.5 }, []string{"jitter = 1.5"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := on
			tt.change(&c)
			err := c.Validate()
			if (err == nil) != (tt.want == nil) {
				t.Fatalf("got %v, want an error with %q", err, tt.want)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want an error with %q", err, want)
				}
			}
		})
	}
}

func BenchmarkPostAt(b *testing.B) {
	c := Default()
	c.On = true
	b.ReportAllocs()
	for b.Loop() {
		if c.PostAt(Part{Ready: 1000, Since: 1000, Read: 80, Chars: 120, Seed: 7, K: 3}) <= 1000 {
			b.Fatal("no pause")
		}
	}
}

// TestDrawsStay: a replay of an old journal must find the same pauses. They are
// those of SplitMix64 as published, seeded with 7.
func TestDrawsStay(t *testing.T) {
	c := Config{On: true, Read: 10, ReadMost: LongestPause, Type: 10, Most: LongestPause, Jitter: 0.5}
	for k, want := range []struct{ read, typed time.Duration }{
		{8898 * time.Millisecond, 5167 * time.Millisecond},
		{14007 * time.Millisecond, 10829 * time.Millisecond},
	} {
		read, typed := c.ReadingTime(100, 7, k).Truncate(time.Millisecond), c.TypingTime(100, 7, k).Truncate(time.Millisecond)
		if read != want.read || typed != want.typed {
			t.Errorf("k = %d: reads %v and types %v, want %v and %v", k, read, typed, want.read, want.typed)
		}
	}
}
