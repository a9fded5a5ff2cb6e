package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how many letters a line of help has at most.
const helpWidth = 80

// printHelp prints a command's help. cobra would do the same, but with lines of any
// length.
func printHelp(w io.Writer, c *cobra.Command, arguments []argument) {
	usage := c.CommandPath()
	_, runs := c.Annotations[runsItself]
	switch {
	case runs:
		usage += " [<command>]"
	case c.HasSubCommands():
		usage += " <command>"
	default:
		usage = strings.TrimSpace(c.Parent().CommandPath() + " " + c.Use)
	}
	fmt.Fprintf(w, "Usage: %s [flags]\n\n%s", usage, flowed(c.Long))
	if len(arguments) > 0 {
		rows := make([][2]string, len(arguments))
		for i, a := range arguments {
			rows[i] = [2]string{a.usage(), a.help}
		}
		fmt.Fprintf(w, "\nArguments:\n%s", columns(rows))
	}
	fmt.Fprintf(w, "\nFlags:\n%s", columns(append(flagRows(c.LocalFlags()), flagRows(c.InheritedFlags())...)))
	if c.HasSubCommands() {
		fmt.Fprintf(w, "\nCommands:\n%s\nRun \"familiar <command> --help\" for more about a command.\n", columns(commandRows(c)))
	}
}

func flagRows(flags *pflag.FlagSet) [][2]string {
	var rows [][2]string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		form := "    --" + f.Name
		if f.Shorthand != "" {
			form = "-" + f.Shorthand + ", --" + f.Name
		}
		if f.NoOptDefVal == "" {
			form += "=" + f.Value.Type()
		}
		rows = append(rows, [2]string{form, f.Usage})
	})
	return rows
}

// commandRows lists the commands that can be run, those of a group with its name.
func commandRows(c *cobra.Command) [][2]string {
	var rows [][2]string
	for _, sub := range c.Commands() {
		if sub.Hidden {
			continue
		}
		if _, runs := sub.Annotations[runsItself]; runs || !sub.HasSubCommands() {
			path := strings.TrimPrefix(sub.CommandPath(), sub.Root().Name()+" ")
			rows = append(rows, [2]string{path, sub.Short})
		}
		rows = append(rows, commandRows(sub)...)
	}
	return rows
}

// columns prints two columns; a left cell wider than a third of the line gets a line
// of its own.
func columns(rows [][2]string) string {
	left := 0
	for _, row := range rows {
		if n := len([]rune(row[0])); n <= helpWidth/3 {
			left = max(left, n)
		}
	}
	indent := strings.Repeat(" ", 2+left+2)
	var b strings.Builder
	for _, row := range rows {
		lines := wrapped(row[1], helpWidth-len(indent))
		if n := len([]rune(row[0])); n > left {
			fmt.Fprintf(&b, "  %s\n", row[0])
		} else {
			fmt.Fprintf(&b, "  %s%s", row[0], strings.Repeat(" ", left-n+2))
			fmt.Fprintln(&b, lines[0])
			lines = lines[1:]
		}
		for _, line := range lines {
			fmt.Fprintln(&b, indent+line)
		}
	}
	return b.String()
}

// flowed rewraps each paragraph, except indented ones.
func flowed(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		if strings.HasPrefix(paragraph, " ") {
			b.WriteString(paragraph + "\n")
			continue
		}
		for _, line := range wrapped(paragraph, helpWidth) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// wrapped returns a text in lines of at most width letters.
func wrapped(text string, width int) []string {
	lines := []string{""}
	for word := range strings.FieldsSeq(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len([]rune(*last))+1+len([]rune(word)) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}
