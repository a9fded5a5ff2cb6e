package config

import (
	"testing"

	"familiar/messages"
	"familiar/policy/experiment"
	"familiar/policy/lore"
	"familiar/policy/schedule"
)

// TestMarkStays: a file that an editor began with a byte order mark is read, and so it is
// changed as any other.
func TestMarkStays(t *testing.T) {
	lull := Turned{"chattiness.lull", `"30s"`}
	tea := []schedule.Rule{{Name: "tea", Cron: "0 16 * * *", Prompt: "It is time for tea."}}
	const plain = "[familiars.mira]\npersona = \"kind\"\n\n[[channels]]\nmatch = \"web:*\"\n\n[experiments.calm]\nfamiliar = \"mira\"\n"
	for _, tt := range []struct {
		says   string
		text   string
		change func(text []byte) ([]byte, error)
	}{
		{"tuned, with a remark at the very beginning", plain, func(text []byte) ([]byte, error) { return Turn(text, "mira", []string{"now"}, lull) }},
		{"a knob", plain, func(text []byte) ([]byte, error) { return Put(text, "mira", lull) }},
		{"the budget", plain, func(text []byte) ([]byte, error) { return PutBudget(text, Turned{"familiar", "2"}) }},
		{"the room", plain, func(text []byte) ([]byte, error) { return PutRoom(text, Turned{"turns.mode", `"single"`}) }},
		{"a knob in one place", plain, func(text []byte) ([]byte, error) { return TurnIn(text, "web:*", "mira", nil, lull) }},
		{"the room in one place", plain, func(text []byte) ([]byte, error) { return PutRoomIn(text, "web:den", Turned{"turns.mode", `"single"`}) }},
		{"schedules", plain, func(text []byte) ([]byte, error) { return PutSchedules(text, "mira", tea) }},
		{"schedules in one place", plain, func(text []byte) ([]byte, error) { return PutSchedulesIn(text, "web:*", "mira", tea) }},
		{"an experiment that begins", plain, func(text []byte) ([]byte, error) {
			return PutExperiment(text, Proposal{Name: "keen", Familiar: "mira", Match: "web:*", By: experiment.Channel, Begin: "2026-12-01", End: "2026-12-08", B: []Turned{lull}})
		}},
		{"one that is over, from the very beginning", "[experiments.calm]\nfamiliar = \"mira\"\n\n[familiars.mira]\n", func(text []byte) ([]byte, error) {
			return TakeArm(text, "calm", messages.SideA)
		}},
		{"a lorebook", "[[entries]]\nid = \"moth\"\nkeys = [\"moth\"]\ntext = \"They fly.\"\n", func(text []byte) ([]byte, error) {
			return EditLorebook(text, lore.Entry{ID: "moth", Keys: []string{"moth"}, Text: "They eat wool."})
		}},
	} {
		t.Run(tt.says, func(t *testing.T) {
			want, err := tt.change([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := tt.change([]byte("\uFEFF" + tt.text))
			if err != nil || string(got) != "\uFEFF"+string(want) {
				t.Errorf("got %q, %v, want a mark and %q", got, err, want)
			}
		})
	}
}
