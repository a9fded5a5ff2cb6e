package window

import (
	"encoding/json"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

const (
	now    messages.Instant = 1_000_000
	length                  = 20 * time.Minute
	later                   = now + 1_200_000
)

func TestReplied(t *testing.T) {
	for _, tt := range []struct {
		what   string
		before State
		want   State
	}{
		{"a first reply opens it", State{}, State{"aria", later}},
		{"the holder's reply starts its time again", State{"aria", now + 1}, State{"aria", later}},
		{"even when that shortens it", State{"aria", later + 1}, State{"aria", later}},
		{"another's window stays with it", State{"vesper", now + 1}, State{"vesper", now + 1}},
		{"one that ends now is free", State{"vesper", now}, State{"aria", later}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got := tt.before
			if got.Replied("aria", now, length); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestEngage(t *testing.T) {
	mine := State{"aria", later}
	for _, tt := range []struct {
		what     string
		before   State
		standing messages.FamiliarID
		want     State
		refused  string
	}{
		{"nobody holds it and there is no default", State{}, "", mine, ""},
		{"the holder gets its time again", State{"aria", now + 1}, "", mine, ""},
		{"the holder, though another is the default", State{"aria", now + 1}, "vesper", mine, ""},
		{"the default familiar, while it is free", State{}, "aria", mine, ""},
		{"the default familiar takes it from another", State{"vesper", now + 1}, "aria", mine, ""},
		{"another holds it", State{"vesper", now + 1}, "", State{"vesper", now + 1}, "vesper holds the window"},
		{"another holds it and a third is the default", State{"vesper", now + 1}, "pip", State{"vesper", now + 1}, "vesper holds the window"},
		{"free, but another is the default", State{}, "pip", State{}, "the window is kept for pip, who is here by default"},
		{"a window that ends now holds nobody off", State{"vesper", now}, "", mine, ""},
		{"one's own that ended is no claim", State{"aria", now}, "pip", State{"aria", now}, "the window is kept for pip, who is here by default"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got := tt.before
			if refused := because.Written(got.Engage("aria", tt.standing, now, length)); refused != tt.refused || got != tt.want {
				t.Errorf("refused %q with %v, want %q with %v", refused, got, tt.refused, tt.want)
			}
		})
	}
}

func TestStepBack(t *testing.T) {
	s := State{"aria", later}
	if s.StepBack("vesper"); s.Held(now) != "aria" {
		t.Errorf("vesper stepped back and the window is %v, want aria's", s)
	}
	if s.StepBack("aria"); s != (State{}) {
		t.Errorf("aria stepped back and the window is %v, want it closed", s)
	}
}

func TestHeldIsStrict(t *testing.T) {
	s := State{"aria", now}
	if got := s.Held(now - 1); got != "aria" {
		t.Errorf("a millisecond before its deadline %q holds it, want aria", got)
	}
	if got := s.Held(now); got != "" {
		t.Errorf("at its deadline %q holds it, want nobody", got)
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(State{"aria", 5})
	if want := `{"h":"aria","u":5}`; err != nil || string(text) != want {
		t.Errorf("as JSON %s, %v; want %s", text, err, want)
	}
}
