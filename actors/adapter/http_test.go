package adapter

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestBounded(t *testing.T) {
	for _, tt := range []struct {
		story, body string
		fails       bool
	}{
		{"nothing", "", false},
		{"less than may come", "moth", false},
		{"as much as may come", "moths", false},
		{"more than may come", "moths!", true},
		{"far more", strings.Repeat("moth", 10_000), true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for _, from := range []io.Reader{strings.NewReader(tt.body), iotest.OneByteReader(strings.NewReader(tt.body))} {
				body := Bounded(io.NopCloser(from), 5)
				read, err := io.ReadAll(body)
				if errors.Is(err, errTooLong) != tt.fails || len(read) > 5 || !tt.fails && string(read) != tt.body {
					t.Errorf("read %q, %v; want it to fail: %v", read, err, tt.fails)
				}
				if _, again := body.Read(make([]byte, 1)); tt.fails && !errors.Is(again, errTooLong) {
					t.Errorf("read on it gives %v", again)
				}
			}
		})
	}
}
