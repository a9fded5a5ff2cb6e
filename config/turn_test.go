package config

import (
	"fmt"
	"strings"
	"testing"

	"familiar/config/document"
	"familiar/messages"
)

func TestTurn(t *testing.T) {
	lull, wait := Turned{"chattiness.lull", `"30s"`}, Turned{"odds.wait.lo", "0.03"}
	for _, tt := range []struct {
		says   string
		text   string
		turned []Turned
		want   string
	}{
		{
			"a knob that is there gets another value, its remark stays",
			"[familiars.mira]\npersona = \"kind\"\n[familiars.mira.chattiness] # mine\nlull = \"10s\"   # a silence\ntier = \"eager\"\n",
			[]Turned{lull},
			"# tuned: now\n[familiars.mira]\npersona = \"kind\"\n[familiars.mira.chattiness] # mine\nlull = \"30s\"   # a silence\ntier = \"eager\"\n",
		},
		{
			"one that isn't joins its table",
			"[familiars.mira]\n[familiars.mira.chattiness] # mine\ntier = \"eager\"\n",
			[]Turned{lull},
			"# tuned: now\n[familiars.mira]\n[familiars.mira.chattiness] # mine\nlull = \"30s\"\ntier = \"eager\"\n",
		},
		{
			"without its table it joins the familiar's",
			"# who\n[familiars.mira]\npersona = \"kind\"\n\n[room]\n",
			[]Turned{lull, wait},
			"# who\n# tuned: now\n[familiars.mira]\nchattiness.lull = \"30s\"\nodds.wait.lo = 0.03\npersona = \"kind\"\n\n[room]\n",
		},
		{
			"in an inline table",
			"[familiars]\nmira = { persona = \"kind\", chattiness = { lull = '10s' }, odds = {} }\n",
			[]Turned{lull, wait},
			"[familiars]\n# tuned: now\nmira = { persona = \"kind\", chattiness = { lull = \"30s\" }, odds = { wait.lo = 0.03} }\n",
		},
		{
			"by dotted keys",
			"familiars.mira.persona = \"kind\"\nfamiliars.mira.chattiness.lull = \"10s\"\n",
			[]Turned{lull},
			"# tuned: now\nfamiliars.mira.persona = \"kind\"\nfamiliars.mira.chattiness.lull = \"30s\"\n",
		},
		{
			"only one of its tables is there, and not the nearest",
			"[familiars.mira.odds.ask]\nlo = 0.1\n",
			[]Turned{wait},
			"# tuned: now\n[familiars.mira.odds.ask]\nlo = 0.1\n\n[familiars.mira.odds.wait]\nlo = 0.03\n",
		},
		{
			"the last remark makes room, another's stays",
			"# tuned: last year\n# tuned: on that\n[familiars.mira]\n# tuned: no\n",
			nil,
			"# tuned: now\n[familiars.mira]\n# tuned: no\n",
		},
		{
			"another familiar, and an array of tables, are left alone",
			"[familiars.joss.chattiness]\nlull = \"1s\"\n[familiars.mira]\n[[channels]]\nmatch = \"*\"\n[channels.override.mira.chattiness]\nlull = \"2s\"\n",
			[]Turned{lull},
			"[familiars.joss.chattiness]\nlull = \"1s\"\n# tuned: now\n[familiars.mira]\nchattiness.lull = \"30s\"\n[[channels]]\nmatch = \"*\"\n[channels.override.mira.chattiness]\nlull = \"2s\"\n",
		},
		{
			"lines end as the file's do, and the last one may not",
			"[familiars.mira.odds]\r\non = true",
			[]Turned{lull},
			"# tuned: now\r\n[familiars.mira.odds]\r\non = true\r\n\r\n[familiars.mira.chattiness]\r\nlull = \"30s\"\r\n",
		},
	} {
		t.Run(tt.says, func(t *testing.T) {
			got, err := Turn([]byte(tt.text), "mira", []string{"now"}, tt.turned...)
			if err != nil || string(got) != tt.want {
				t.Errorf("got\n%s\n%v, want\n%s", got, err, tt.want)
			}
		})
	}
}

func TestTurnRefuses(t *testing.T) {
	for _, tt := range []struct{ says, text, remark, want string }{
		{"what is no TOML", "[familiars", "now", "expected"},
		{"a remark that would end its line", "[familiars.mira]\n", "a\nb = 1", "control character"},
		{"a familiar that has no room for a table", "familiars = { mira = 3 }\n", "now", "set this knob by hand"},
	} {
		t.Run(tt.says, func(t *testing.T) {
			_, err := Turn([]byte(tt.text), "mira", []string{tt.remark}, Turned{"chattiness.lull", `"30s"`})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// FuzzTurn: of a file that can be read, whatever is written in it, comes one
// that says the same but for the knob that was turned.
func FuzzTurn(f *testing.F) {
	f.Add("[familiars.mira]\npersona = \"kind\"\n")
	f.Add("familiars = { mira = { chattiness = { tier = \"eager\" } } }\r\n")
	f.Add("familiars.\"mira\".chattiness.lull = '''1s'''\n[room]")
	f.Add("[familiars.mira.chattiness] # x\nlull = \"1s\" # y\n[[channels]]\nmatch = \"*\"")
	f.Fuzz(func(t *testing.T, text string) {
		was, err := document.Parse("", []byte(text))
		if err != nil {
			return
		}
		turned, err := Turn([]byte(text), messages.FamiliarID("mira"), []string{"now"}, Turned{"chattiness.lull", `"30s"`})
		if err != nil {
			return
		}
		now, err := document.Parse("", turned)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, turned, err)
		}
		at := func(d *document.Document) map[string]any {
			table := d.Tree
			for _, key := range []string{"familiars", "mira", "chattiness"} {
				next, ok := table[key].(map[string]any)
				if !ok {
					return nil
				}
				table = next
			}
			return table
		}
		if at(now) == nil || at(now)["lull"] != "30s" {
			t.Fatalf("%q became %q without the knob", text, turned)
		}
		delete(at(now), "lull")
		if table := at(was); table != nil {
			delete(table, "lull")
		} else {
			return
		}
		if got, want := fmt.Sprint(now.Tree), fmt.Sprint(was.Tree); got != want {
			t.Fatalf("%q became %q, which says more than the knob:\n%s\n%s", text, turned, got, want)
		}
	})
}
