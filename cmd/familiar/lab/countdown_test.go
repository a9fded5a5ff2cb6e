package lab

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestCountdown(t *testing.T) {
	var shown strings.Builder
	now := time.Unix(0, 0)
	c := &countdown{w: &shown, clock: func() time.Time { now = now.Add(3 * time.Second); return now }}
	c.show(1, 240)
	c.show(2, 240)
	c.clear()
	want := "\r\x1b[K1 of 240 settings tried" +
		"\r\x1b[K2 of 240 settings tried, at most 11m54s left" +
		"\r\x1b[K"
	if shown.String() != want {
		t.Errorf("showed %q\nwant   %q", shown.String(), want)
	}
	var file bytes.Buffer
	hidden := newCountdown(&file)
	hidden.show(1, 2)
	hidden.clear()
	if file.Len() > 0 {
		t.Errorf("showed %q to no terminal", file.String())
	}
}
