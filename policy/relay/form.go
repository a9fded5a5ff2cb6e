package relay

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	nameMark = "{name}"
	textMark = "{text}"
)

const (
	longestForm = 200  // of a form, in bytes
	longestName = 64   // of a name that is told, in characters, as everywhere else
	furthest    = 1024 // how far into a line a name may reach, in bytes: no network has a longer one
)

// A Form is how a relay writes what somebody said, such as "<{name}> {text}". In a
// form without {name}, such as "{text}", the line stands under the person's name. The
// zero Form fits no line.
type Form struct {
	before  string // what stands before the name, or before the text
	between string // what stands between the name and the text; "": the form has no name
	set     bool
}

// UnmarshalText reads a form; its error says what one looks like.
func (f *Form) UnmarshalText(text []byte) error {
	written := string(text)
	before, isWhole := strings.CutSuffix(written, textMark)
	read := Form{before: before, set: true}
	var named bool
	if read.before, read.between, named = strings.Cut(before, nameMark); !named {
		read.between = ""
	}
	switch {
	case !isWhole:
		return fmt.Errorf("%q doesn't end with %s: want a form such as %q", written, textMark, "<{name}> {text}")
	case len(written) > longestForm:
		return fmt.Errorf("has %d bytes: want at most %d", len(written), longestForm)
	case strings.Contains(read.before+read.between, nameMark) || strings.Contains(read.before+read.between, textMark):
		return fmt.Errorf("%q: want %s and %s once each", written, nameMark, textMark)
	case named && read.between == "":
		return fmt.Errorf("%q: want something between %s and %s, by which it is seen where the name ends", written, nameMark, textMark)
	case strings.ContainsFunc(written, unicode.IsControl):
		return fmt.Errorf("%q has a control character", written)
	}
	*f = read
	return nil
}

// String returns the form as it is written.
func (f Form) String() string {
	switch {
	case !f.set:
		return ""
	case f.between == "":
		return f.before + textMark
	}
	return f.before + nameMark + f.between + textMark
}

// Names reports whether the form has the person's name in the line.
func (f Form) Names() bool { return f.between != "" }

// How a line fits a form.
type fit uint8

const (
	unfit   fit = iota // it doesn't
	person             // it is what somebody of that name said
	unclear            // somebody said it, and nobody can tell where their name ends
)

// read takes a line apart; blanks says that names may have blanks, empty that there
// need be no text. The name is as the relay wrote it. Whoever has the form's own signs
// in their name could otherwise say things in the name of somebody else: where what
// follows a name stands a second time so that either might be its end, it is unclear,
// and the name only one that it may be.
func (f Form) read(text string, blanks, empty bool) (name, said string, how fit) {
	rest, begins := strings.CutPrefix(text, f.before)
	if !begins || !f.set {
		return "", "", unfit
	}
	if !f.Names() {
		return "", rest, person
	}
	reach := rest[:nameMost(rest, blanks)]
	at := strings.Index(rest, f.between)
	if at > len(reach) {
		at = -1
	}
	bare, isBare := f.bare(reach)
	isBare = isBare && empty && len(reach) == len(rest)
	switch {
	case at < 0 && isBare && isName(bare):
		name = bare
	case at < 0 || !isName(rest[:at]):
		return "", "", unfit
	default:
		name, said = rest[:at], rest[at+len(f.between):]
		second := strings.Index(rest[at+1:], f.between)
		if isBare || second >= 0 && at+1+second <= len(reach) {
			return name, "", unclear
		}
	}
	if utf8.RuneCountInString(name) > longestName {
		return name, "", unclear
	}
	return name, said, person
}

// bare returns the name in a line that ends with it: networks cut the blanks at its end.
func (f Form) bare(text string) (name string, is bool) {
	ends := strings.TrimRightFunc(f.between, unicode.IsSpace)
	name, is = strings.CutSuffix(text, ends)
	return name, is && ends != ""
}

// nameMost returns how much of a text may be a name.
func nameMost(text string, blanks bool) int {
	ends := func(r rune) bool { return r == '\n' || !blanks && unicode.IsSpace(r) }
	reach := text[:min(len(text), furthest)]
	if end := strings.IndexFunc(reach, ends); end >= 0 {
		return end
	}
	return len(reach)
}

// isName reports whether something is seen of a name.
func isName(name string) bool { return shown(name) != "" }

// A Shown is how a relay writes somebody's name where lines stand under it, such as
// "{name} (IRC)". The zero Shown is the name alone.
type Shown struct{ before, after string }

// UnmarshalText reads how names are written; its error says what that looks like.
func (s *Shown) UnmarshalText(text []byte) error {
	before, after, named := strings.Cut(string(text), nameMark)
	switch {
	case !named || strings.Contains(after, nameMark):
		return fmt.Errorf("%q: want %s once, as in %q", text, nameMark, "{name} (IRC)")
	case len(text) > longestForm:
		return fmt.Errorf("has %d bytes: want at most %d", len(text), longestForm)
	case strings.ContainsFunc(string(text), unicode.IsControl):
		return errors.New("has a control character")
	}
	*s = Shown{before, after}
	return nil
}

// String returns it as it is written.
func (s Shown) String() string { return s.before + nameMark + s.after }

// read returns the name in a shown one; false: it isn't written so.
func (s Shown) read(name string) (string, bool) {
	name, begins := strings.CutPrefix(name, s.before)
	name, ends := strings.CutSuffix(name, s.after)
	return name, begins && ends && isName(name)
}
