package budget

import (
	"encoding/json"
	"testing"
	"time"

	"familiar/messages"
)

func TestSteps(t *testing.T) {
	for _, tt := range []struct {
		what    string
		told    int
		step    Step
		stretch float64
		lets    bool
	}{
		{"without pressure all is as it was", 0, 0, 1, true},
		{"the first step is hardly felt", 1, 1, 1.5, true},
		{"the second is", 2, 2, 2.5, true},
		{"in the third hardly anything is said unasked", 3, 3, 5, true},
		{"in the fourth nothing is said at all", 4, 4, 5, false},
		{"there is nothing below", -1, 0, 1, true},
		{"nor above", 9, 4, 5, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			var s State
			s.Set(tt.told)
			if s.Step != tt.step || s.Stretch(&c) != tt.stretch || s.Lets() != tt.lets {
				t.Errorf("step %d, stretch %v, lets %v; want %d, %v, %v",
					s.Step, s.Stretch(&c), s.Lets(), tt.step, tt.stretch, tt.lets)
			}
		})
	}
}

func TestZeroConfigPressesNothing(t *testing.T) {
	s := State{Step: 3}
	if c := (Config{}); s.Stretch(&c) != 1 {
		t.Errorf("without a configuration the stretch is %v, want 1", s.Stretch(&c))
	}
}

func TestSayLimit(t *testing.T) {
	type ask struct {
		after time.Duration // since noon
		step  int
	}
	for _, tt := range []struct {
		what string
		asks []ask
		want string // y or n for each
	}{
		{"below the limit there is nothing to say", []ask{{0, 3}}, "n"},
		{"who addresses us at the limit is told", []ask{{0, 4}}, "y"},
		{"the next one is not", []ask{{0, 4}, {time.Minute, 4}}, "yn"},
		{"nor after a while in which it was free", []ask{{0, 4}, {time.Minute, 3}, {time.Hour, 4}}, "ynn"},
		{"nor a moment before midnight", []ask{{0, 4}, {12*time.Hour - time.Millisecond, 4}}, "yn"},
		{"the next day somebody is", []ask{{0, 4}, {12 * time.Hour, 4}}, "yy"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			var s State
			got := ""
			for _, a := range tt.asks {
				s.Set(a.step)
				if s.SayLimit(noon.Add(a.after), &c) {
					got += "y"
				} else {
					got += "n"
				}
			}
			if got != tt.want {
				t.Errorf("said %s, want %s", got, tt.want)
			}
		})
	}
}

func TestStateIsSmallJSON(t *testing.T) {
	for _, tt := range []struct {
		what  string
		state State
		want  string
	}{
		{"nothing without pressure", State{}, `{}`},
		{"the step and when it may be said again", State{4, messages.Instant(7)}, `{"s":4,"q":7}`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if text, err := json.Marshal(tt.state); err != nil || string(text) != tt.want {
				t.Errorf("as JSON %s, %v; want %s", text, err, tt.want)
			}
		})
	}
}
