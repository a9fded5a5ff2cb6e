package eventlog

import (
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// drafted is a sealed draft of so many events.
func drafted(t *testing.T, events int, text string) *draft {
	t.Helper()
	d, err := encode("test/w/c", slices.Repeat([]messages.Event{messages.Judged{N: 1, Reason: text}}, events), false)
	if err != nil {
		t.Fatal(err)
	}
	d.head(entry{})
	return d
}

// TestTail: it hands over what follows on what was taken, says what is
// missing, keeps to its bounds and lets go of every draft.
func TestTail(t *testing.T) {
	type add struct {
		last   uint64
		events int
	}
	long := strings.Repeat("x", tailBytes/4)
	for _, tt := range []struct {
		story   string
		text    string
		adds    []add
		from    uint64
		takes   int
		missing bool
	}{
		{"nothing yet", "", nil, 1, 0, false},
		{"one", "", []add{{1, 1}}, 1, 1, false},
		{"one after another", "", []add{{1, 1}, {2, 1}, {3, 1}}, 1, 3, false},
		{"several at once", "", []add{{3, 3}, {5, 2}}, 1, 5, false},
		{"what the server sent meanwhile", "", []add{{3, 3}, {5, 2}}, 4, 2, false},
		{"all of it the server sent", "", []add{{3, 3}}, 4, 0, false},
		{"a hole before the first", "", []add{{7, 1}}, 6, 0, true},
		{"a hole between", "", []add{{1, 1}, {3, 1}}, 1, 0, true},
		{"a hole between, passed by the server", "", []add{{1, 1}, {3, 1}}, 3, 1, false},
		{"an answer that came too late", "", []add{{1, 1}, {3, 1}, {2, 1}}, 2, 1, false},
		{"more than it keeps", "", []add{{TailRecords, TailRecords}, {TailRecords + 1, 1}}, 1, 0, true},
		{"as much as it keeps", "", []add{{TailRecords, TailRecords}, {TailRecords + 1, 1}}, 2, TailRecords, false},
		{"longer than it keeps", long, []add{{1, 1}, {2, 1}, {3, 1}, {4, 1}}, 1, 0, true},
		{"as long as it keeps", long, []add{{1, 1}, {2, 1}, {3, 1}, {4, 1}}, 2, 3, false},
	} {
		tail := newTail()
		if !tail.begin() || tail.begin() {
			t.Errorf("%s: want one who takes", tt.story)
		}
		var drafts []*draft
		for _, a := range tt.adds {
			d := drafted(t, a.events, tt.text)
			drafts = append(drafts, d)
			tail.add(a.last, "subject", d)
		}
		takes, missing := 0, false
		for seq := tt.from; ; seq++ {
			if tail.Reaches(seq) == (len(tt.adds) == 0 || tt.missing) {
				t.Errorf("%s: at %d it says that it reaches there: %v", tt.story, seq, tail.Reaches(seq))
			}
			a, ok, lacks := tail.takeNext(seq)
			if missing = lacks; !ok {
				break
			}
			takes++
			a.draft.Done()
		}
		if takes != tt.takes || missing != tt.missing {
			t.Errorf("%s: got %d, missing %v; want %d, %v", tt.story, takes, missing, tt.takes, tt.missing)
		}
		tail.end()
		for i, d := range drafts {
			if held := d.holds.Load(); held != 1 {
				t.Errorf("%s: append %d has %d holds, want its writer's", tt.story, i, held)
			}
		}
		if tail.size != 0 || tail.held() != 0 {
			t.Errorf("%s: %d records of %d bytes stay", tt.story, tail.held(), tail.size)
		}
	}
	tail, d := newTail(), drafted(t, 1, "")
	tail.begin()
	tail.add(1, "subject", d)
	tail.lose()
	if _, ok, missing := tail.takeNext(2); ok || !missing || tail.Reaches(2) {
		t.Error("after an answer was lost it still goes on")
	}
	tail.add(3, "subject", d)
	if _, ok, missing := tail.takeNext(4); ok || missing || !tail.Reaches(4) {
		t.Error("it does not go on after the next answer")
	}

	tail, d = newTail(), drafted(t, 1, "")
	if tail.add(1, "subject", d); tail.held() > 0 || d.holds.Load() != 1 {
		t.Error("it keeps what nobody takes")
	}
}
