package zone_test

import (
	"strings"
	"testing"

	"familiar/policy/zone"
)

func TestZoneText(t *testing.T) {
	for _, tt := range []struct {
		what, text string
		want       string // as it is written back; "": an error
	}{
		{"a name is kept", "Europe/Berlin", "Europe/Berlin"},
		{"no name is UTC", "", "UTC"},
		{"the machine's own zone is none", "Local", ""},
		{"an unknown name is an error", "Europe/Entenhausen", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var z zone.Zone
			err := z.UnmarshalText([]byte(tt.text))
			if tt.want == "" {
				if err == nil || !strings.HasPrefix(err.Error(), `zone "`+tt.text+`": want `) {
					t.Errorf("read with %v, want an error that names it", err)
				}
				return
			}
			if text, _ := z.MarshalText(); err != nil || string(text) != tt.want {
				t.Errorf("read %v and written back as %s, want %s", err, text, tt.want)
			}
		})
	}
}
