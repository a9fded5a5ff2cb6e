package admission

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestState plays what people say to one seat, one after another, ten minutes
// apart, then a line of ana and one of bo.
func TestState(t *testing.T) {
	most := Default()
	most.QuietFor, most.QuietMost = 25*time.Minute, time.Hour
	for _, tt := range []struct {
		what     string
		config   Config
		said     []string // "NAME text"
		answers  string
		ana, bo  Word // what keeps the seat from a line that doesn't call it
		anaCalls Word // and from one of ana's that does
	}{
		{"nothing said, nothing kept", Default(), nil, "", Free, Free, Free},
		{"quiet keeps it from everybody", Default(), []string{"ana /quiet"}, "quiet", ByQuiet, ByQuiet, ByQuiet},
		{"until told otherwise", Default(), []string{"ana /quiet", "bo /resume"}, "quiet resume", Free, Free, Free},
		{"for a while", Default(), []string{"ana /quiet 11m"}, "quiet_until:11m0s", ByQuiet, ByQuiet, ByQuiet},
		{"the end of it is no part of it", Default(), []string{"ana /quiet 10m"}, "quiet_until:10m0s", Free, Free, Free},
		{"the later word counts", Default(), []string{"ana /quiet", "ana /quiet 10m"}, "quiet quiet_until:10m0s", Free, Free, Free},
		{"the configuration says how long when nobody does", most, []string{"ana /quiet"}, "quiet_until:25m0s", ByQuiet, ByQuiet, ByQuiet},
		{"and how long at most", most, []string{"ana /quiet 9h"}, "quiet_until:1h0m0s", ByQuiet, ByQuiet, ByQuiet},
		{"what makes no sense changes nothing", Default(), []string{"ana /quiet", "ana /quiet banana"}, "quiet usage", ByQuiet, ByQuiet, ByQuiet},
		{"who wants to be left alone is", Default(), []string{"ana @Aria leave me alone"}, "alone", ByAlone, Free, Free},
		{"once is enough, and so is one word to end it", Default(), []string{"ana /alone", "ana /alone", "ana /again"}, "alone alone again", Free, Free, Free},
		{"nobody ends it for another", Default(), []string{"ana /alone", "bo /again"}, "alone again", ByAlone, Free, Free},
		{"quiet weighs more", Default(), []string{"ana /alone", "bo /quiet"}, "alone quiet", ByQuiet, ByQuiet, ByQuiet},
		{"status says that it listens", Default(), []string{"ana /status"}, "status", Free, Free, Free},
		{"that it is quiet", Default(), []string{"ana /quiet", "ana /status"}, "quiet status_quiet", ByQuiet, ByQuiet, ByQuiet},
		{"and for how long", Default(), []string{"ana /quiet 45m", "ana /status"}, "quiet_until:45m0s status_until:35m0s", ByQuiet, ByQuiet, ByQuiet},
		{"a quiet that is over is none", Default(), []string{"ana /quiet 5m", "ana /status"}, "quiet_until:5m0s status", Free, Free, Free},
		{"what others carry out is answered only", Default(), []string{"ana /help", "ana /engage", "ana /disengage", "ana /stop"}, "help engage disengage stop", Free, Free, Free},
		{"or not at all", Default(), []string{"ana /wake", "ana /why", "ana /reload"}, "- - -", Free, Free, Free},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			var answers []string
			now := messages.Instant(1_000_000)
			for _, said := range tt.said {
				name, text, _ := strings.Cut(said, " ")
				by := messages.PersonID(name)
				o, ok := tt.config.Read(&messages.Line{Text: text, Author: messages.Author{ID: by}}, two())
				if !ok {
					t.Fatalf("%q is no command", text)
				}
				a := s.Obey(now, o, by, &tt.config)
				answer := string(a.Key)
				if answer == "" {
					answer = "-"
				}
				if a.For > 0 {
					answer += ":" + a.For.String()
				}
				answers = append(answers, answer)
				now = now.Add(10 * time.Minute)
				s = kept(t, s)
			}
			if got := strings.Join(answers, " "); got != tt.answers {
				t.Errorf("answered %s, want %s", got, tt.answers)
			}
			got := fmt.Sprint(s.keeps(now, "ana", false), ",", s.keeps(now, "bo", false), ",", s.keeps(now, "ana", true))
			if want := fmt.Sprint(tt.ana, ",", tt.bo, ",", tt.anaCalls); got != want {
				t.Errorf("a line of ana, of bo, and one of ana that calls it: kept by %s, want %s", got, want)
			}
		})
	}
}

// kept writes a state down and reads it, as a restart does.
func kept(t *testing.T, s State) (again State) {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

func TestStateIsSmallJSON(t *testing.T) {
	c := Default()
	var s State
	for _, tt := range []struct {
		what string
		do   func()
		want string
	}{
		{"nothing", func() {}, `{}`},
		{"quiet for a minute", func() { s.hush(1000, time.Minute, &c) }, `{"q":true,"u":61000}`},
		{"resumed", func() { s.resume(2000) }, `{}`},
		{"somebody left alone", func() { s.LeaveAlone("ana") }, `{"a":["ana"]}`},
		{"nobody any more", func() { s.Welcome("ana") }, `{}`},
	} {
		tt.do()
		if text, err := json.Marshal(s); err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.what, text, err, tt.want)
		}
	}
}

func TestCrowdDoesNotGrowTheState(t *testing.T) {
	var s State
	for i := range mostAlone + 10 {
		s.LeaveAlone(messages.PersonID(fmt.Sprint(i)))
	}
	if len(s.Alone) != mostAlone || s.Leaves("9") || !s.Leaves("10") {
		t.Errorf("%d are left alone, the first is %s; want %d, the first 10", len(s.Alone), s.Alone[0], mostAlone)
	}
	if !s.Welcome("50") || s.Welcome("50") || len(s.Alone) != mostAlone-1 {
		t.Errorf("after one welcome %d are left alone, want %d", len(s.Alone), mostAlone-1)
	}
}

func TestResumeSaysWhetherItWasQuiet(t *testing.T) {
	c := Default()
	var s State
	if s.resume(1) {
		t.Error("a seat that never was quiet ended a quiet")
	}
	s.hush(1000, time.Second, &c)
	if s.left(1500) != 500*time.Millisecond || s.left(2000) != 0 {
		t.Errorf("half a second before and at its end %v and %v are left, want 500ms and 0s", s.left(1500), s.left(2000))
	}
	if s.resume(2000) {
		t.Error("a quiet that was over was ended")
	}
	s.hush(3000, 0, &c)
	if !s.resume(1 << 40) {
		t.Error("a quiet without end wasn't ended")
	}
}
