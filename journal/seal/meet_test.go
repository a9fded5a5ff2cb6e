package seal

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// met has keys meet all parts of others and says what it was told.
func met(t testing.TB, k, others *Keys) (less, more bool) {
	t.Helper()
	for n := range Parts {
		l, m, err := k.Meet(n, others.Part(n))
		if err != nil {
			t.Fatal(err)
		}
		less, more = less || l, more || m
	}
	return less, more
}

// TestMeetProperty: two processes forget at random; when they meet, each opens just
// what neither has forgotten, whoever meets whom, and meeting again changes nothing.
func TestMeetProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		type text struct {
			channel messages.ChannelID
			bytes   []byte
		}
		one := begun(t, 1)
		other := copied(t, one)
		if err := other.Begin(2); err != nil {
			rt.Fatal(err)
		}
		keys := []*Keys{one, other}
		var all []text
		gone := map[int]bool{}
		var lost [2]bool // who has forgotten something the other does not know of
		rt.Repeat(map[string]func(*rapid.T){
			"seal": func(rt *rapid.T) {
				by := rapid.SampledFrom(keys).Draw(rt, "by")
				channel := messages.ChannelID(fmt.Sprint("test/w/", rapid.IntRange(0, 2).Draw(rt, "channel")))
				for range rapid.IntRange(1, 20).Draw(rt, "texts") {
					all = append(all, text{channel, sealed(t, by, channel, Line, "text")})
				}
			},
			"forget": func(rt *rapid.T) {
				if len(all) == 0 {
					rt.Skip("nothing to forget")
				}
				by := rapid.IntRange(0, 1).Draw(rt, "by")
				one := rapid.SampledFrom(all).Draw(rt, "text")
				r := Only(at(t, one.bytes))
				if rapid.Bool().Draw(rt, "before too") {
					r.From = r.To.Kind().Of(r.To.Epoch()).From // the other's go on growing
				}
				_, changed := keys[by].Forget(one.channel, r)
				lost[by] = lost[by] || changed
				for i, o := range all {
					if p := at(t, o.bytes); o.channel == one.channel && r.From <= p && p <= r.To {
						gone[i] = true
					}
				}
			},
			"meet": func(rt *rapid.T) {
				by := rapid.IntRange(0, 1).Draw(rt, "by")
				less, more := met(t, keys[by], keys[1-by])
				if less && !lost[1-by] || more && !lost[by] {
					rt.Fatalf("less %v, more %v; they had forgotten %v", less, more, lost)
				}
				again := copied(t, keys[1-by])
				met(t, again, keys[by]) // the other way round
				if less, more := met(t, keys[by], again); less || more {
					rt.Fatalf("it matters who meets whom: less %v, more %v", less, more)
				}
				met(t, keys[1-by], keys[by])
				lost = [2]bool{}
				for _, k := range keys {
					for i, o := range all {
						if opens(t, k, o.channel, o.bytes, "text") == gone[i] {
							rt.Fatalf("text %d at %s: opened %v, forgotten %v", i, at(t, o.bytes), !gone[i], gone[i])
						}
					}
				}
			},
		})
	})
}

// TestMeetAnotherJournals: keys of another journal are refused, and change nothing.
func TestMeetAnotherJournals(t *testing.T) {
	k := begun(t, 1)
	b := sealed(t, k, here, Line, "x")
	n := partOf(channelHash(here))
	if _, _, err := k.Meet(n, begun(t, 1).Part(n)); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v, want ErrDamaged", err)
	}
	if !opens(t, k, here, b, "x") {
		t.Error("its text is gone")
	}
}

// FuzzMeet: whatever is met, no leaf is won.
func FuzzMeet(f *testing.F) {
	k := begun(f, 1)
	n := partOf(channelHash(here))
	k.Forget(here, Only(Line.First()+5))
	whole := k.Part(n)
	f.Add(whole)
	f.Add(begun(f, 1).Part(n))
	k.Forget(here, Only(Line.First()+7))
	f.Add(k.Part(n))
	f.Fuzz(func(t *testing.T, b []byte) {
		k := &Keys{}
		if err := k.LoadPart(n, whole); err != nil {
			t.Fatal(err)
		}
		if _, _, err := k.Meet(n, b); err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%v is no damage", err)
		}
		if _, ok := k.leaf(here, Line.First()+5); ok {
			t.Error("what was forgotten is there again")
		}
		if _, _, err := k.Meet(n, k.Part(n)); err != nil {
			t.Errorf("what was met can't be met again: %v", err)
		}
	})
}

// BenchmarkMeet meets a part in which a thousand texts were forgotten one by one.
func BenchmarkMeet(b *testing.B) {
	k := begun(b, 1)
	n := partOf(channelHash(here))
	for i := range 1000 {
		k.Forget(here, Only(Line.First()+Position(i*1000)))
	}
	others := k.Part(n)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := k.Meet(n, others); err != nil {
			b.Fatal(err)
		}
	}
}
