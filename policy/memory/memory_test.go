package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/internal/compact"
	"familiar/messages"
	"familiar/policy/deadline"
)

func item(text string, about messages.PersonID, at messages.Instant, sure uint8, lines ...messages.LineID) Item {
	i := Item{Memory: Memory{Text: text, About: about, Name: string(about), At: at, Sure: sure}}
	for _, l := range lines {
		i.From = append(i.From, Source{Line: l, By: about, At: at})
	}
	return i
}

func texts(all []Memory) (texts []string) {
	for _, m := range all {
		texts = append(texts, m.Text)
	}
	return texts
}

func TestWhatSaysTheSameIsKeptOnce(t *testing.T) {
	var s Store
	s.Take(item("Ana keeps bees", "ana", 1, 60, "1"), 9)
	s.Take(item("ana keeps BEES", "ana", 2, 50, "2"), 9)
	if len(s.Kept) != 1 || s.Kept[0].Sure != 60 || len(s.Kept[0].From) != 2 || s.Kept[0].ID != 2 {
		t.Errorf("got %+v, want one, as sure as before, of both lines", s.Kept)
	}
	s.Take(item("Ana keeps bees", "bob", 3, 50, "3"), 9)
	if len(s.Kept) != 2 {
		t.Errorf("got %+v, want what is about somebody else by itself", s.Kept)
	}
}

func TestAReplacedMemoryLeavesItsLines(t *testing.T) {
	var s Store
	s.Take(item("Ana lives in Rome", "ana", 1, 90, "1"), 9)
	moved := item("Ana has moved from Rome to Oslo", "ana", 2, 90, "2")
	moved.Replaces = 1
	s.Take(moved, 9)
	if got := texts(s.Kept); !slices.Equal(got, []string{"Ana has moved from Rome to Oslo"}) {
		t.Fatalf("got %q, want the newer one in the place of the older", got)
	}
	if n := s.Forget(func(f Source) bool { return f.Line == "1" }); n != 1 || len(s.Kept) != 0 {
		t.Errorf("%d went and %q stays: want all to go with the line that said Rome", n, texts(s.Kept))
	}
}

func TestALongHistoryIsNotReplacedWithoutItsLines(t *testing.T) {
	var s Store
	for i := range MaxSources {
		next := item(fmt.Sprintf("version %d", i), "ana", 1, 90, messages.LineID(fmt.Sprint(i)))
		next.Replaces = s.Last
		if !s.Take(next, 9) {
			t.Fatalf("version %d was not taken", i)
		}
	}
	over := item("one too many", "ana", 1, 90, "x")
	over.Replaces = s.Last
	if s.Take(over, 9) || len(s.Kept) != 1 || len(s.Kept[0].From) != MaxSources {
		t.Errorf("got %+v, want the one before with all its lines", s.Kept)
	}
}

func TestNonsenseIsNotKept(t *testing.T) {
	for _, tt := range []struct {
		what string
		item Item
	}{
		{"empty", item("", "ana", 1, 90, "1")},
		{"of no line", item("Ana keeps bees", "ana", 1, 90)},
		{"too long", item(strings.Repeat("é", MaxText+1), "ana", 1, 90, "1")},
		{"of two lines", item("Ana\nkeeps bees", "ana", 1, 90, "1")},
		{"not sure at all", item("Ana keeps bees", "ana", 1, 0, "1")},
		{"surer than sure", item("Ana keeps bees", "ana", 1, 101, "1")},
	} {
		if s := (Store{}); s.Take(tt.item, 9) || len(s.Kept) != 0 {
			t.Errorf("%s: it was kept", tt.what)
		}
	}
	if got := Tidy(" a \n\tb\u0000 "); got != "a b" {
		t.Errorf("got %q, want it on one line", got)
	}
}

func TestTheOldestOfTheLeastSureGo(t *testing.T) {
	var s Store
	s.Take(item("sure and old", "", 1, 90, "1"), 3)
	s.Take(item("unsure and old", "", 2, 30, "2"), 3)
	s.Take(item("unsure and new", "", 3, 30, "3"), 3)
	s.Take(item("sure and new", "", 4, 90, "4"), 3)
	if got := texts(s.Kept); !slices.Equal(got, []string{"sure and old", "unsure and new", "sure and new"}) {
		t.Errorf("got %q", got)
	}
}

func TestRecall(t *testing.T) {
	var s Store
	for _, i := range []Item{
		item("Ana keeps bees on the roof", "ana", 1, 90, "1"),
		item("Bob plays chess on Tuesdays", "bob", 2, 90, "2"),
		item("The group meets at the harbour", "", 3, 90, "3"),
		item("小明养了三只猫", "ming", 4, 90, "4"),
		item("ゆきは東京に住んでいる", "yuki", 5, 90, "5"),
	} {
		s.Take(i, 9)
	}
	for _, tt := range []struct {
		asked, by string
		want      string
	}{
		{"do you remember where we meet? the HARBOUR?", "", "3 words"},
		{"hello!", "ana", "1 person"},
		{"how are my bees?", "ana", "1 both"},
		{"what do bees eat?", "bob", "2 person, 1 words"},
		{"三只猫怎么样？", "", "4 words"},
		{"東京はどう？", "", "5 words"},
		{"what is it?", "eve", ""},
	} {
		var got []string
		for _, r := range s.Recall([]string{tt.asked}, []messages.PersonID{messages.PersonID(tt.by)}, MaxRecall) {
			got = append(got, fmt.Sprintf("%d %s", r.ID, r.Why))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q by %q: got %q, want %q", tt.asked, tt.by, got, tt.want)
		}
	}
}

// TestNothingMadeOfAForgottenLineStays draws what is learned and forgotten.
func TestNothingMadeOfAForgottenLineStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s State
		line := rapid.SampledFrom([]messages.LineID{"1", "2", "3", "4", "5", "6"})
		person := rapid.SampledFrom([]messages.PersonID{"", "ana", "bob"})
		made := map[string][]messages.LineID{} // by text: what its words came from
		most := rapid.IntRange(1, 6).Draw(t, "most")
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				gone := line.Draw(t, "gone")
				s.Forget(func(f Source) bool { return f.Line == gone })
				for _, m := range s.Kept {
					if slices.Contains(made[m.Text], gone) {
						t.Fatalf("%+v stays, though its words came from line %s, too", m, gone)
					}
				}
			case 1:
				who := person.Draw(t, "who")
				s.ForgetAbout(who)
				if len(s.About(who)) > 0 {
					t.Fatalf("%+v stay about %s", s.About(who), who)
				}
			default:
				from := rapid.SliceOfNDistinct(line, 1, MaxFrom, rapid.ID).Draw(t, "from")
				next := item(fmt.Sprintf("what %d", rapid.IntRange(0, 9).Draw(t, "text")), person.Draw(t, "about"), 1, 50, from...)
				if next.Replaces = uint32(rapid.IntRange(0, int(s.Last)).Draw(t, "replaces")); next.Replaces != 0 {
					next.Text = fmt.Sprintf("version %d", s.Last+1)
				}
				all := slices.Clone(from)
				if k := s.find(next.Replaces); k >= 0 {
					all = append(all, made[s.Kept[k].Text]...)
				}
				if k := slices.IndexFunc(s.Kept, func(m Memory) bool { return m.Text == next.Text }); k >= 0 && next.Replaces == 0 {
					next.About = s.Kept[k].About
					all = append(all, made[next.Text]...)
				}
				if s.Take(next, most) {
					made[next.Text] = all
				}
			}
			if len(s.Kept) > most || !slices.IsSortedFunc(s.Kept, func(a, b Memory) int { return int(a.ID) - int(b.ID) }) {
				t.Fatalf("got %+v, want at most %d by their ids", s.Kept, most)
			}
		}
		w := compact.Writer(nil)
		s.Fields(&w)
		b, err := w.Written()
		if err != nil {
			t.Fatal(err)
		}
		var again State
		r := compact.Reader(b)
		if again.Fields(&r); r.Read() != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", s) {
			t.Fatalf("got %+v, want %+v", again, s)
		}
	})
}

func TestItLearnsOnceTalkHasSettled(t *testing.T) {
	var number deadline.Counter
	s, now := New(4), messages.Instant(0).Add(time.Hour)
	for range minLines - 1 {
		s.Hear("x", now)
	}
	if s.Arm(&number); s.Due().N != 0 {
		t.Fatal("it is about to learn from too little")
	}
	s.Hear("x", now)
	s.Arm(&number)
	first := s.Due()
	if first.At != now.Add(Lull) {
		t.Fatalf("due at %v, want after %v", first.At, Lull)
	}
	s.Hear("x", now.Add(time.Minute))
	if s.Fired(first.N, first.At) {
		t.Fatal("it asks in the middle of the talk")
	}
	s.Arm(&number)
	if second := s.Due(); second.At != now.Add(Lull+time.Minute) || !s.Fired(second.N, second.At) {
		t.Fatalf("got %+v, want it to ask after the newest line", second)
	}
	now = now.Add(Lull + time.Minute)
	s.Ask(now, 20, &number)
	if s.Asked.From != 4 || s.Asked.Upto != 20 || !s.Opens(s.Asked.N) || s.Due() != s.Asked.Deadline {
		t.Fatalf("asked %+v", s.Asked)
	}
	s.Failed(true)
	s.Arm(&number)
	if again := s.Due(); again.At != now.Add(pause) || s.Learned != 4 {
		t.Fatalf("after a failure due %+v from line %d, want the same again after the pause", again, s.Learned)
	}
	s.Ask(now, 20, &number)
	if s.Answered(); s.Learned != 20 || s.Asked != nil {
		t.Fatalf("learned up to %d, want 20", s.Learned)
	}
}
