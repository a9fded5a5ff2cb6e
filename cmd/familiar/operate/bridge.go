package operate

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/bridge/trial"
	"familiar/cmd/familiar/command"
)

// bridgeCommand tries somebody's bridge.
type bridgeCommand struct {
	Stage  string
	Listen string
	Only   []string
}

// Declare implements [command.Command].
func (c *bridgeCommand) Declare(l *command.Line) {
	command.Argument(l, &c.Stage, "URL", "Address of the stage, which starts the bridge and speaks on its network.")
	command.Text(l, &c.Listen, "--listen ADDRESS", "Where the bridge is told to come; port 0 is any free one.")
	command.List(l, &c.Only, "--only WORDS", "Play only stories that have these words in their names. May be repeated.")
}

// Help is shown by familiar bridge test --help.
func (*bridgeCommand) Help() string {
	return `Plays familiar's side for a bridge that joins another network over HTTP, and says what it gets wrong: the suite that familiar's
own networks pass, story by story, each with a bridge that was started for it. docs/bridges.md says what a bridge does, and
what the stage is: a page of code beside the bridge, by whoever writes it. The exit code is 1 if anything went wrong. What the
network doesn't have is left out, and said.`
}

// Validate implements [command.Validator].
func (c *bridgeCommand) Validate() error {
	if !adapter.IsAddress(c.Stage, "http", "https") {
		return fmt.Errorf("the stage is %q: want its address, such as http://127.0.0.1:8000", c.Stage)
	}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		return fmt.Errorf("--listen is %q: want host:port, such as 127.0.0.1:0", c.Listen)
	}
	return nil
}

// Run implements [command.Command].
func (c *bridgeCommand) Run(ctx context.Context, std command.Streams) error {
	stories := slices.DeleteFunc(trial.Stories(), func(s adaptertest.Story) bool {
		return len(c.Only) > 0 && !slices.ContainsFunc(c.Only, func(words string) bool { return strings.Contains(s.Name, words) })
	})
	if len(stories) == 0 {
		return errors.New("no story has these words in its name: leave --only out to see all")
	}
	wrong, skipped := 0, 0
	adaptertest.Tell(ctx, stories, func(t adaptertest.T) adaptertest.Rig { return trial.Open(t, c.Stage, c.Listen) }, func(o adaptertest.Outcome) {
		switch {
		case len(o.Wrong) > 0:
			wrong++
			fmt.Fprintf(std.Out, "wrong    %s\n", o.Story)
			for _, what := range o.Wrong {
				fmt.Fprintf(std.Out, "         %s\n", command.Quoted(what))
			}
		case o.Skipped != "":
			skipped++
			fmt.Fprintf(std.Out, "left out %s: %s\n", o.Story, o.Skipped)
		default:
			fmt.Fprintf(std.Out, "ok       %s\n", o.Story)
		}
	})
	if err := ctx.Err(); err != nil {
		return errors.New("stopped before all stories were played")
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d stories went wrong", wrong, len(stories))
	}
	fmt.Fprintf(std.Out, "all is as it should be; stories: %d, left out: %d\n", len(stories), skipped)
	return nil
}
