package chattiness

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPage keeps docs/chattiness.md and the code equal: the terms, the knobs
// with the values of both presets, and the tiers.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/chattiness.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		heading string
		want    [][]string
	}{
		{"## The terms", [][]string{
			{TermLull}, {TermVoice}, {TermQuestion}, {TermCurve}, {TermBackoff},
		}},
		{"## Knobs", knobs()},
		{"## Tiers", tiers()},
	} {
		t.Run(tt.heading, func(t *testing.T) {
			rows := table(string(page), tt.heading)
			if len(rows) != len(tt.want) {
				t.Fatalf("the page has %d rows, the code %d: %v", len(rows), len(tt.want), tt.want)
			}
			for i, want := range tt.want {
				if got := rows[i][:len(want)]; !slices.Equal(got, want) {
					t.Errorf("row %d begins %q, want %q", i+1, got, want)
				}
			}
		})
	}
}

// knobs returns each knob's name with its value in social and in chatty.
func knobs() (rows [][]string) {
	social, chatty := reflect.ValueOf(Default()), reflect.ValueOf(Chatty())
	for i := range social.NumField() {
		if name := social.Type().Field(i).Tag.Get("toml"); name != "-" {
			rows = append(rows, []string{name, shown(social.Field(i)), shown(chatty.Field(i))})
		}
	}
	return rows
}

func tiers() (rows [][]string) {
	for _, tier := range Tiers {
		rows = append(rows, []string{string(tier), fmt.Sprint(tier.Start())})
	}
	return rows
}

func shown(v reflect.Value) string {
	d, ok := v.Interface().(time.Duration)
	switch {
	case !ok:
		return fmt.Sprint(v.Interface())
	case d == 0:
		return "0"
	}
	s := strings.TrimSuffix(d.String(), "m0s") + "m"
	if !strings.HasSuffix(d.String(), "m0s") {
		s = d.String()
	}
	return s
}

// table returns the cells of the first table under heading, without its head.
func table(page, heading string) (rows [][]string) {
	_, rest, _ := strings.Cut(page, heading+"\n")
	for line := range strings.Lines(rest + "\n\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|"):
			var cells []string
			for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
				cells = append(cells, strings.Trim(cell, " `"))
			}
			rows = append(rows, cells)
		case len(rows) > 0:
			return rows[2:]
		}
	}
	return nil
}
