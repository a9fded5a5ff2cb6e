package console

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"familiar/control"
	"familiar/messages"
)

func TestTable(t *testing.T) {
	const now = messages.Instant(1_000_000)
	got := table(overview{Channels: []messages.Status{
		{Channel: "web//garden", Crowd: true, Guard: 2, Window: "aria", WindowUntil: now + 720_000, Seats: []messages.SeatStatus{
			{Familiar: "aria", Act: messages.Composing, Trigger: messages.Address, Credits: 2, Backlog: 1},
			{Familiar: "pip", Act: messages.Hushed, Until: now + 60_000},
		}},
		{Channel: "web//\x1b[31mred", Guard: 9, Guarded: true, Floor: "pip", Seats: []messages.SeatStatus{
			{Familiar: "pip", Act: messages.Waiting, Trigger: messages.Lull, Thinks: now + 7_000, Term: "lull", Backlog: 3, Pressure: 1},
		}},
	}, Unmatched: []messages.Unmatched{{Channel: "web//attic", Lines: 3, Reason: "no rule matches it"}}, UnmatchedAll: 9, Silent: []control.Silent{{Process: "C9", Host: "tavern-3"}}}, now)
	want := []string{
		"CHANNEL      FAMILIAR  DOING                THINKS     CREDITS  WAIT  BUDGET  STATE",
		"web//garden  aria      composing (address)             2        1     0/4     crowd, guard 2, window aria 12m0s",
		"             pip       quiet 1m0s                      0        0     0/4     ",
		"web//[31mred pip       waiting (lull)       7s (lull)  0        3     1/4     guard on (9), floor pip",
		"web//attic   -         nobody                                                 3 lines, no rule matches it",
		"8 channels more -      nobody",
		"tavern-3 (C9) did not answer",
	}
	for i := range want {
		if i >= len(got) || strings.Join(strings.Fields(got[i]), " ") != strings.Join(strings.Fields(want[i]), " ") {
			t.Errorf("row %d: got\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestTableOfWhoLearns: the column is there once somebody has learned something.
func TestTableOfWhoLearns(t *testing.T) {
	seats := []messages.SeatStatus{{Familiar: "aria", Learned: &messages.Learned{Lift: -.53, Welcome: 12.4, Unwelcome: 3, Missed: 1}}, {Familiar: "pip"}}
	got := strings.Join(table(overview{Channels: []messages.Status{{Channel: "web//a", Seats: seats}}}, 0), "\n")
	if !strings.Contains(got, "LEARNED") || !strings.Contains(got, "-0.53 (12+ 3- 1?)") {
		t.Errorf("got\n%s", got)
	}
}

// TestBoard: keys scroll it, the clock counts down, and what fails stays to be
// read.
func TestBoard(t *testing.T) {
	began := time.UnixMilli(1_000_000)
	status := func(id messages.ChannelID) messages.Status {
		return messages.Status{Channel: id, Seats: []messages.SeatStatus{{Familiar: "aria", Act: messages.Waiting, Thinks: 1_010_000, Term: "lull"}}}
	}
	three := overview{Now: 1_000_000, Channels: []messages.Status{status("web//a"), status("web//b"), status("web//c")}}
	fails := errors.New("reach the program: connection refused")
	for _, tt := range []struct {
		story string
		sent  []tea.Msg
		want  []string
		not   string
	}{
		{"it begins at the top", nil, []string{"web//a", "10s (lull)", "3 channels awake, rows 1 to 3 of 3"}, "refused"},
		{"a beat later", []tea.Msg{beat(began.Add(4 * time.Second))}, []string{"6s (lull)"}, "10s"},
		{"a small terminal", []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 4}}, []string{"web//a", "rows 1 to 1 of 3"}, "web//b"},
		{"one row down", []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 4}, tea.KeyPressMsg{Code: tea.KeyDown}}, []string{"web//b", "rows 2 to 2 of 3"}, "web//a"},
		{"up from the top", []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 4}, tea.KeyPressMsg{Code: tea.KeyUp}}, []string{"web//a"}, "web//b"},
		{"the program is gone", []tea.Msg{came{err: fails, at: began}}, []string{"web//a", "can't be reached; trying again: reach the program: connection refused"}, "awake"},
		{"it is too narrow", []tea.Msg{tea.WindowSizeMsg{Width: 30, Height: 9}}, []string{"30 of 68 columns fit; 3 channels awake"}, "web//z"},
		{"it is back", []tea.Msg{came{err: fails}, came{overview: overview{Now: 1_000_000, Channels: three.Channels[:1]}, at: began}}, []string{"1 channel awake"}, "web//b"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var m tea.Model = board{overview: three, asked: began, now: began, ask: func() (overview, error) { return three, nil }}
			for _, msg := range tt.sent {
				m, _ = m.Update(msg)
			}
			got := m.View().Content
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("got\n%s\nwant %q in it", got, want)
				}
			}
			if strings.Contains(got, tt.not) {
				t.Errorf("got\n%s\nwant no %q in it", got, tt.not)
			}
		})
	}
	if _, cmd := (board{}).Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); cmd == nil || cmd() != tea.Quit() {
		t.Error("q does not end it")
	}
}
