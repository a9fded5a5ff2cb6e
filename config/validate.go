package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/config/document"
	"familiar/llm/gate"
	"familiar/policy/admission"
	"familiar/policy/ladder"
	"familiar/policy/language"
)

// A validation looks at a configuration that was read, fills in what follows
// from other parts and gathers what is wrong or odd.
type validation struct {
	*Config
	dir                string
	fetch              fetching
	problems, warnings []document.Problem
	elsewhere          []document.Problem // in files that it refers to, in their order
}

func (v *validation) all() {
	v.values("log", v.Log.Validate())
	v.values("journal", v.Journal.Validate())
	v.values("agent", v.Agent.Validate())
	v.values("monitor", v.Monitor.Validate())
	v.control()
	v.telemetry()
	v.values("room", v.Room.Validate())
	v.unstopped("room", &v.Room)
	v.values("texts.answers", v.Texts.Answers.Validate())
	v.values("texts", language.ValidateTranslations(v.Texts.Translations, admission.Texts.Validate))
	if v.Data == "" {
		v.wrong("data", "is empty: want a folder")
	}
	v.models()
	v.familiars()
	v.budget()
	v.outside()
	v.safety()
	if v.Room.Default != "" {
		v.known("room.default", v.Room.Default)
	}
	v.accounts()
	v.unknown()
	for i := range v.Channels {
		v.rule(i)
	}
	v.retention()
	v.relays()
	v.mirrors()
	v.experiments()
	v.assigned()
	v.unassigned()
	v.siblings()
	v.idle()
}

// wrong adds a problem, unless the same key couldn't even be read.
func (v *validation) wrong(path, format string, args ...any) {
	if !slices.ContainsFunc(v.problems, func(p document.Problem) bool { return p.Key == path }) {
		v.problems = append(v.problems, v.doc.Problem(path, fmt.Sprintf(format, args...)))
	}
}

func (v *validation) odd(path, format string, args ...any) {
	v.warnings = append(v.warnings, v.doc.Problem(path, fmt.Sprintf(format, args...)))
}

func (v *validation) models() {
	if len(v.Models) == 0 {
		v.Models = map[string]Model{Offline: {Kind: Offline, Config: gate.Default()}}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Models)) {
		m, path := v.Models[name], document.Inside("models", name)
		if !isID(name) {
			v.wrong(path, "%q can't name a model: %s", name, wantID)
		}
		v.values(path, m.Validate())
		v.resolve(document.Inside(path, "key"), &m.Key)
		v.remote(path, m)
		v.Models[name] = m
	}
}

// model checks the name of a model and gives the one that is meant by "".
func (v *validation) model(path, name string) string {
	known := slices.Sorted(maps.Keys(v.Models))
	switch {
	case name == "" && len(known) == 1:
		return known[0]
	case name == "":
		v.wrong(path, "there are several models: choose one of %s", strings.Join(known, ", "))
	case !slices.Contains(known, name):
		v.wrong(path, "there is no model %q: want one of %s", name, strings.Join(known, ", "))
	}
	return name
}

// text reads a text file that stands beside the configuration.
func (v *validation) text(path, file string) string {
	at := within(v.dir, filepath.FromSlash(file))
	v.reads(at)
	text, err := readLimited(at, MaxCard)
	if err == nil {
		err = CheckCard(file, text)
	}
	if err != nil {
		v.wrong(path, "%v", err)
	}
	return string(text)
}

// CheckCard says what is wrong with the text of a card that stands in a file.
func CheckCard(file string, text []byte) error {
	switch {
	case len(text) > MaxCard:
		return fmt.Errorf("%s is too large: want at most %d KiB", file, MaxCard>>10)
	case !utf8.Valid(text):
		return fmt.Errorf("%s is not UTF-8: save it as UTF-8", file)
	case strings.TrimSpace(string(text)) == "":
		return fmt.Errorf("%s is empty", file)
	}
	return nil
}

const wantID = "want letters, digits, - and _"

// isID reports whether a name can be used to refer to something.
func isID(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.In(r, unicode.L, unicode.M, unicode.N)
	})
}

// maxName is how long a name may be, in characters: more isn't shown.
const maxName = 64

// callable says what keeps people from calling a familiar by a name; "" when
// nothing does. One letter is enough, in any script.
func callable(name string) string {
	switch {
	case strings.TrimSpace(ladder.Fold(name)) == "":
		return "is empty: want a name people can call it by"
	case utf8.RuneCountInString(name) > maxName:
		return fmt.Sprintf("is too long: want at most %d characters", maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }):
		return "contains a line break, control character or text-direction character"
	}
	return ""
}

// telemetry checks where traces and metrics go.
func (v *validation) telemetry() { v.values("telemetry", v.Telemetry.Validate()) }
