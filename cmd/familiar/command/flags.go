package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/config/document"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Argument declares a required argument.
func Argument[T ~string](l *Line, into *T, name, help string) {
	l.arguments = append(l.arguments, argument{name: name, help: help, take: func(word string) { *into = T(word) }})
}

// Optional declares an optional argument; without it into keeps its default.
func Optional[T ~string](l *Line, into *T, name, help string) {
	l.arguments = append(l.arguments, argument{name: name, help: help, take: func(word string) { *into = T(word) }, optional: true})
}

// Rest declares any number of arguments, after all others.
func Rest(l *Line, into *[]string, name, help string) {
	l.arguments = append(l.arguments, argument{name: name, help: help, take: func(word string) { *into = append(*into, word) }, rest: true})
}

// A flag's form is how help shows it, such as "-c, --config FILE" or "--seed". The
// value's name may be left out if the default shows what it is.

// Text declares a flag that takes any text.
func Text[T ~string](l *Line, into *T, form, help string) {
	l.flag(form, help, &value{
		set:   func(text string) error { *into = T(text); return nil },
		text:  func() string { return string(*into) },
		quote: true,
	})
}

// Switch declares a flag without a value.
func Switch(l *Line, into *bool, form, help string) {
	f := l.flag(form, help, &value{
		set: func(text string) error {
			switch strings.ToLower(text) {
			case "true", "1", "yes":
				*into = true
			case "false", "0", "no":
				*into = false
			default:
				return fmt.Errorf(": must be true, 1, yes, false, 0 or no but got %q", text)
			}
			return nil
		},
		text: func() string { return strconv.FormatBool(*into) },
	})
	f.NoOptDefVal = "true"
}

// Whole declares a flag that takes a whole number.
func Whole(l *Line, into *int, form, help string) {
	l.flag(form, help, &value{
		set: func(text string) (err error) {
			n, err := whole(text)
			if err == nil {
				*into = n
			}
			return err
		},
		text: func() string { return strconv.Itoa(*into) },
	})
}

// Wholes declares a flag that takes a whole number and may be repeated.
func Wholes(l *Line, into *[]int, form, help string) {
	l.flag(form, help, &value{
		set: func(text string) error {
			n, err := whole(text)
			if err != nil {
				return err
			}
			*into = append(*into, n)
			return nil
		},
		text: func() string {
			words := make([]string, len(*into))
			for i, n := range *into {
				words[i] = strconv.Itoa(n)
			}
			return strings.Join(words, ",")
		},
	})
}

func whole(text string) (int, error) {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	if err != nil {
		return 0, fmt.Errorf(": expected a whole number of %d bits but got %q", strconv.IntSize, text)
	}
	return int(n), nil
}

// Seed declares a flag that takes a whole number from 0.
func Seed(l *Line, into *uint64, form, help string) {
	l.flag(form, help, &value{
		set: func(text string) error {
			n, err := strconv.ParseUint(text, 0, 64)
			if err != nil {
				return fmt.Errorf(": expected a whole number from 0 of 64 bits but got %q", text)
			}
			*into = n
			return nil
		},
		text: func() string { return strconv.FormatUint(*into, 10) },
	})
}

// Number declares a flag that takes any number.
func Number(l *Line, into *float64, form, help string) {
	l.flag(form, help, &value{
		set: func(text string) error {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf(": expected a number but got %q", text)
			}
			*into = n
			return nil
		},
		text: func() string { return strconv.FormatFloat(*into, 'g', -1, 64) },
	})
}

// Duration declares a flag that takes a time such as 30s.
func Duration(l *Line, into *time.Duration, form, help string) {
	l.flag(form, help, &value{
		set: func(text string) error {
			d, err := time.ParseDuration(text)
			if err != nil {
				return fmt.Errorf(": expected a duration such as 30s but got %q: %w", text, err)
			}
			*into = d
			return nil
		},
		text: func() string { return document.Brief(*into) },
	})
}

// List declares a flag that may be repeated.
func List(l *Line, into *[]string, form, help string) {
	l.flag(form, help, &value{
		set:  func(text string) error { *into = append(*into, text); return nil },
		text: func() string { return strings.Join(*into, ",") },
	})
}

// Choice declares a flag that takes one of the given words. "" among them means
// none.
func Choice[T ~string](l *Line, into *T, form, help string, words ...T) {
	choices := plain(words)
	f := l.flag(form, help, &value{
		set: func(text string) error {
			*into = T(text)
			return chosen(choices, text)
		},
		text:  func() string { return string(*into) },
		quote: true,
	})
	l.complete(f.Name, choices)
}

// Choices declares one that may be repeated, or take several words with commas
// between them.
func Choices[T ~string](l *Line, into *[]T, form, help string, words ...T) {
	choices := plain(words)
	f := l.flag(form, help, &value{
		set: func(text string) error {
			for word := range strings.SplitSeq(text, ",") {
				if err := chosen(choices, word); err != nil {
					return err
				}
				*into = append(*into, T(word))
			}
			return nil
		},
		text: func() string { return strings.Join(plain(*into), ",") },
	})
	l.complete(f.Name, choices)
}

func plain[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

func chosen(choices []string, word string) error {
	if slices.Contains(choices, word) {
		return nil
	}
	var quoted []string
	for _, c := range choices {
		if c != "" { // as if the flag were not given
			quoted = append(quoted, strconv.Quote(c))
		}
	}
	return fmt.Errorf(" must be one of %s but got %q", strings.Join(quoted, ","), word)
}

// Require says which flags are required.
func (l *Line) Require(flags ...string) { l.required = append(l.required, flags...) }

// Exclude says that only one of the flags may be given.
func (l *Line) Exclude(flags ...string) { l.exclusive = append(l.exclusive, flags) }

// Variable names the environment variable that is read if the flag is not given.
func (l *Line) Variable(flag, variable string) {
	l.variables[flag] = variable
	f := l.command.Flags().Lookup(flag)
	f.Usage = strings.TrimSuffix(f.Usage, ".") + " ($" + variable + ")."
}

// complete makes shells offer words for a flag.
func (l *Line) complete(flag string, words []string) {
	offered := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" })
	if err := l.command.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(offered, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // a flag that is not there, or twice
	}
}

// flag declares one in its form.
func (l *Line) flag(form, help string, v *value) *pflag.Flag {
	short := ""
	if rest, ok := strings.CutPrefix(form, "-"); ok && !strings.HasPrefix(rest, "-") {
		short, form, _ = strings.Cut(rest, ", ")
	}
	name, takes, _ := strings.Cut(strings.TrimPrefix(form, "--"), " ")
	v.flag, v.takes = name, takes
	if v.takes == "" {
		v.takes = v.text()
		if v.quote {
			v.takes = strconv.Quote(v.takes)
		}
	}
	return l.command.Flags().VarPF(v, name, short, help)
}

// A value is a flag's, as pflag sets and shows it.
type value struct {
	flag  string
	takes string
	quote bool // of a default that stands in help
	set   func(text string) error
	text  func() string
}

// Set implements [pflag.Value]. Its error is all there is to say.
func (v *value) Set(text string) error {
	if err := v.set(text); err != nil {
		return unfit{fmt.Errorf("--%s%w", v.flag, err)}
	}
	return nil
}

// String implements [pflag.Value].
func (v *value) String() string {
	if v.text == nil {
		return "" // pflag asks an empty value for its zero
	}
	return v.text()
}

// Type implements [pflag.Value]: what help shows after the flag.
func (v *value) Type() string { return v.takes }

// unfit is the error of a value that a flag can't take.
type unfit struct{ error }
