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

// shown is the window of lines, which bob said.
func shown(lines ...messages.LineID) Window {
	var all []Source
	for _, l := range lines {
		all = append(all, Source{Line: l, By: "bob", At: 1})
	}
	return WindowOf(all)
}

// takeAll takes each item of a question of its own, which showed only what it names.
func takeAll(s *Store, most int, items ...Item) (kept int) {
	for _, i := range items {
		kept += s.Take(WindowOf(i.From), []Item{i}, most)
	}
	return kept
}

func TestWhatSaysTheSameIsKeptOnce(t *testing.T) {
	var s Store
	takeAll(&s, 9, item("Ana keeps bees", "ana", 1, 60, "1"), item("ana keeps BEES", "ana", 2, 50, "2"))
	if len(s.Kept) != 1 || s.Kept[0].Sure != 60 || s.Kept[0].ID != 2 || len(s.Windows) != 1 || !s.Windows[0].Has("2") {
		t.Errorf("got %+v, want one, as sure as before, of the newer lines", s)
	}
	if takeAll(&s, 9, item("Ana keeps bees", "bob", 3, 50, "3")); len(s.Kept) != 2 {
		t.Errorf("got %+v, want what is about somebody else by itself", s.Kept)
	}
}

func TestOneTakesThePlaceOfAnother(t *testing.T) {
	var s Store
	moved := item("Ana lives in Oslo", "ana", 2, 90, "2")
	moved.Replaces = 1
	takeAll(&s, 9, item("Ana lives in Rome", "ana", 1, 90, "1"), moved)
	if got := texts(s.Kept); !slices.Equal(got, []string{"Ana lives in Oslo"}) {
		t.Fatalf("got %q, want the newer one in the place of the older", got)
	}
	if s.Forget(Gone{Line: "1"}); len(s.Kept) != 1 {
		t.Error("it went with a line that its model wasn't shown")
	}
	if s.Forget(Gone{Line: "2"}); len(s.Kept) != 0 || len(s.Windows) != 0 {
		t.Errorf("%+v stays, want it to go with its line", s)
	}
}

// TestAMemoryGoesWithEveryLineThatWasShown: whichever line its model names.
func TestAMemoryGoesWithEveryLineThatWasShown(t *testing.T) {
	for _, tt := range []struct {
		story string
		gone  Gone
		stays int
	}{
		{"the line that is named", Gone{Line: "2"}, 0},
		{"one beside it", Gone{Line: "1"}, 0},
		{"one that wasn't shown", Gone{Line: "3"}, 1},
		{"who said another line", Gone{By: "bob"}, 0},
		{"whom it is about", Gone{By: "ana"}, 0},
		{"somebody else", Gone{By: "eve"}, 1},
		{"what is older than any", Gone{Before: 1}, 1},
		{"what is older than the newest", Gone{Before: 2}, 0},
		{"nothing", Gone{}, 1},
	} {
		var s Store
		s.Take(shown("1", "2"), []Item{item("Ana keeps bees", "ana", 1, 90, "2")}, 9)
		s.Forget(tt.gone)
		if len(s.Kept) != tt.stays || len(s.Windows) != tt.stays {
			t.Errorf("%s: %+v stays, want %d", tt.story, s, tt.stays)
		}
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
		if s := (Store{}); s.Take(shown("1"), []Item{tt.item}, 9) != 0 || len(s.Kept) != 0 || len(s.Windows) != 0 {
			t.Errorf("%s: it was kept", tt.what)
		}
	}
	if got := Tidy(" a \n\tb\u0000 "); got != "a b" {
		t.Errorf("got %q, want it on one line", got)
	}
}

func TestTheOldestOfTheLeastSureGo(t *testing.T) {
	var s Store
	takeAll(&s, 3,
		item("sure and old", "", 1, 90, "1"),
		item("unsure and old", "", 2, 30, "2"),
		item("unsure and new", "", 3, 30, "3"),
		item("sure and new", "", 4, 90, "4"),
	)
	if got := texts(s.Kept); !slices.Equal(got, []string{"sure and old", "unsure and new", "sure and new"}) {
		t.Errorf("got %q", got)
	}
}

func TestRecall(t *testing.T) {
	var s Store
	takeAll(&s, 9,
		item("Ana keeps bees on the roof", "ana", 1, 90, "1"),
		item("Bob plays chess on Tuesdays", "bob", 2, 90, "2"),
		item("The group meets at the harbour", "", 3, 90, "3"),
		item("小明养了三只猫", "ming", 4, 90, "4"),
		item("ゆきは東京に住んでいる", "yuki", 5, 90, "5"),
	)
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
		{"what does Bob like, and what do bees eat?", "eve", "2 words, 1 words"},
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

// TestNothingMadeOfAForgottenLineStays draws what is learned and forgotten, of a model that
// uses words of any line it is shown and names one of them, or another.
func TestNothingMadeOfAForgottenLineStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s State
		line := rapid.SampledFrom([]messages.LineID{"1", "2", "3", "4", "5", "6"})
		person := rapid.SampledFrom([]messages.PersonID{"", "ana", "bob", "eve"})
		said := map[messages.LineID]Source{}
		for _, id := range []messages.LineID{"1", "2", "3", "4", "5", "6"} {
			said[id] = Source{Line: id, By: person.Draw(t, "who says "+string(id)), At: messages.Instant(rapid.IntRange(1, 9).Draw(t, "when"))}
		}
		made := map[uint32][]Source{} // by id: what its words may come from
		most := rapid.IntRange(1, 6).Draw(t, "most")
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			what := rapid.IntRange(0, 5).Draw(t, "what")
			var gone Gone
			switch what {
			case 0:
				gone.Line = line.Draw(t, "line")
			case 1:
				gone.By = person.Draw(t, "by")
			case 2:
				gone.Before = messages.Instant(rapid.IntRange(1, 10).Draw(t, "before"))
			default:
				from := rapid.SliceOfNDistinct(line, 1, 6, rapid.ID).Draw(t, "shown")
				var window []Source
				for _, id := range from {
					window = append(window, said[id])
				}
				var items []Item
				for range rapid.IntRange(0, 3).Draw(t, "items") {
					next := item(fmt.Sprintf("what %d", rapid.IntRange(0, 9).Draw(t, "text")), person.Draw(t, "about"), 1, 50, line.Draw(t, "named"))
					next.Replaces = uint32(rapid.IntRange(0, int(s.Last)).Draw(t, "replaces"))
					items = append(items, next)
				}
				before := s.Last
				s.Take(WindowOf(window), items, most)
				for id := before + 1; id <= s.Last; id++ {
					made[id] = window
				}
			}
			s.Forget(gone, nil)
			for _, m := range s.Kept {
				for _, l := range made[m.ID] {
					if gone.Line != "" && l.Line == gone.Line || gone.By != "" && (l.By == gone.By || m.About == gone.By) || l.At < gone.Before {
						t.Fatalf("%+v stays, though it may have words of %+v, after %+v", m, l, gone)
					}
				}
				if !slices.ContainsFunc(s.Windows, func(w Window) bool { return w.ID == m.Window }) {
					t.Fatalf("%+v has no window", m)
				}
			}
			if len(s.Kept) > most || len(s.Windows) > len(s.Kept) || !slices.IsSortedFunc(s.Kept, func(a, b Memory) int { return int(a.ID) - int(b.ID) }) {
				t.Fatalf("got %+v, want at most %d by their ids", s, most)
			}
		}
		if again := reread(t, &s); fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", s) {
			t.Fatalf("got %+v, want %+v", again, s)
		}
	})
}

// reread is a state as it is read again after it was written.
func reread(t rapid.TB, s *State) (again State) {
	t.Helper()
	w := compact.Writer(nil)
	s.Fields(&w)
	b, err := w.Written()
	if err != nil {
		t.Fatal(err)
	}
	r := compact.Reader(b)
	if again.Fields(&r); r.Read() != nil {
		t.Fatal(r.Read())
	}
	return again
}

// TestWhatAnOlderProgramKeptIsNotTakenOver: it had no windows, so nobody can tell with
// which lines it would have to go. What it was asking is asked again.
func TestWhatAnOlderProgramKeptIsNotTakenOver(t *testing.T) {
	old := State{
		Store:   Store{Last: 1, Kept: []Memory{{ID: 1, Text: "Ana keeps bees", From: []Source{{Line: "1", By: "ana", At: 1}}, At: 1, Sure: 90}}},
		Learned: 4, Counted: 20,
		Asked: &Question{Deadline: deadline.Deadline{N: 9, At: 100}, From: 4, Upto: 20},
	}
	s := reread(t, &old)
	if len(s.Kept) != 0 || s.Asked != nil || s.Last != 1 || s.Learned != 4 || s.Lines != minLines {
		t.Errorf("got %+v, want nothing kept, and its lines to be asked about", s)
	}
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
	s.Ask(now, WindowOf([]Source{{Line: "x", By: "ana", At: 3}}), 20, &number)
	if s.Asked.From != 4 || s.Asked.Upto != 20 || !s.Opens(s.Asked.N) || s.Due() != s.Asked.Deadline {
		t.Fatalf("asked %+v", s.Asked)
	}
	s.Failed(true)
	s.Arm(&number)
	if again := s.Due(); again.At != now.Add(pause) || s.Learned != 4 {
		t.Fatalf("after a failure due %+v from line %d, want the same again after the pause", again, s.Learned)
	}
	s.Ask(now, WindowOf([]Source{{Line: "x", By: "ana", At: 3}}), 20, &number)
	if s.Answered(); s.Learned != 20 || s.Asked != nil {
		t.Fatalf("learned up to %d, want 20", s.Learned)
	}
}
