package conversation

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestOldSnapshotsDecode(t *testing.T) {
	p := newStepper(t)
	p.hear("1", "ana", "hi")
	if strings.Contains(string(p.encoded()), "erasing") {
		t.Fatal("a state with nothing to erase says so: that is not how the old ones were")
	}
	s, err := Decode(p.encoded(), p.s.config)
	if err != nil || s.Erasing != nil {
		t.Errorf("got %+v and %v, want nothing to erase", s, err)
	}
}

func TestDecodeNewer(t *testing.T) {
	c := testConfig(t, "social")
	for _, tt := range []struct {
		what string
		text string
	}{
		{"a state of the next version", fmt.Sprintf(`{"v":%d}`, Version+1)},
		{"one whose fields have other forms", fmt.Sprintf(`{"v":%d,"roster":7,"seats":"none"}`, Version+1)},
		{"one that says its version last", fmt.Sprintf(`{"turn":[],"v":%d}`, Version+1)},
	} {
		t.Run(tt.what, func(t *testing.T) {
			kept := append([]byte{byte(len(tt.text))}, tt.text...)
			if _, err := Decode(kept, c); !errors.Is(err, ErrNewer) {
				t.Errorf("got %v, want ErrNewer", err)
			}
		})
	}
	if _, err := Decode([]byte("\x02{}"), c); err == nil || errors.Is(err, ErrNewer) {
		t.Errorf("a state without version gives %v, want another error", err)
	}
}
