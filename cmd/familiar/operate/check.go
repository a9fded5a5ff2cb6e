package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"familiar/app/settings"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
)

// checkCommand reads a configuration and prints what it found.
type checkCommand struct {
	File    string
	Who     string
	Where   string
	Explain bool
	Online  bool
	JSON    bool
}

// Declare implements [command.Command].
func (c *checkCommand) Declare(l *command.Line) {
	command.Optional(l, &c.File, "file", "The configuration; by default familiar.toml in the working directory.")
	command.Optional(l, &c.Who, "familiar", "The familiar to explain, with --explain.")
	command.Optional(l, &c.Where, "channel", "The channel to explain, such as web:garden or an id; by default the policy before any channel rule.")
	command.Switch(l, &c.Explain, "--explain", "Explain the policy of one familiar, in one channel or before any channel rule, and where each knob comes from.")
	command.Switch(l, &c.Online, "--online", "Connect every account and print who it is, where it is and which rights it lacks; ask every model in use for a few words. Fails if a right is missing or a model doesn't answer.")
	command.Switch(l, &c.JSON, "--json", "Print JSON; with --explain or --online.")
}

// Help is shown by familiar check --help.
func (*checkCommand) Help() string {
	return `Without --online it connects to nothing. With it, each model that a familiar uses is asked once, for at most 16 tokens, a
judge once more for a word and one that writes with tools once more with a tool, which may cost a fraction of a cent. The exit code is 1 if the file has a mistake, a right is missing or a model doesn't answer.

  familiar check den.toml
  familiar check den.toml --explain aria
  familiar check den.toml --explain aria web:garden`
}

// Validate implements [command.Validator]. A file may be left out before FAMILIAR and
// FAMILIAR CHANNEL, too.
func (c *checkCommand) Validate() error {
	if c.Explain && c.Where == "" && !isConfiguration(c.File) {
		c.File, c.Who, c.Where = "", c.File, c.Who
	}
	switch {
	case c.Explain && c.Who == "":
		return errors.New("want check [FILE] --explain FAMILIAR [CHANNEL]")
	case c.Explain && c.Online:
		return errors.New("--explain and --online can't be used together")
	case !c.Explain && !c.Online && c.JSON:
		return errors.New("--json wants --explain FAMILIAR or --online")
	case !c.Explain && c.Who != "":
		return fmt.Errorf("unexpected argument %s", c.Who)
	}
	return nil
}

// isConfiguration tells a file from the name of a familiar.
func isConfiguration(word string) bool {
	at, err := os.Stat(word)
	return strings.HasSuffix(word, ".toml") || err == nil && !at.IsDir()
}

// Run implements [command.Command].
func (c *checkCommand) Run(ctx context.Context, std command.Streams) error {
	file, err := command.ConfigFile(c.File)
	if err != nil {
		return err
	}
	loaded, err := config.Load(file)
	if err != nil {
		return err
	}
	loaded = loaded.At(settings.Now())
	for _, w := range loaded.Warnings {
		fmt.Fprintf(std.Err, "%v (warning)\n", w)
	}
	if c.Explain {
		return c.explain(loaded, std.Out)
	}
	if c.Online {
		return checkOnline(ctx, loaded, process.Networks, std.Out, c.JSON)
	}
	fmt.Fprintf(std.Out, "%s is valid: %s, %s, %s\n", file,
		command.Count(len(loaded.Familiars), "familiar"), command.Count(len(loaded.Channels), "channel rule"), command.Count(len(loaded.Models), "model"))
	return describe(loaded, std.Out)
}

// describe prints the parts of a configuration in columns.
func describe(c *config.Config, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nFAMILIAR\tNAME\tALSO CALLED\tPRESET\tMODEL\tJUDGE\n")
	for _, id := range slices.Sorted(maps.Keys(c.Familiars)) {
		f := c.Familiars[id]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", id, f.Name, orNone(strings.Join(f.Aliases, ", ")), f.Preset, strings.Join(f.Writers(), ", "), orNone(strings.Join(f.Asks(), ", ")))
	}
	fmt.Fprint(w, "\nCHANNELS\tFAMILIARS\n")
	for _, rule := range c.Channels {
		fmt.Fprintf(w, "%s\t%s\n", rule.Match, present(rule))
	}
	fmt.Fprintf(w, "any other\t%s\n", strangers(c.Unknown))
	if plans := c.Plans(); len(plans) > 0 {
		fmt.Fprint(w, "\nEXPERIMENT\tFAMILIAR\tCHANNELS\tDRAWN BY\tFROM\tUNTIL\n")
		for _, p := range plans {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Familiar, p.Match, p.By, p.Begin, p.End)
		}
	}
	fmt.Fprint(w, "\nMODEL\tKIND\tKEY\n")
	for _, name := range slices.Sorted(maps.Keys(c.Models)) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, c.Models[name].Kind, orNone(c.Models[name].Key.String()))
	}
	return w.Flush()
}

// present says who a rule puts into its channels.
func present(r config.Rule) string {
	if r.Familiars == nil {
		return "as before"
	}
	return orNone(command.Names(r.Familiars))
}

// strangers says who is in a channel no rule matches.
func strangers(u config.Unknown) string {
	if id, ok := u.Familiar(); ok {
		return string(id)
	}
	if u == config.Everybody {
		return "every familiar with an account there"
	}
	return "no familiar: not heard"
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
