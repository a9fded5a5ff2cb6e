package messages

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"familiar/internal/compact"
)

// TestKeptLines: whatever a line has is found again, in a log of its channel and of
// another one.
func TestKeptLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := anyLine().Draw(t, "line")
		if len(line.Mentions) == 0 { // an empty list is read as none
			line.Mentions = nil
		}
		if len(line.Roles) == 0 {
			line.Roles = nil
		}
		if len(line.Attachments) == 0 {
			line.Attachments = nil
		}
		of := rapid.SampledFrom([]ChannelID{line.Channel, "test/w/other", ""}).Draw(t, "log")
		var repeats *Repeats
		if rapid.Bool().Draw(t, "repeats") {
			repeats = new(Repeats)
		}
		for _, want := range []Event{Heard{line}, AlsoHeard{line}, Edited{line}} {
			b, err := AppendKept([]byte("x"), want, of)
			if err != nil {
				t.Fatal(err)
			}
			got, err := repeats.DecodeKept(b[1:], of)
			if err != nil {
				t.Fatal(err)
			}
			if line.Channel == "" { // it is JSON, which has no bytes that are no text
				b, _ = AppendEvent(nil, want)
				want, _ = DecodeEvent(b)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
		}
	})
}

func TestKept(t *testing.T) {
	full, channel := fullLine(), fullLine().Channel
	for _, tt := range []struct {
		story string
		event Event
		of    ChannelID
		most  int // bytes
	}{
		{"a line with every field", Heard{full}, channel, 400},
		{"a usual one takes little more than its words", Heard{&Line{
			ID: "1", Channel: "discord/guild/chat", Account: "us", Author: Author{ID: "u1", Name: "Ana"}, Text: "so I went to the shop",
		}}, "discord/guild/chat", 21 + 25},
		{"a line of another channel", Heard{full}, "test/w/other", 400},
		{"another event", TimerFired{N: 7}, channel, 30},
	} {
		t.Run(tt.story, func(t *testing.T) {
			b, err := AppendKept(nil, tt.event, tt.of)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := new(Repeats).DecodeKept(b, tt.of); err != nil || !reflect.DeepEqual(got, tt.event) {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.event)
			}
			if len(b) > tt.most {
				t.Errorf("it takes %d bytes, want at most %d", len(b), tt.most)
			}
			older, err := EncodeEvent(tt.event)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := new(Repeats).DecodeKept(older, "test/w/any"); err != nil || !reflect.DeepEqual(got, tt.event) {
				t.Errorf("of an older program it is %+v, %v; want %+v", got, err, tt.event)
			}
		})
	}
	if b, err := AppendKept([]byte("x"), Heard{}, channel); err == nil || string(b) != "x" {
		t.Errorf("of no line it keeps %q, %v", b, err)
	}
}

// TestKeptShared: names that lines repeat are kept once.
func TestKeptShared(t *testing.T) {
	b, err := AppendKept(nil, Heard{fullLine()}, "")
	if err != nil {
		t.Fatal(err)
	}
	repeats := new(Repeats)
	for range 2 { // the first makes what is shared
		if _, err := repeats.DecodeKept(b, ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{string(fullLine().Channel), fullLine().Author.Name} {
		if allocs := testing.AllocsPerRun(100, func() { repeats.Share([]byte(name)) }); allocs > 0 {
			t.Errorf("%q is made again", name)
		}
	}
}

// TestKeptDamage: what is cut, or has a field of a newer program's, is no line.
func TestKeptDamage(t *testing.T) {
	b, err := AppendKept(nil, Heard{fullLine()}, "")
	if err != nil {
		t.Fatal(err)
	}
	for k := range b {
		if e, err := new(Repeats).DecodeKept(b[:k], ""); err == nil {
			t.Errorf("cut after %d bytes it is %+v", k, e)
		}
	}
	newer := append(bytes.Clone(b[:len(b)-1]), 99, 0)
	if _, err := new(Repeats).DecodeKept(newer, ""); !errors.Is(err, compact.ErrUnknown) {
		t.Errorf("a field of which nothing is known gives %v, want %v", err, compact.ErrUnknown)
	}
}

// FuzzDecodeKept: what is read of any bytes is kept and read again as the same.
func FuzzDecodeKept(f *testing.F) {
	for _, e := range []Event{Heard{fullLine()}, plainLine(), TimerFired{N: 7}} {
		b, err := AppendKept(nil, e, "test/w/c")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := new(Repeats).DecodeKept(b, "test/w/c")
		if err != nil {
			return
		}
		kept, err := AppendKept(nil, e, "test/w/c")
		if err != nil {
			return // a line event without its line, which JSON can say
		}
		again, err := new(Repeats).DecodeKept(kept, "test/w/c")
		if err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%+v is read as %+v, %v", e, again, err)
		}
	})
}

func BenchmarkAppendKept(b *testing.B) {
	e, room := plainLine(), make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := AppendKept(room, e, "discord/8837462/99182736"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeKept(b *testing.B) {
	e := plainLine()
	kept, err := AppendKept(nil, e, "discord/8837462/99182736")
	if err != nil {
		b.Fatal(err)
	}
	repeats := new(Repeats)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := repeats.DecodeKept(kept, "discord/8837462/99182736"); err != nil {
			b.Fatal(err)
		}
	}
}
