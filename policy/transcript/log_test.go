package transcript

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"familiar/internal/compact"
	"familiar/messages"

	"pgregory.net/rapid"
)

// anyMarks draws what can be known of a line.
func anyMarks(t *rapid.T) Marks {
	seats, so := rapid.Uint32(), rapid.Bool()
	return Marks{
		At: messages.Instant(rapid.Int64Range(0, 1<<47-1).Draw(t, "at")), By: rapid.Int8Range(0, SeatsMost).Draw(t, "by"),
		For: seats.Draw(t, "for"), Waits: seats.Draw(t, "waits"), Decided: seats.Draw(t, "decided"),
		Unheard: seats.Draw(t, "unheard"), Hidden: seats.Draw(t, "hidden"), Named: seats.Draw(t, "named"),
		Old: so.Draw(t, "old"), Again: so.Draw(t, "again"), Gone: so.Draw(t, "gone"), Open: so.Draw(t, "open"),
	}
}

// TestSizeOfARow: there are 64 of them in a channel.
func TestSizeOfARow(t *testing.T) {
	if got := reflect.TypeFor[Row]().Size(); got > 16 {
		t.Errorf("a row takes %d bytes, want 16", got)
	}
}

// TestLongestID: an id that no network gives is none, so that a row has room for the
// others'.
func TestLongestID(t *testing.T) {
	for _, tt := range []struct {
		story string
		size  int
		kept  bool
	}{
		{"the longest there may be", longestID, true},
		{"one byte more", longestID + 1, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var lines, again Log
			id := messages.LineID(strings.Repeat("x", tt.size))
			lines.Add(&Entry{Author: &messages.Author{ID: "ana"}, ID: id, Text: "hi"})
			if _, err := Unpack(Pack(nil, 7, &lines, &Seen{}, people{}), 7, &again, &Seen{}, people{}); err != nil {
				t.Fatal(err)
			}
			for _, log := range []*Log{&lines, &again} {
				if got := log.Entry(log.At(1)); got.Text != "hi" || (got.ID == id) != tt.kept {
					t.Errorf("it says %q and has an id of %d bytes", got.Text, len(got.ID))
				}
			}
		})
	}
}

// TestLongText: a row has no room for the length of one, which ends with its page.
func TestLongText(t *testing.T) {
	for _, size := range []int{longText - 1, longText, longText + 1, 3 * longText} {
		var lines, again Log
		var want []string
		for _, text := range []string{"before", strings.Repeat("x", size), "after", strings.Repeat("y", size)} {
			lines.Add(&Entry{Author: &messages.Author{ID: "ana"}, ID: "id", Text: text})
			want = append(want, text)
		}
		lines.Revise(lines.At(3), want[1])
		want[2] = want[1]
		if _, err := Unpack(Pack(nil, 7, &lines, &Seen{}, people{}), 7, &again, &Seen{}, people{}); err != nil {
			t.Fatal(err)
		}
		for _, log := range []*Log{&lines, &again} {
			for k, text := range want {
				if r := log.At(uint32(k) + 1); log.Text(r) != text || log.ID(r) != "id" {
					t.Errorf("of %d bytes line %d has %d and the id %q", len(text), k+1, len(log.Text(r)), log.ID(r))
				}
			}
		}
	}
}

// A plain transcript keeps its lines whole.
type plain []Entry

func (p *plain) add(e Entry) {
	e.No = 1
	if n := len(*p); n > 0 {
		e.No = (*p)[n-1].No + 1
	}
	*p = append(*p, e)
	*p = (*p)[max(0, len(*p)-Resident):]
}

// Whatever is added, revised and blanked, the transcript says what one would
// that keeps its lines whole, packed and unpacked, too, and holds no more
// pages, authors, attachments or traces than lines.
func TestPropertyTranscript(t *testing.T) {
	words := rapid.Custom(func(t *rapid.T) string {
		size := rapid.SampledFrom([]int{0, 1, 7, 40, 300, mostPage / 2, mostPage, 3 * mostPage}).Draw(t, "size")
		return strings.Repeat(rapid.SampledFrom([]string{"a", "é", "字"}).Draw(t, "letter"), size)
	})
	rapid.Check(t, func(t *rapid.T) {
		var lines Log
		var want plain
		compare := func() {
			t.Helper()
			if got := slices.Collect(lines.All()); !reflect.DeepEqual(got, []Entry(want)) && len(got)+len(want) > 0 {
				t.Fatalf("the transcript has\n%+v\nwant\n%+v", got, []Entry(want))
			}
		}
		any := func() (*Row, *Entry) {
			k := rapid.IntRange(0, len(want)-1).Draw(t, "line")
			return lines.At(want[k].No), &want[k]
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { compare() },
			"add": func(t *rapid.T) {
				for range rapid.SampledFrom([]int{1, 1, 5, 70}).Draw(t, "lines") {
					e := Entry{
						Marks:  anyMarks(t),
						Author: &messages.Author{ID: messages.PersonID(strconv.Itoa(rapid.IntRange(0, 300).Draw(t, "who"))), Bot: rapid.Bool().Draw(t, "bot")},
						ID:     messages.LineID(words.Draw(t, "id")), Text: words.Draw(t, "text"),
					}
					if rapid.IntRange(0, 4).Draw(t, "more") == 0 {
						e.Files = FilesOf([]messages.Attachment{{Name: words.Draw(t, "file")}})
						e.Trace = &messages.Meta{Flags: 1, At: e.At + 1}
					}
					lines.Add(&e)
					want.add(e)
				}
			},
			"revise": func(t *rapid.T) {
				if len(want) == 0 {
					t.Skip("no line")
				}
				text := words.Draw(t, "text")
				e, w := any()
				lines.Revise(e, text)
				lines.Enclose(e, nil)
				w.Text, w.Files = text, nil
			},
			"blank": func(t *rapid.T) {
				if len(want) == 0 {
					t.Skip("no line")
				}
				e, w := any()
				lines.Blank(e)
				w.Text, w.Files, w.Trace, w.Waits, w.Gone = "", nil, nil, 0, true
				w.Author = &messages.Author{Bot: w.Author.Bot}
			},
			"find": func(t *rapid.T) {
				id := messages.LineID(words.Draw(t, "id"))
				k := len(want) - 1
				for k >= 0 && want[k].ID != id {
					k--
				}
				if e := lines.Find(id); (e == nil) != (k < 0) || e != nil && lines.No(e) != want[k].No {
					t.Fatalf("found %+v, want %d of %+v", e, k, want)
				}
			},
			"pack": func(t *rapid.T) {
				lines = packed(t, &lines)
			},
			"hold": func(t *rapid.T) {
				var more beside
				if lines.beside != nil {
					more = *lines.beside
				}
				if n := max(len(lines.pages.full)-2, len(lines.people)-1, len(more.files), len(more.traces)-Resident, len(lines.seats)-fewSeats); n > Resident {
					t.Fatalf("%d pages, %d authors, %d attachments, %d traces and %d sets of seats for at most %d lines", len(lines.pages.full), len(lines.people), len(more.files), len(more.traces), len(lines.seats), Resident)
				}
			},
		})
	})
}

// TestWaitingLineKeepsItsTrace: what a question is about is linked after the
// state was saved.
func TestWaitingLineKeepsItsTrace(t *testing.T) {
	var lines Log
	m := messages.Meta{TraceID: [16]byte{9}, SpanID: [8]byte{8}, At: 70, Flags: 1}
	lines.Add(&Entry{Marks: Marks{At: 75}, Author: &messages.Author{ID: "ana"}, ID: "1", Trace: &m})
	lines.Add(&Entry{Marks: Marks{At: 76}, Author: &messages.Author{ID: "ana"}, ID: "2"})
	again := packed(t, &lines)
	if got := again.Trace(again.At(1)); got == nil || *got != m {
		t.Errorf("got %v, want %v", got, m)
	}
	if got := again.Trace(again.At(2)); got != nil {
		t.Errorf("a line without a trace has %v", got)
	}
}

// packed puts lines through their encoding.
func packed(tb rapid.TB, lines *Log) (again Log) {
	tb.Helper()
	w := compact.Writer(nil)
	lines.Fields(&w)
	fields, err := w.Written()
	if err != nil {
		tb.Fatal(err)
	}
	r := compact.Reader(fields)
	if again.Fields(&r); r.Read() != nil {
		tb.Fatal(r.Read())
	}
	if _, err := Unpack(Pack(nil, 7, lines, &Seen{}, people{}), 7, &again, &Seen{}, people{}); err != nil {
		tb.Fatal(err)
	}
	return again
}

// people are those of a channel beside its lines.
type people []*messages.Author

func (p people) PlaceOf(a *messages.Author) int {
	return slices.IndexFunc(p, func(known *messages.Author) bool { return *known == *a })
}

func (p people) AuthorAt(place uint64) *messages.Author {
	if place >= uint64(len(p)) {
		return nil
	}
	return p[place]
}

func (p people) AuthorOf(id, name []byte, bot bool) *messages.Author {
	a := &messages.Author{ID: messages.PersonID(id), Name: string(name), Bot: bot}
	if place := p.PlaceOf(a); place >= 0 {
		return p[place]
	}
	return a
}

// TestUnpackShares: lines hold the author that somebody else holds, of whom only the place
// is packed, and their own where nobody does.
func TestUnpackShares(t *testing.T) {
	var lines, again Log
	ana, bo := messages.Author{ID: "ana", Name: "Ana"}, messages.Author{ID: "bo", Name: "Bo", Bot: true}
	for _, a := range []*messages.Author{&ana, &bo, &ana} {
		lines.Add(&Entry{Author: a, Text: "hi"})
	}
	here := people{&messages.Author{ID: "eve"}, &ana}
	b := Pack(nil, 7, &lines, &Seen{}, here)
	if rest, err := Unpack(append(b, "behind"...), 7, &again, &Seen{}, here); err != nil || string(rest) != "behind" {
		t.Fatalf("behind it is %q, %v", rest, err)
	}
	for no, want := range []*messages.Author{&ana, nil, &ana} {
		got := again.Author(again.At(uint32(no + 1)))
		if want != nil && got != want || want == nil && (got == &bo || *got != bo) {
			t.Errorf("line %d is by %p %+v, want %p", no+1, got, got, want)
		}
	}
	if bytes.Contains(b, []byte("Ana")) || !bytes.Contains(b, []byte("Bo")) {
		t.Errorf("%q has who is among the people, or has nobody else", b)
	}
	if _, err := Unpack(b, 7, &Log{}, &Seen{}, here[:1]); err == nil {
		t.Error("somebody who isn't there any more is read")
	}
}

// TestRemembers: the oldest line that is not gone says how far back the transcript goes.
func TestRemembers(t *testing.T) {
	var lines Log
	if lines.Remembers(9) {
		t.Error("an empty transcript remembers something")
	}
	for at := range messages.Instant(3) {
		lines.Add(&Entry{Marks: Marks{At: 10 * (at + 1)}, Author: &messages.Author{}, Text: "hi"})
	}
	if !lines.Remembers(11) || lines.Remembers(10) {
		t.Error("the oldest line is of moment 10")
	}
	lines.Blank(lines.At(1))
	if lines.Remembers(20) || !lines.Remembers(21) {
		t.Error("the oldest line that isn't gone is of moment 20")
	}
}
