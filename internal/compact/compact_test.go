package compact

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

// A sample has a field of every kind.
type sample struct {
	Set     bool
	Small   int8
	Large   int64
	Bits    uint8
	Number  uint64
	Half    float64
	Text    string
	Raw     []byte
	Sum     [4]byte
	Texts   []string
	Uints   []uint32
	Ints    []int64
	Within  inner
	Behind  *inner
	Several []inner
	Seldom  *[]inner
	Last    bool
	When    instant // after From
	Copied  string
}

// An instant is what tells it from other numbers.
type instant int64

func (i instant) Time() time.Time { return time.UnixMilli(int64(i)) }

type inner struct {
	Text string
	N    int
}

func (s *sample) Fields(c *Codec) {
	c.Flag(1, &s.Set)
	Int(c, 2, &s.Small)
	Int(c, 3, &s.Large)
	Uint(c, 4, &s.Bits)
	Uint(c, 5, &s.Number)
	c.Float(6, &s.Half)
	Text(c, 7, &s.Text)
	c.Bytes(8, &s.Raw)
	c.Array(9, s.Sum[:])
	Texts(c, 10, &s.Texts)
	Uints(c, 11, &s.Uints)
	Ints(c, 12, &s.Ints)
	if c.Open(13) {
		s.Within.Fields(c)
		c.Close()
	}
	if Pointer(c, 14, &s.Behind) {
		s.Behind.Fields(c)
		c.End()
	}
	for i := range Items(c, 15, &s.Several) {
		s.Several[i].Fields(c)
		c.End()
	}
	c.Flag(16, &s.Last)
	for i := range PointerItems(c, 17, &s.Seldom) {
		(*s.Seldom)[i].Fields(c)
		c.End()
	}
	c.From(s.Large)
	At(c, 18, &s.When)
	if read := c.Lent(19, s.Copied); c.Reading() {
		s.Copied = string(read)
	}
}

func (i *inner) Fields(c *Codec) {
	Text(c, 1, &i.Text)
	Int(c, 2, &i.N)
}

func written(tb rapid.TB, v Value) []byte {
	tb.Helper()
	w := Writer(nil)
	v.Fields(&w)
	b, err := w.Written()
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func read(b []byte, v Value) error {
	r := Reader(b)
	v.Fields(&r)
	return r.Read()
}

// anySample draws samples with any field at zero or set; lists are never empty
// and not nil, since they are read as nil.
func anySample() *rapid.Generator[*sample] {
	return rapid.Custom(func(t *rapid.T) *sample {
		within := rapid.Custom(func(t *rapid.T) inner {
			return inner{rapid.String().Draw(t, "text"), rapid.Int().Draw(t, "n")}
		})
		s := &sample{
			Set: rapid.Bool().Draw(t, "set"), Small: rapid.Int8().Draw(t, "small"), Large: rapid.Int64().Draw(t, "large"),
			Bits: rapid.Uint8().Draw(t, "bits"), Number: rapid.Uint64().Draw(t, "number"), Half: rapid.Float64().Draw(t, "half"),
			Text: rapid.String().Draw(t, "text"), Raw: list(t, rapid.Byte()), Texts: list(t, rapid.String()),
			Uints: list(t, rapid.Uint32()), Ints: list(t, rapid.Int64()), Within: within.Draw(t, "within"),
			Several: list(t, within), Last: rapid.Bool().Draw(t, "last"), When: instant(rapid.Int64().Draw(t, "when")),
			Copied: rapid.String().Draw(t, "copied"),
		}
		for i := range s.Sum {
			s.Sum[i] = rapid.Byte().Draw(t, "sum")
		}
		if rapid.Bool().Draw(t, "has behind") {
			behind := within.Draw(t, "behind")
			s.Behind = &behind
		}
		if seldom := list(t, within); seldom != nil {
			s.Seldom = &seldom
		}
		return s
	})
}

func list[T any](t *rapid.T, of *rapid.Generator[T]) []T {
	if all := rapid.SliceOfN(of, 0, 200).Draw(t, "list"); len(all) > 0 {
		return all
	}
	return nil
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, got := anySample().Draw(t, "sample"), &sample{}
		if err := read(written(t, want), got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, %v, want %+v", got, err, want)
		}
	})
}

func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		story string
		value *sample
		bytes int
	}{
		{"nothing is set", &sample{}, 1},
		{"a pointer to nothing stays one", &sample{Behind: &inner{}}, 3},
		{"a list of nothing stays as long", &sample{Several: make([]inner, 3)}, 6},
		{"a list of nothing behind a pointer, too", &sample{Seldom: &[]inner{{}, {}}}, 5},
		{"a short text", &sample{Text: "hello"}, 8},
		{"an instant a second after one", &sample{Large: 1 << 40, When: 1<<40 + 1000}, 1 + 7 + 3},
		{"the same instant", &sample{Large: 1 << 40, When: 1 << 40}, 1 + 7 + 2},
	} {
		t.Run(tt.story, func(t *testing.T) {
			b, got := written(t, tt.value), &sample{}
			if err := read(b, got); err != nil || !reflect.DeepEqual(got, tt.value) {
				t.Errorf("got %+v, %v, want %+v", got, err, tt.value)
			}
			if len(b) != tt.bytes {
				t.Errorf("it takes %d bytes, want %d", len(b), tt.bytes)
			}
		})
	}
}

// An older knows only some of a sample's fields, a newer one more.
type (
	older struct{ sample }
	newer struct{ sample }
)

func (o *older) Fields(c *Codec) { c.Flag(1, &o.Set) }

func (n *newer) Fields(c *Codec) {
	n.sample.Fields(c)
	c.Flag(19, &n.Set)
}

func TestOtherPrograms(t *testing.T) {
	s := &sample{Set: true}
	if err := read(written(t, s), &newer{}); err != nil {
		t.Errorf("a newer program can't read what an older one wrote: %v", err)
	}
	if err := read(written(t, s), &older{}); err != nil {
		t.Errorf("an older program can't read what it knows: %v", err)
	}
	s.Last = true
	if err := read(written(t, s), &older{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("an older program says %v of a field it doesn't know, want ErrUnknown", err)
	}
	if err := read(written(t, &sample{Several: []inner{{N: 1}}}), &older{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("it says %v of a list, want ErrUnknown", err)
	}
}

// TestDamage: a length or number that can't be is an error, and nothing is made
// for it.
func TestDamage(t *testing.T) {
	for _, tt := range []struct {
		story string
		b     []byte
	}{
		{"nothing", nil},
		{"no end", []byte{1}},
		{"more behind the end", []byte{0, 0}},
		{"a text longer than what is left", []byte{7, 100, 'a', 0}},
		{"a text of nothing", []byte{7, 0, 0}},
		{"a list longer than memory", []byte{15, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0}},
		{"a number too large for its type", []byte{4, 0x80, 2, 0}},
		{"a number too small for its type", []byte{2, 0xff, 3, 0}},
		{"a number of eleven bytes", []byte{5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0}},
		{"an array that is cut", []byte{9, 1, 2, 0}},
		{"a text in a list longer than what is left", []byte{10, 1, 9, 0}},
		{"a value within that has no end", []byte{13, 1, 1, 'a'}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if err := read(tt.b, &sample{}); !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v, want ErrDamaged", err)
			}
		})
	}
}

// TestWhole: instants that were written before there was From are read as they are.
func TestWhole(t *testing.T) {
	w, s, got := Writer(nil), &sample{When: 1 << 40}, &sample{}
	At(&w, 18, &s.When)
	b, err := w.Written()
	if err != nil {
		t.Fatal(err)
	}
	r := Reader(b)
	r.Whole()
	r.From(1 << 30)
	if At(&r, 18, &got.When); r.Read() != nil || got.When != s.When {
		t.Errorf("it is %d, %v; want %d", got.When, r.Read(), s.When)
	}
}

// TestNothingAfterAnError: fields that come after what is wrong stay as they
// are, and the first error is the one that is told.
func TestNothingAfterAnError(t *testing.T) {
	first := errors.New("first")
	r, s := Reader(written(t, &sample{Set: true, Last: true, Texts: []string{"a"}})), &sample{}
	r.Fail(first)
	r.Fail(errors.New("second"))
	s.Fields(&r)
	if err := r.Read(); !errors.Is(err, first) || !reflect.DeepEqual(s, &sample{}) {
		t.Errorf("got %+v, %v, want nothing and the first error", s, err)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	s := &sample{Set: true, Text: "text", Texts: []string{"a", "b"}, Several: []inner{{N: 1 << 40}}, Behind: &inner{Text: "b"}}
	room := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() {
		w := Writer(room)
		s.Fields(&w)
		if _, err := w.Written(); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("writing takes %v allocations, want none", n)
	}
}

// TestStringsShareLittle: strings that are read lie together, but a name that stays
// keeps neither what was read beside them in memory nor a long text.
func TestStringsShareLittle(t *testing.T) {
	for _, tt := range []struct {
		story  string
		beside int // bytes
		shares bool
	}{
		{"it shares with a short one", 100, true},
		{"it doesn't with a long one", sharedMost, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			b, s := written(t, &sample{Text: "name", Texts: []string{strings.Repeat("x", tt.beside)}}), &sample{}
			r := Reader(b)
			if s.Fields(&r); r.Read() != nil {
				t.Fatal(r.Read())
			}
			clear(b)
			if s.Text != "name" {
				t.Errorf("it is %q once the bytes that were read are used again", s.Text)
			}
			behind := unsafe.Add(unsafe.Pointer(unsafe.StringData(s.Text)), len(s.Text))
			if shares := behind == unsafe.Pointer(unsafe.StringData(s.Texts[0])); shares != tt.shares {
				t.Errorf("it shares: %v, want %v", shares, tt.shares)
			}
		})
	}
}

// FuzzRead: what is read of any bytes is written and read again as the same.
func FuzzRead(f *testing.F) {
	f.Add(written(f, &sample{Set: true, Text: "text", Several: []inner{{N: 3}}, Behind: &inner{}, Half: 0.5}))
	f.Add([]byte{7, 100})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, again := &sample{}, &sample{}
		if read(b, s) != nil {
			return
		}
		kept := written(t, s)
		if err := read(kept, again); err != nil {
			t.Fatal(err)
		}
		if string(written(t, again)) != string(kept) {
			t.Errorf("%+v is read as %+v", s, again)
		}
	})
}
