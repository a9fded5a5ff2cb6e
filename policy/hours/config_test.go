package hours

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadSpan(t *testing.T) {
	for _, tt := range []struct {
		what string
		text string
		want string // as it reads again, or part of the error
		ok   bool
	}{
		{"times alone are every day", "22:00-07:00", "22:00-07:00", true},
		{"a range of days", "Mon-Wed 09:00-17:30", "Mon,Tue,Wed 09:00-17:30", true},
		{"a range over the week's end", "Sat-Mon 09:00-10:00", "Mon,Sat,Sun 09:00-10:00", true},
		{"ranges and days", "mon-tue,SUN 09:00-10:00", "Mon,Tue,Sun 09:00-10:00", true},
		{"days alone are whole", "Sat,Sun", "Sat,Sun 00:00-24:00", true},
		{"midnight ends a day, too", "18:00-00:00", "18:00-24:00", true},
		{"nothing at all", "", `want "22:00-07:00"`, false},
		{"a day nobody knows", "Montag 09:00-10:00", `days "Montag"`, false},
		{"one time only", "09:00", `times "09:00"`, false},
		{"an hour too late", "23:00-24:30", `times "23:00-24:30"`, false},
		{"a minute too many", "09:60-10:00", `times "09:60-10:00"`, false},
		{"no leading zero", "9:00-10:00", `times "9:00-10:00"`, false},
		{"no length", "09:00-09:00", "starts and ends at the same time", false},
		{"too many words", "Mon 09:00-10:00 please", "want only days and times", false},
		{"a beginning at the day's end", "24:00-07:00", "from 1440", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s Span
			err := s.UnmarshalText([]byte(tt.text))
			switch {
			case tt.ok && (err != nil || s.String() != tt.want):
				t.Errorf("got %q, %v, want %q", s, err, tt.want)
			case !tt.ok && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %q, %v, want an error with %q", s, err, tt.want)
			case !tt.ok && s != (Span{}):
				t.Errorf("after the error it is %q, want what it was", s)
			}
		})
	}
}

func TestSpanReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Span{
			Days: Days(rapid.IntRange(1, 127).Draw(t, "days")),
			From: rapid.IntRange(0, day-1).Draw(t, "from"),
			To:   rapid.IntRange(1, day).Draw(t, "to"),
		}
		if s.Validate() != nil {
			t.Skip("no length")
		}
		text, err := s.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Span
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%q read as %q, %v", text, back, err)
		}
	})
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		config Config
		want   []string // parts of the error; none: it is valid
	}{
		{"the default is valid", Default(), nil},
		{"the machine's own zone means nothing elsewhere", Config{Zone: "Local"}, []string{`zone = "Local"`}},
		{"every mistake is named", Config{Active: []Span{{}}, Quiet: []Span{{Days: 1, To: 60}, {Days: 1, From: -1, To: 2000}}}, []string{"active[1]: days", "quiet[2]: from -1", "to 2000"}},
		{"too many spans", Config{Quiet: make([]Span, 65)}, []string{"quiet: 65 spans"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			err := tt.config.Validate()
			if (err == nil) != (tt.want == nil) {
				t.Fatalf("got %v, want an error with %q", err, tt.want)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want an error with %q", err, want)
				}
			}
		})
	}
}
