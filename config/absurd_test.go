package config

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// number is a line of the example whose knob is a number or a duration.
var number = regexp.MustCompile(`^(\w+) = ("[0-9][0-9a-z.]*"|[0-9.]+)(\s|$)`)

// TestAbsurdNumbers: no knob of the example can be what nobody means.
func TestAbsurdNumbers(t *testing.T) {
	text, err := os.ReadFile("../examples/familiar.toml")
	if err != nil {
		t.Fatal(err)
	}
	lines, table, tried := strings.Split(string(text), "\n"), "", 0
	for i, line := range lines {
		if strings.HasPrefix(line, "[") {
			table = line
		}
		m := number.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		absurd := []string{"1000000000000", "1e12", "inf", "nan"}
		if strings.HasPrefix(m[2], `"`) {
			absurd = []string{`"1000000h"`, `"90000000000000h"`}
		}
		for _, value := range absurd {
			changed := strings.Split(string(text), "\n")
			changed[i] = m[1] + " = " + value
			tried++
			if _, err := read("f.toml", "../examples", []byte(strings.Join(changed, "\n")), (*Secret).resolve); err == nil {
				t.Errorf("%s: %s can be %s", table, m[1], value)
			}
		}
	}
	if tried < 200 {
		t.Errorf("%d values were tried: the example reads otherwise", tried)
	}
}
