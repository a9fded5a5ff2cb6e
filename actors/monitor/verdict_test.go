package monitor_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"familiar/actors/monitor"
)

func TestParseVerdict(t *testing.T) {
	const yes, no, none = "yes", "no", "none"
	for _, test := range []struct{ name, text, want, reason string }{
		{"what was asked for", `{"speak": true, "reason": "a question"}`, yes, "a question"},
		{"a no as well", `{"speak": false, "reason": "small talk"}`, no, "small talk"},
		{"the reason may be missing", `{"speak":false}`, no, ""},
		{"white space around is fine", "\n {\"speak\":true} \n", yes, ""},
		{"so is a code fence", "```json\n{\"speak\": true}\n```", yes, ""},
		{"and thinking before it", "<think>speak? {\"speak\":false}</think>{\"speak\":true}", yes, ""},
		{"other keys are let through", `{"speak":true,"confidence":0.9,"list":[{"speak":false}]}`, yes, ""},
		{"a reason of several lines becomes one", `{"speak":true,"reason":"a\nb"}`, yes, "a b"},
		{"a long reason is cut", `{"speak":true,"reason":"` + strings.Repeat("x", 300) + `"}`, yes, strings.Repeat("x", 199) + "…"},
		{"a string is no boolean", `{"speak": "true"}`, none, ""},
		{"a number is no boolean", `{"speak": 1}`, none, ""},
		{"null is no boolean", `{"speak": null}`, none, ""},
		{"the key must be there", `{"reason": "yes"}`, none, ""},
		{"in the right case", `{"Speak": true}`, none, ""},
		{"and once", `{"speak":false,"speak":true}`, none, ""},
		{"a cut object is nothing", `{"speak":true,"rea`, none, ""},
		{"two objects are nothing", `{"speak":true}{"speak":false}`, none, ""},
		{"talk after the object is nothing", `{"speak":true} or not`, none, ""},
		{"an array is nothing", `[true]`, none, ""},
		{"a bare true is nothing", `true`, none, ""},
		{"a plain yes will do", "YES", yes, ""},
		{"with a reason before it", "somebody asked\nyes.", yes, "somebody asked"},
		{"a sentence that ends in yes will not", "I would not say yes.", none, ""},
		{"nor one that begins with it", "Yes, it should speak", none, ""},
		{"a yes and a no cancel out", "NO\nYES", none, ""},
		{"silence is no verdict", "", none, ""},
		{"the word for silence is none either", "NO_REPLY", none, ""},
		{"a page's notice is none either", "c0ffee1234! [lull] yes", none, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := monitor.ParseVerdict(test.text)
			got := map[bool]string{true: yes, false: no}[v.Speak]
			if errors.Is(err, monitor.ErrNoVerdict) {
				got = none
			}
			if got != test.want || v.Reason != test.reason {
				t.Errorf("ParseVerdict(%q) = %s, %q, %v; want %s, %q", test.text, got, v.Reason, err, test.want, test.reason)
			}
		})
	}
}

// A recorded verdict is what another system's parser made of a reply.
type recorded struct {
	Reply    string `json:"reply"`
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

// A difference is where we decide otherwise on purpose.
type difference struct {
	name  string
	holds func(recorded) bool
	check func(v monitor.Verdict, err error) bool
}

var plainWord = regexp.MustCompile(`(?i)^\s*(yes|no)[.!,]*\s*$`)

// lastLine returns the last line with anything on it.
func lastLine(reply string) string {
	lines := strings.FieldsFunc(reply, func(r rune) bool { return r == 0x85 || r == 0x2028 || r == '\v' || r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.TrimSpace(lines[i]) != "" {
			return lines[i]
		}
	}
	return ""
}

func refused(_ monitor.Verdict, err error) bool { return errors.Is(err, monitor.ErrNoVerdict) }

var differences = []difference{
	{
		"the source takes a last line that merely ends in the word yes for a yes: ours must be the word alone, or a denial would be one",
		func(r recorded) bool { return r.Decision == "YES" && !plainWord.MatchString(lastLine(r.Reply)) }, refused,
	},
	{
		"the source takes whatever isn't a yes for a no: ours is an error unless it is a no, since an error is not a no",
		func(r recorded) bool { return r.Decision == "NO" && !plainWord.MatchString(lastLine(r.Reply)) }, refused,
	},
	{
		"the source gives a thinking model's thoughts as the reason: ours drops them",
		func(r recorded) bool { return strings.HasPrefix(r.Reason, "<think>") },
		func(v monitor.Verdict, err error) bool { return err == nil && v.Speak && v.Reason == "" },
	},
}

// TestRecordedVerdicts compares with recorded decisions of another system: a
// verdict is either decided as there or falls under one named difference.
func TestRecordedVerdicts(t *testing.T) {
	var file struct {
		Pure struct {
			Verdicts []recorded
		}
	}
	vectors(t, "monitor.json.gz", &file)
	some(t, len(file.Pure.Verdicts))
	used := map[string]int{}
	for _, r := range file.Pure.Verdicts {
		v, err := monitor.ParseVerdict(r.Reply)
		same := func(v monitor.Verdict, err error) bool {
			return err == nil && v.Speak == (r.Decision == "YES") && v.Reason == r.Reason
		}
		check, why := same, "the same as recorded"
		for _, d := range differences {
			if d.holds(r) {
				check, why = d.check, d.name
				used[d.name]++
				break
			}
		}
		if !check(v, err) {
			t.Errorf("%q: got %+v, %v; recorded %s %q; want %s", r.Reply, v, err, r.Decision, r.Reason, why)
		}
	}
	for _, d := range differences {
		if used[d.name] == 0 && os.Getenv("FAMILIAR_VECTORS") == "" {
			t.Errorf("no verdict needs the difference %q", d.name)
		}
	}
	t.Logf("verdicts: %d cases, %d compared, differing %v", len(file.Pure.Verdicts), len(file.Pure.Verdicts), used)
}

// FuzzParseVerdict: a yes is only ever said by an answer that says so in one
// of the two forms, and a reason is one clean line.
func FuzzParseVerdict(f *testing.F) {
	for _, seed := range []string{"YES", "reason\nNO.", `{"speak":true,"reason":"x"}`, "I would not say yes.", "```json\n{\"speak\":true}\n```", "<think>", "NO\u2028yes"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := monitor.ParseVerdict(text)
		if err != nil {
			if !errors.Is(err, monitor.ErrNoVerdict) || v != (monitor.Verdict{}) {
				t.Fatalf("ParseVerdict(%q) = %+v, %v: an error without a verdict is wanted", text, v, err)
			}
			return
		}
		if v.Speak && !strings.Contains(text, "true") && !strings.Contains(strings.ToUpper(text), "YES") {
			t.Fatalf("ParseVerdict(%q) is a yes that nobody said", text)
		}
		if !utf8.ValidString(v.Reason) || utf8.RuneCountInString(v.Reason) > 200 || strings.ContainsFunc(v.Reason, unicode.IsControl) {
			t.Fatalf("ParseVerdict(%q): reason %q", text, v.Reason)
		}
	})
}
