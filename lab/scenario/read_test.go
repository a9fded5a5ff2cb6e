package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// whole is a file with one scenario of those turns.
func whole(turns string) string {
	return fmt.Sprintf(`{"schema": "familiar-scenarios/1", "assistant": "Aria",
"scenarios": [
  {"name": "x", "turns": [%s]}]}`, turns)
}

func TestRead(t *testing.T) {
	text := `{"scenarios": [
  {"name": "a", "category": "called", "turns": [{"speaker": "Ana", "text": "hi", "at": "2026-01-05T09:00:00Z"}, {"speaker": "Bo", "text": "@Aria?", "then": "speak"}]},
  {"assistant": "Zed", "turns": [{"speaker": "Ana", "text": "", "then": "silent"}]}],
 "source": "us", "assistant": "Aria", "schema": "familiar-scenarios/1"}`
	got, err := Read(strings.NewReader(text), "f")
	want := &Set{Scenarios: []Scenario{
		{Name: "a", Category: "called", Assistant: "Aria", Turns: []Turn{
			{Speaker: "Ana", Text: "hi", At: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}, {Speaker: "Bo", Text: "@Aria?", Then: Speak},
		}},
		{Assistant: "Zed", Turns: []Turn{{Speaker: "Ana", Then: Silent}}},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// TestWhatIsWrong: an error names file, line, scenario and field.
func TestWhatIsWrong(t *testing.T) {
	fine := `{"speaker": "Ana", "text": "hi", "then": "speak"}`
	for _, tt := range []struct {
		says, text, want string
	}{
		{"another form", strings.Replace(whole(fine), "scenarios/1", "scenarios/2", 1), `f: schema "familiar-scenarios/2": want "familiar-scenarios/1"`},
		{"no scenario", `{"schema": "familiar-scenarios/1", "scenarios": []}`, `f: no scenarios`},
		{"nothing", ``, `f:1: the file ends too early`},
		{"half of it", whole(fine)[:120], `the file ends too early`},
		{"something behind it", whole(fine) + "\n{}", `f:4: something follows the end`},
		{"a list", `[]`, `f:1: want {`},
		{"a field nobody knows", whole(`{"speaker": "Ana", "text": "hi", "than": "speak"}`), `f:3: scenario 1: unknown field "than"`},
		{"a field of the file that nobody knows", "{\n\"sceanrios\": []}", `f:2: unknown field "sceanrios"`},
		{"a number for a text", whole(`{"speaker": "Ana", "text": 5, "then": "speak"}`), `f:3: scenario 1: field turns.text: a number is not what belongs there`},
		{"a word that is none", whole(`{"speaker": "Ana", "text": "hi", "then": "maybe"}`), `f:3: scenario 1: turn 1: then "maybe": want speak or silent`},
		{"no speaker", whole(fine + `, {"text": "hi"}`), `f:3: scenario 1: turn 2: no speaker`},
		{"no turn", whole(``), `f:3: scenario 1: no turns`},
		{"no place", whole(`{"speaker": "Ana", "text": "hi"}`), `f:3: scenario 1: nothing to decide`},
		{"the assistant answers itself", whole(`{"speaker": "Aria", "text": "hi", "then": "silent"}`), `turn 1: then at a turn of the assistant's own`},
		{"no assistant", strings.Replace(whole(fine), `"assistant": "Aria",`, ``, 1), `f:3: scenario 1: no assistant`},
		{"time goes back", whole(fine + `, {"speaker": "Bo", "text": "x", "at": "2020-01-05T09:00:00Z"}`), `turn 2: at 2020-01-05T09:00:00Z is before the turn before`},
		{"a time that is none", whole(`{"speaker": "Bo", "text": "x", "at": "noon"}`), `f:3: scenario 1: parsing time`},
		{"too many turns", whole(strings.Repeat(fine+", ", mostTurns) + fine), `1001 turns: want at most 1000`},
		{"a long text", whole(`{"speaker": "Bo", "text": "` + strings.Repeat("x", longestText+1) + `"}`), `text has 16385 bytes`},
	} {
		t.Run(tt.says, func(t *testing.T) {
			if _, err := Read(strings.NewReader(tt.text), "f"); err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 500 {
				t.Errorf("got %.500v, want %s", err, tt.want)
			}
		})
	}
}

// TestRows: rows of the public data sets, whose forms these follow.
func TestRows(t *testing.T) {
	for _, tt := range []struct {
		says, row string
		want      Scenario
		left      int
		err       string
	}{
		{
			says: "When2Speak: silence",
			row:  `{"messages": [{"role": "system", "content": "decide"}, {"role": "user", "content": "Speaker_0: option A: yes"}, {"role": "assistant", "content": ">"}]}`,
			want: Scenario{Category: "not called", Assistant: "Assistant", Turns: []Turn{{Speaker: "Speaker_0", Text: "option A: yes", Then: Silent}}},
		},
		{
			says: "When2Speak: called, after having spoken",
			row:  `{"messages": [{"role": "user", "content": "Assistant: Likely."}, {"role": "user", "content": "Speaker_1: and now [AGENT]?"}, {"role": "assistant", "content": "No."}]}`,
			want: Scenario{Category: "called", Assistant: "Assistant", Turns: []Turn{{Speaker: "Assistant", Text: "Likely."}, {Speaker: "Speaker_1", Text: "and now @Assistant?", Then: Speak}}},
		},
		{
			says: "Speak or Stay Silent",
			row:  `{"decision_point_id": "d1", "target_speaker": "D", "context_turns": [{"speaker": "A", "text": "hello"}], "current_turn": {"speaker": "C", "text": "thoughts?"}, "target_is_addressed": false, "decision": "SPEAK", "category": "SPEAK_implicit"}`,
			want: Scenario{Name: "d1", Category: "SPEAK_implicit", Assistant: "D", Turns: []Turn{{Speaker: "A", Text: "hello"}, {Speaker: "C", Text: "thoughts?", Then: Speak}}},
		},
		{says: "a text without a speaker is left out", row: `{"messages": [{"role": "user", "content": "hm"}, {"role": "assistant", "content": ">"}]}`, left: 1},
		{says: "so is one with nobody to answer", row: `{"messages": [{"role": "user", "content": "Assistant: hm"}, {"role": "assistant", "content": ">"}]}`, left: 1},
		{says: "nothing is decided", row: `{"messages": [{"role": "user", "content": "A: hm"}]}`, err: "f:2: the last message is not the assistant's"},
		{says: "another form", row: `{"turns": []}`, err: "f:2: want messages, or current_turn"},
		{says: "a decision that is none", row: `{"target_speaker": "D", "current_turn": {"speaker": "C", "text": "x"}, "decision": "PASS"}`, err: `f:2: decision "PASS": want SPEAK or SILENT`},
		{says: "no JSON", row: `{`, err: "f:2: unexpected end"},
	} {
		t.Run(tt.says, func(t *testing.T) {
			first := `{"messages": [{"role": "user", "content": "A: x"}, {"role": "assistant", "content": "y"}]}`
			set, err := readRows(strings.NewReader(first+"\n"+tt.row+"\n\n"), "f")
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil || set.LeftOut != tt.left || len(set.Scenarios) != 2-tt.left {
				t.Fatalf("got %+v, %v", set, err)
			}
			if got := set.Scenarios[len(set.Scenarios)-1]; tt.left == 0 && !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestOpen: the name says which form a file has.
func TestOpen(t *testing.T) {
	if set, err := Open("../../examples/scenarios.json"); err != nil || len(set.Scenarios) < 10 {
		t.Errorf("the example: %+v, %v", set, err)
	}
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(whole(`{"speaker": "Ana", "text": "hi", "then": "speak"}`)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "rows.jsonl:1: ") {
		t.Errorf("our own form as rows: %v", err)
	}
	if _, err := Open("none.json"); err == nil || !strings.Contains(err.Error(), "scenarios: open none.json") {
		t.Errorf("no file: %v", err)
	}
}

// TestCorpus: turns become lines, and those to speak after are what the assistant
// should answer.
func TestCorpus(t *testing.T) {
	set, err := Read(strings.NewReader(whole(`{"speaker": "Ana", "text": "@ariadne hi"}, {"speaker": "Aria", "text": "hm"}, {"speaker": "Bo", "text": "and you, @ARIA?", "then": "speak"}, {"speaker": "Bo", "text": "ok", "then": "silent"}`)), "f")
	if err != nil {
		t.Fatal(err)
	}
	c, golds, err := Corpus(set.Scenarios)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Slice(golds[0].Slice)
	if s.Humans() != 2 || !s.Members || len(s.Records) != 4 {
		t.Errorf("%d people in %d lines, known before: %v", s.Humans(), len(s.Records), s.Members)
	}
	for i, want := range []struct {
		mentions  int
		annotated bool
	}{{0, false}, {0, false}, {1, true}, {0, true}} {
		r := s.Records[i]
		if len(r.Line.Mentions) != want.mentions || r.Annotated != want.annotated {
			t.Errorf("line %d: %+v, annotated %v", i+1, r.Line, r.Annotated)
		}
		if i > 0 && r.Line.At.Sub(s.Records[i-1].Line.At) != pause {
			t.Errorf("line %d is %v after the one before", i+1, r.Line.At.Sub(s.Records[i-1].Line.At))
		}
	}
	if g := golds[0]; g.Familiar != "Aria" || len(g.Addressed) != 1 || g.Addressed[0] != "3" {
		t.Errorf("it should do %+v", g)
	}
}
