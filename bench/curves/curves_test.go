package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

const said = `goos: linux
BenchmarkCurve/over=channels/n=10/by=host-2         	  100	  5506 ns/op	         3.5 cpu-µs/line
BenchmarkCurve/over=channels/n=10/by=host-2         	  100	  5506 ns/op	         9 cpu-µs/line
BenchmarkCurve/over=channels/n=10/by=host-2         	  100	  5506 ns/op	         4.25 cpu-µs/line
BenchmarkCurve/over=channels/n=1/by=host-2          	  100	  5506 ns/op	         2 cpu-µs/line
BenchmarkCurve/over=channels/n=1/by=step-2          	  100	  5506 ns/op	         1 cpu-µs/line
BenchmarkCurve/over=lines-a-second/n=1000/by=host-2 	  100	  5506 ns/op	        40 cpu-µs/line
PASS
`

func TestRead(t *testing.T) {
	panels, err := read(strings.NewReader(said))
	if err != nil || len(panels) != 2 || panels[0].over != "channels" {
		t.Fatalf("got %v, %v, want channels and lines a second", panels, err)
	}
	host := panels[0].curves["host"]
	if len(host) != 2 || host[0].n != 1 || host[1].median() != 4.25 {
		t.Errorf("got %v, want 1 before 10, of which the median is 4.25", host)
	}
	if _, err := read(strings.NewReader("PASS\n")); err == nil {
		t.Error("nothing to draw is no error")
	}
}

// TestRun: whatever was measured, it is one well-formed picture, one value alone among it.
func TestRun(t *testing.T) {
	var svg strings.Builder
	if err := run(strings.NewReader(said), &svg); err != nil {
		t.Fatal(err)
	}
	for decoder := xml.NewDecoder(strings.NewReader(svg.String())); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"lines a second", "10: 4.25 µs"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("%q is not in it", want)
		}
	}
	if strings.Contains(svg.String(), "NaN") {
		t.Error("a place in it is no number")
	}
}
