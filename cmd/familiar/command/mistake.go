package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// unexpected says that no command is called word, and which have similar names.
func unexpected(c *cobra.Command, word string) error {
	return fmt.Errorf("unexpected argument %s%s", word, nearest(word, names(c)))
}

// expected says that one of c's commands is required.
func expected(c *cobra.Command) error {
	wanted := names(c)
	for i, name := range wanted {
		wanted[i] = strconv.Quote(name)
	}
	if len(wanted) == 1 {
		return fmt.Errorf("expected %s", wanted[0])
	}
	return fmt.Errorf("expected one of %s", strings.Join(wanted, ", "))
}

func names(c *cobra.Command) []string {
	var all []string
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			all = append(all, sub.Name())
		}
	}
	return all
}

// flagError says what is wrong with a flag of c.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag -%s", unknown.GetSpecifiedName())
		}
		name := "--" + unknown.GetSpecifiedName()
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return fmt.Errorf("unknown flag %s%s", name, nearest(name, known))
	}
	if alone, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return fmt.Errorf("--%s: expected a value", alone.GetFlag().Name)
	}
	if u, ok := errors.AsType[unfit](err); ok {
		return u
	}
	return err
}

// nearest asks whether one of the known words was meant: one that begins like word,
// or differs in at most two letters.
func nearest(word string, known []string) string {
	var near []string
	for _, k := range known {
		if strings.HasPrefix(k, word) || distance(k, word) <= 2 {
			near = append(near, strconv.Quote(k))
		}
	}
	switch len(near) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(", did you mean %s?", near[0])
	}
	return fmt.Sprintf(", did you mean one of %s?", strings.Join(near, ", "))
}

// distance is Levenshtein's: how many letters are inserted, deleted or changed.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			changed := before[j]
			if a[i] != b[j] {
				changed++
			}
			row[j+1] = min(changed, before[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
