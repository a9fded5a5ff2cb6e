package app

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/messages"
)

// TestRehearse: a line is tried on another card. No channel hears of it, the call is
// booked at what it was said to cost, and once the budget is used up it is refused as
// a turn is.
func TestRehearse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, priced+"[budget]\nfamiliar = 5\n")
		r := Rehearsal{Familiar: "aria", Channel: terminal.Channel, Name: "Aria", Persona: "You are somebody else.", Line: messages.Quoted{Author: messages.Author{Name: "Ana"}, Text: "who are you?"}}
		prompt, err := s.app.Prompt(t.Context(), r)
		if err != nil || !strings.HasPrefix(prompt.Request.System, "You are somebody else.\n\n") || prompt.Model != "offline" || !prompt.Priced || prompt.Cost < float64(prompt.Estimate.Input) {
			t.Fatalf("got %+v, %v", prompt, err)
		}
		if r, err := s.app.Budget(t.Context()); err != nil || r.All.Ever != 0 {
			t.Errorf("looking at a prompt cost %+v, %v", r.All, err)
		}
		before := len(s.journaled(t))
		said, err := s.app.Rehearse(t.Context(), r)
		if err != nil || !strings.Contains(said.Text, "I heard you, Ana") || said.Model != "offline" || !said.Priced {
			t.Fatalf("got %+v, %v", said, err)
		}
		s.wait(time.Second)
		if got := s.journaled(t); len(got) != before || s.screen.String() != "" {
			t.Errorf("it is journaled or posted: %+v, %q", got, s.screen.String())
		}
		report, err := s.app.Budget(t.Context())
		if err != nil || report.All.Today != said.Cost || len(report.Familiars) != 1 || report.Familiars[0].Today != said.Cost {
			t.Errorf("it cost %v, and the report is %+v, %v", said.Cost, report, err)
		}
		if _, err := s.app.Rehearse(t.Context(), r); !errors.Is(err, ErrSpent) {
			t.Errorf("without money: got %v", err)
		}
		r.Channel = ""
		if _, err := s.app.Rehearse(t.Context(), r); !errors.Is(err, ErrSpent) {
			t.Errorf("without money, nowhere: got %v", err)
		}
		r.Familiar = "nobody"
		if _, err := s.app.Rehearse(t.Context(), r); !errors.Is(err, ErrUnasked) {
			t.Errorf("nobody: got %v", err)
		}
		s.close()
	})
}

func (s *stage) journaled(t *testing.T) (events []messages.Event) {
	t.Helper()
	for r, err := range s.replay(t) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, r.Event)
	}
	return events
}
