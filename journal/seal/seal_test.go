package seal

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

const here = messages.ChannelID("test/w/here")

func begun(t testing.TB, epoch uint64) *Keys {
	t.Helper()
	k := New()
	if err := k.Begin(epoch); err != nil {
		t.Fatal(err)
	}
	return k
}

// copied returns keys as a later process loads them.
func copied(t testing.TB, k *Keys) *Keys {
	t.Helper()
	later := &Keys{}
	for n := range Parts {
		if err := later.LoadPart(n, k.Part(n)); err != nil {
			t.Fatal(err)
		}
	}
	return later
}

func sealed(t testing.TB, k *Keys, channel messages.ChannelID, kind Kind, text string) []byte {
	t.Helper()
	b, err := k.Seal(nil, channel, kind, []byte(text), []byte("beside"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func at(t testing.TB, b []byte) Position {
	t.Helper()
	p, err := PositionOf(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// opens reports whether the text is still there; one that is another fails.
func opens(t testing.TB, k *Keys, channel messages.ChannelID, b []byte, want string) bool {
	t.Helper()
	got, err := k.Open(nil, channel, b, []byte("beside"))
	switch {
	case errors.Is(err, ErrForgotten):
		return false
	case err != nil || string(got) != want:
		t.Fatalf("opened %q, %v; want %q", got, err, want)
	}
	return true
}

func TestSealAndOpen(t *testing.T) {
	k := begun(t, 1)
	b := sealed(t, k, here, Line, "a secret")
	if len(b) != len("a secret")+Overhead || bytes.Contains(b, []byte("secret")) {
		t.Errorf("sealed it is %q", b)
	}
	if !opens(t, k, here, b, "a secret") || !opens(t, copied(t, k), here, b, "a secret") {
		t.Error("it is forgotten at once")
	}
	for i := range b {
		changed := slices.Clone(b)
		changed[i] ^= 1
		if got, err := k.Open(nil, here, changed, []byte("beside")); err == nil {
			t.Errorf("with byte %d changed it opens as %q", i, got)
		}
	}
	for story, err := range map[string]error{
		"in another channel":           openError(k, here+"2", b, "beside"),
		"beside something else":        openError(k, here, b, "besides"),
		"that is cut":                  openError(k, here, b[:Overhead-1], "beside"),
		"of another store":             openError(begun(t, 1), here, b, "beside"),
		"by a process that only looks": func() error { _, err := copied(t, k).Seal(nil, here, Line, nil, nil); return err }(),
	} {
		if err == nil {
			t.Errorf("a text %s is opened or sealed", story)
		}
	}
}

func openError(k *Keys, channel messages.ChannelID, b []byte, beside string) error {
	_, err := k.Open(nil, channel, b, []byte(beside))
	return err
}

func TestBegin(t *testing.T) {
	for _, epoch := range []uint64{0, MostEpochs + 1} {
		if err := New().Begin(epoch); err == nil {
			t.Errorf("epoch %d is taken", epoch)
		}
	}
	first := begun(t, 7)
	before := sealed(t, first, here, Line, "before")
	later := copied(t, first)
	if err := later.Begin(8); err != nil {
		t.Fatal(err)
	}
	if after := sealed(t, later, here, Line, "after"); at(t, after) <= at(t, before) {
		t.Errorf("a later process seals at %s, after %s", at(t, after), at(t, before))
	}
}

// TestBeginMeanwhile: who begins another epoch while texts are sealed harms none of them.
func TestBeginMeanwhile(t *testing.T) {
	for _, short := range []bool{false, true} {
		k := begun(t, 1)
		if short {
			k.Shorten()
		}
		var beginning sync.WaitGroup
		var sealing atomic.Bool
		sealing.Store(true)
		beginning.Go(func() {
			for epoch := uint64(2); sealing.Load() && epoch < MostEpochs; epoch++ {
				if err := k.Begin(epoch); err != nil {
					t.Error(err)
				}
			}
		})
		var all [][]byte
		for range 2000 {
			all = append(all, sealed(t, k, here, Line, "a secret"))
		}
		sealing.Store(false)
		beginning.Wait()
		for _, b := range all {
			if !opens(t, k, here, b, "a secret") {
				t.Fatalf("short heads %v: what stands at %s is forgotten", short, at(t, b))
			}
		}
	}
}

// TestProperty forgets at random, and each time all that is left has to open,
// with these keys and with what a later process loads of them, and nothing else.
func TestProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		type text struct {
			channel messages.ChannelID
			bytes   []byte
			says    string
		}
		k := begun(t, uint64(rapid.IntRange(1, MostEpochs).Draw(rt, "epoch")))
		if rapid.Bool().Draw(rt, "short heads") {
			k.Shorten()
		}
		var kept, gone []text
		rt.Repeat(map[string]func(*rapid.T){
			"seal": func(rt *rapid.T) {
				channel := messages.ChannelID(fmt.Sprint("test/w/", rapid.IntRange(0, 2).Draw(rt, "channel")))
				kind := Kind(rapid.IntRange(0, int(kinds)-1).Draw(rt, "kind"))
				for range rapid.IntRange(1, 30).Draw(rt, "texts") {
					says := fmt.Sprint("text ", len(kept)+len(gone))
					kept = append(kept, text{channel, sealed(t, k, channel, kind, says), says})
				}
			},
			"forget": func(rt *rapid.T) {
				if len(kept) == 0 {
					rt.Skip("nothing to forget")
				}
				one := rapid.SampledFrom(kept).Draw(rt, "text")
				r := Only(at(t, one.bytes))
				switch rapid.SampledFrom([]string{"one", "before", "until now"}).Draw(rt, "which") {
				case "before":
					r.From = r.To.Kind().First()
				case "until now":
					r = Range{r.From.Kind().First(), k.Until(one.channel, r.From.Kind())}
				}
				k.Forget(one.channel, r)
				kept = slices.DeleteFunc(kept, func(o text) bool {
					p := at(t, o.bytes)
					forgotten := o.channel == one.channel && r.From <= p && p <= r.To
					if forgotten {
						gone = append(gone, o)
					}
					return forgotten
				})
			},
			"": func(*rapid.T) {
				for _, keys := range []*Keys{k, copied(t, k)} {
					for _, o := range kept {
						if !opens(t, keys, o.channel, o.bytes, o.says) {
							rt.Fatalf("%s at %s is forgotten", o.says, at(t, o.bytes))
						}
					}
					for _, o := range gone {
						if opens(t, keys, o.channel, o.bytes, o.says) {
							rt.Fatalf("%s at %s is not forgotten", o.says, at(t, o.bytes))
						}
					}
				}
			},
		})
	})
}

// TestNoNodeAboveAForgottenLeaf looks at the trees themselves: no key from which
// a forgotten one could be made is left.
func TestNoNodeAboveAForgottenLeaf(t *testing.T) {
	k := begun(t, 1)
	var b []byte
	for range 1000 {
		b = sealed(t, k, here, Line, "x")
	}
	p := uint64(at(t, b)) - 500
	hash := channelHash(here)
	root, _ := k.parts[partOf(hash)].upper.leaf(hash)
	k.Forget(here, Only(Position(p)))
	if _, kept := k.roots.get(hash); kept {
		t.Error("the channel's root is still remembered")
	}
	written := k.Part(partOf(hash))
	for level := range levels + 1 {
		above := root.down(p, 0, level)
		if bytes.Contains(written, above[:]) {
			t.Errorf("the key %d levels below the channel's is still written", level)
		}
	}
	if part := k.parts[partOf(hash)]; len(part.upper) == 0 || len(part.lower) != 1 {
		t.Errorf("%d nodes are left of the others, and %d channels", len(part.upper), len(part.lower))
	}
}

func TestForgettingAgain(t *testing.T) {
	k := begun(t, 1)
	r := Only(at(t, sealed(t, k, here, Note, "x")))
	if _, changed := k.Forget(here, r); !changed {
		t.Error("nothing changed the first time")
	}
	if _, changed := k.Forget(here, r, r); changed {
		t.Error("something changed the second time")
	}
}

// TestCursorsLetGo: more channels than the cache has room for, each heard
// twice: no position is given twice, and those of a channel grow.
func TestCursorsLetGo(t *testing.T) {
	const half = 1 << 12
	k := begun(t, 1)
	k.cursors.half, k.roots.half = half, half
	last := map[messages.ChannelID]Position{}
	for range 2 {
		for n := range 3 * half {
			channel := messages.ChannelID(fmt.Sprint("test/w/", n))
			p, _, _, err := k.next(channel, Line)
			if err != nil {
				t.Fatal(err)
			}
			if before, was := last[channel]; was && p <= before {
				t.Fatalf("%s is given %s after %s", channel, p, before)
			}
			if until := k.Until(channel, Line); until != p {
				t.Fatalf("%s is sealed until %s, its last is %s", channel, until, p)
			}
			last[channel] = p
		}
	}
	for channel, p := range last {
		if until := k.Until(channel, Line); until < p {
			t.Fatalf("%s is sealed until %s, its last is %s", channel, until, p)
		}
	}
}

// TestRunsFull: a channel that is written to without end goes on in the next
// run.
func TestRunsFull(t *testing.T) {
	k := begun(t, 1)
	var before Position
	for range 3 * (mostCount + 1) {
		p, leaf, _, err := k.next(here, Line)
		if err != nil || p <= before {
			t.Fatalf("%s after %s: %v", p, before, err)
		}
		if again, ok := k.leaf(here, p); !ok || again != leaf {
			t.Fatalf("%s: another key is found than was given", p)
		}
		before = p
	}
}

func FuzzLoadPart(f *testing.F) {
	k := begun(f, 1)
	k.Forget(here, Only(Line.First()+5))
	f.Add(k.Part(partOf(channelHash(here))))
	f.Add([]byte{partVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		k := &Keys{}
		if err := k.LoadPart(3, b); err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%v is no damage", err)
			}
			return
		}
		if err := (&Keys{}).LoadPart(3, k.Part(3)); err != nil {
			t.Errorf("what was loaded can't be loaded again: %v", err)
		}
	})
}

func BenchmarkSeal(b *testing.B) {
	k := begun(b, 1)
	text, room := make([]byte, 300), make([]byte, 0, 400)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Seal(room, here, Line, text, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	k := begun(b, 1)
	text, room := sealed(b, k, here, Line, string(make([]byte, 300))), make([]byte, 0, 400)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Open(room, here, text, []byte("beside")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenCold opens texts of channels that were not asked about before.
func BenchmarkOpenCold(b *testing.B) {
	k := begun(b, 1)
	text, room := sealed(b, k, here, Line, string(make([]byte, 300))), make([]byte, 0, 400)
	b.ReportAllocs()
	for b.Loop() {
		k.runs.clear()
		if _, err := k.Open(room, here, text, []byte("beside")); err != nil {
			b.Fatal(err)
		}
	}
}
