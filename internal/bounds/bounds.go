// Package bounds says which fields of a configuration are out of range, so that
// a Validate method is a table: a field's key, its value, what it may be.
//
// It knows numbers, durations and words from a closed set, and how an error
// puts them. It doesn't know what a field is for. Every package with a Config
// calls it.
package bounds

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Form is how an error is worded: of a field's key, its value and what it may
// be, in this order.
type Form string

// The forms.
const (
	Equals Form = "%[1]s = %[2]s: want %[3]s" // as it stands in a file
	Got    Form = "%[1]s: want %[3]s, got %[2]s"
	Plain  Form = "%[1]s %[2]s: want %[3]s"
	Is     Form = "%[1]s is %[2]s, want %[3]s"
)

// A Field is one row of a table. The zero Field is in range.
type Field struct {
	key, got, want string
	err            error // worded already; nil: a Form words it
}

// Check returns what is wrong in form [Equals], all of it; nil for nothing.
func Check(fields ...Field) error { return Equals.Check(fields...) }

// Check returns what is wrong, all of it; nil for nothing.
func (f Form) Check(fields ...Field) error {
	var errs []error
	for i := range fields {
		if err := f.word(&fields[i]); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// First returns the first thing that is wrong; nil for nothing.
func (f Form) First(fields ...Field) error {
	for i := range fields {
		if err := f.word(&fields[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f Form) word(field *Field) error {
	if field.err != nil || field.key == "" {
		return field.err
	}
	return fmt.Errorf(string(f), field.key, field.got, field.want)
}

// Want returns f with other words for what it may be.
func (f Field) Want(format string, args ...any) Field {
	if f.key != "" {
		f.want = fmt.Sprintf(format, args...)
	}
	return f
}

// Of returns f with the unit behind what it may be.
func (f Field) Of(unit string) Field {
	f.want += " " + unit
	return f
}

// A Number is what has a range: a count, a share, a duration.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float64
}

// OrMore wants least or more, as in "0 or more".
func OrMore[T Number](key string, got, least T) Field {
	return number(got >= least, key, got, "%s or more", least)
}

// AtLeast wants least or more, as in "at least 1s".
func AtLeast[T Number](key string, got, least T) Field {
	return number(got >= least, key, got, "at least %s", least)
}

// AtMost wants most or less.
func AtMost[T Number](key string, got, most T) Field {
	return number(got <= most, key, got, "at most %s", most)
}

// Positive wants more than 0.
func Positive[T Number](key string, got T) Field {
	return number(got > 0, key, got, "more than 0")
}

// Between wants least to most.
func Between[T Number](key string, got, least, most T) Field {
	return number(got >= least && got <= most, key, got, "%s to %s", least, most)
}

// Within wants least to most, and says only which of the two it is past.
func Within[T Number](key string, got, least, most T) Field {
	if got < least {
		return OrMore(key, got, least)
	}
	return AtMost(key, got, most)
}

// number makes the row of a number. Infinity and what is no number are in no
// range: taken from themselves they don't give 0.
func number[T Number](ok bool, key string, got T, want string, ends ...T) Field {
	if ok && got-got == 0 {
		return Field{}
	}
	said := make([]any, len(ends))
	var zero T
	for i, end := range ends {
		if said[i] = fmt.Sprint(end); end == zero {
			said[i] = "0" // whatever the unit
		}
	}
	return Field{key: key, got: fmt.Sprint(got), want: fmt.Sprintf(want, said...)}
}

// OneOf wants one of the words, as in "one of slide, once, kept".
func OneOf[T ~string](key string, got T, words ...T) Field {
	return word(key, got, words, "one of "+strings.Join(plain(words), ", "))
}

// Either wants one of two or more words, as in "work or grant".
func Either[T ~string](key string, got T, words ...T) Field {
	return word(key, got, words, Alternatives(words...))
}

// Alternatives returns one or more words as a sentence has them: "a, b or c".
func Alternatives[T ~string](words ...T) string {
	all := plain(words)
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

func word[T ~string](key string, got T, words []T, want string) Field {
	if slices.Contains(words, got) {
		return Field{}
	}
	return Field{key: key, got: fmt.Sprintf("%q", string(got)), want: want}
}

func plain[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// Must wants ok, and else says what the format and its arguments do.
func Must(ok bool, format string, args ...any) Field {
	if ok {
		return Field{}
	}
	return Field{err: fmt.Errorf(format, args...)}
}

// Err is what a part of its own says about itself.
func Err(err error) Field { return Field{err: err} }

// Under is what a part says about itself, behind the name of its table.
func Under(table string, err error) Field {
	if err == nil {
		return Field{}
	}
	return Field{err: fmt.Errorf("%s: %w", table, err)}
}
