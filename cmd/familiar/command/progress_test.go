package command

import (
	"bytes"
	"strings"
	"testing"
)

func TestBar(t *testing.T) {
	var shown strings.Builder
	b := &bar{w: &shown, percent: -1}
	for _, done := range []int{0, 1, 5, 9, 500, 1000} {
		b.Show(done, 1000)
	}
	b.Clear()
	want := "\r[........................................]   0 %  0 of 1000 lines" +
		"\r[####################....................]  50 %  500 of 1000 lines" +
		"\r[########################################] 100 %  1000 of 1000 lines\r\x1b[K"
	if shown.String() != want {
		t.Errorf("showed %q\nwant   %q", shown.String(), want)
	}
	var file bytes.Buffer
	hidden := NewBar(&file)
	hidden.Show(1, 2)
	hidden.Clear()
	if file.Len() > 0 {
		t.Errorf("showed %q to no terminal", file.String())
	}
}
