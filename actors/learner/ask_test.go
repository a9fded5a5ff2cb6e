package learner

import (
	"errors"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// order shows two lines and two notes, whose text stands nowhere else.
var order = messages.Memorize{
	N:     7,
	Lines: []messages.Quoted{{ID: "a", Author: messages.Author{Name: "ana"}, Text: "I have moved to Oslo"}, {ID: "b", Author: messages.Author{Name: "bob"}, Text: "nice"}},
	Known: []messages.Memory{{ID: 3, Text: "Ana lives in Rome", Name: "ana"}, {ID: 4, Text: "Bob plays chess", Name: "bob"}},
}

const (
	oslo  = `{"text": "Ana lives in Oslo", "lines": [1], "about": 1, "sure": 90}`
	chess = `{"text": "Bob is nice", "lines": [2], "about": 2, "sure": 20}`
)

// TestNotesAreWrittenWithoutThoseBefore: the model that writes is shown no older note,
// however it answers, so that no word of one gets into another; the second is shown no line.
func TestNotesAreWrittenWithoutThoseBefore(t *testing.T) {
	for _, tt := range []struct {
		story         string
		first, second string
		calls         int
		replaces      []messages.MemoryID // by lesson
	}{
		{"nothing to note, nothing to compare", "NOTHING", "", 1, nil},
		{"one takes the place of another", oslo + "\n" + chess, `{"new": 1, "replaces": "m3"}`, 2, []messages.MemoryID{3, 0}},
		{"none does", oslo, "NOTHING", 2, []messages.MemoryID{0}},
		{"a note that wasn't shown", oslo, `{"new": 1, "replaces": "m9"}`, 2, []messages.MemoryID{0}},
		{"a new one there isn't", oslo, `{"new": 2, "replaces": "m3"}`, 2, []messages.MemoryID{0}},
		{"words round it", oslo, "The first: " + `{"new": 1, "replaces": "m3"}`, 2, []messages.MemoryID{0}},
		{"another field", oslo, `{"new": 1, "replaces": "m3", "text": "Ana lives in Rome and Oslo"}`, 2, []messages.MemoryID{0}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var pages []string
			model := llmtest.Func(func(r llm.Request) llmtest.Answer {
				pages = append(pages, r.System+r.Messages[0].Text)
				return llmtest.Say([]string{tt.first, tt.second}[len(pages)-1])
			})
			m := Ask(t.Context(), model, "Aria", order, Options{})
			if m.Error != "" || m.N != 7 || len(m.Lessons) != len(tt.replaces) || len(pages) != tt.calls {
				t.Fatalf("got %+v after %d calls", m, len(pages))
			}
			for i, l := range m.Lessons {
				if l.Replaces != tt.replaces[i] {
					t.Errorf("%q takes the place of %v, want %v", l.Text, l.Replaces, tt.replaces[i])
				}
			}
			if strings.Contains(pages[0], "Rome") || strings.Contains(pages[0], "chess") || !strings.Contains(pages[0], "moved to Oslo") {
				t.Errorf("the first page is\n%s", pages[0])
			}
			if len(pages) > 1 && (strings.Contains(pages[1], "moved to Oslo") || !strings.Contains(pages[1], "m3 about ana: Ana lives in Rome")) {
				t.Errorf("the second page is\n%s", pages[1])
			}
		})
	}
}

// TestAFailureOfEitherIsOne: nothing is learned unless both were answered.
func TestAFailureOfEitherIsOne(t *testing.T) {
	away := errors.New("away")
	for fails := range 2 {
		calls := 0
		model := llmtest.Func(func(llm.Request) llmtest.Answer {
			if calls++; calls-1 == fails {
				return llmtest.Fail(away)
			}
			return llmtest.Say(oslo)
		})
		if m := Ask(t.Context(), model, "Aria", order, Options{}); m.Error == "" || len(m.Lessons) > 0 || calls != fails+1 {
			t.Errorf("call %d fails: got %+v after %d calls", fails+1, m, calls)
		}
	}
}
