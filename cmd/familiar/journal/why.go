package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"familiar/actors/explain"
	"familiar/app/settings"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/control"
	"familiar/journal/jetstream"
	"familiar/messages"
	policywhy "familiar/policy/why" // why is a function here
)

// whyCommand tells why familiars spoke or kept quiet.
type whyCommand struct {
	command.Configured
	What string

	In       string
	Last     int
	Familiar string
	By       string
	Act      []messages.Act
	Since    string
	JSON     bool
	Ask      bool
	Yes      bool
}

// Declare implements [command.Command].
func (c *whyCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.What, "message|link|channel", "A message's id, a link to it on Discord, Slack or Telegram, or a channel as network/workspace/chat.")
	command.Text(l, &c.In, "--in CHANNEL", "The channel the message is in; by default it is searched for.")
	command.Whole(l, &c.Last, "--last", "For a channel: how many of its newest messages.")
	command.Text(l, &c.Familiar, "--familiar ID", "Only this familiar's decisions.")
	command.Text(l, &c.By, "--by PERSON", "Only about messages of the person with this id.")
	declareAct(l, &c.Act)
	command.Text(l, &c.Since, "--since WHEN", "Only from then on: a time such as 2026-11-21T16:00:00Z, or how long ago, such as 36h.")
	command.Switch(l, &c.JSON, "--json", "Print each answer as a JSON object with every detail.")
	command.Switch(l, &c.Ask, "--ask", "Ask the judge for the reason of a verdict that has none: the newest 5 at most, a call each, after saying what it may cost.")
	command.Switch(l, &c.Yes, "--yes", "With --ask, don't ask before asking.")
}

// Help is shown by familiar why --help.
func (*whyCommand) Help() string {
	return `Reads the journal, whether or not the program is running. What would have changed a decision is found with the
present configuration. Decisions to observe are kept for two days, others for a week.

With --ask a judge that answered in one word is shown what its question was about, as that reads now, and asked why.
It isn't bound by what it said; the record of the decision stays as it is.`
}

// Validate implements [command.Validator].
func (c *whyCommand) Validate() error {
	if c.Yes && !c.Ask {
		return errors.New("--yes goes with --ask")
	}
	if c.Last < 1 {
		return fmt.Errorf("--last %d: want 1 or more", c.Last)
	}
	_, _, err := c.question()
	return err
}

// question checks what was asked.
func (c *whyCommand) question() (about subject, q explain.Question, err error) {
	if about, err = parseSubject(c.What); err != nil {
		return about, q, err
	}
	if c.In != "" {
		if about.channel != "" {
			return about, q, fmt.Errorf("--in %s: %s is itself a channel", c.In, c.What)
		}
		about.channel = messages.ChannelID(c.In)
		if _, err := messages.ParseChannel(about.channel); err != nil {
			return about, q, err
		}
	}
	q = explain.Question{Line: about.line, Familiar: messages.FamiliarID(c.Familiar), By: messages.PersonID(c.By), Acts: c.Act, Last: c.Last}
	q.Since, err = when("since", c.Since, time.Now())
	return about, q, err
}

// Run implements [command.Command].
func (c *whyCommand) Run(ctx context.Context, std command.Streams) (err error) {
	about, q, err := c.question()
	if err != nil {
		return err
	}
	loaded, j, err := c.Visit(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	loaded = loaded.At(settings.Now())
	channels := []messages.ChannelID{about.channel}
	if about.channel == "" {
		if channels, err = channelsWith(ctx, j, about, std); err != nil {
			return err
		}
	}
	asking, err := c.asking(std, j)
	if err != nil {
		return err
	}
	said := 0
	for _, q.Channel = range channels {
		answers, err := explain.Why(ctx, j, loaded.Channel(q.Channel), q)
		if err != nil {
			return err
		}
		if err := asking.about(ctx, q.Channel, answers); err != nil {
			return err
		}
		for i := range answers {
			said++
			if err := c.print(std.Out, q.Channel, process.ReasonOf(&answers[i]), afterwardsOf(&answers[i], asking.told)); err != nil {
				return err
			}
		}
	}
	if said > 0 {
		return nil
	}
	if home, mirrored := loaded.HomeOf(about.channel); mirrored {
		return fmt.Errorf("no decision about %s: %s is a mirror of %s, where all that is said in it is heard: ask there", c.What, about.channel, home)
	}
	return c.nothing(ctx, j, about.channel)
}

// nothing says that there is no answer, and why there may be none.
func (c *whyCommand) nothing(ctx context.Context, j *jetstream.Journal, in messages.ChannelID) error {
	if c.Familiar != "" || c.By != "" || len(c.Act) > 0 || c.Since != "" {
		return fmt.Errorf("no decision about %s matches --familiar, --by, --act and --since", c.What)
	}
	if in != "" {
		if err := holds(ctx, j, in); err != nil {
			return err
		}
	}
	may := "none was made, or it was made too long ago"
	if running, err := j.Running(ctx); err == nil && running {
		may += "; while the program runs, decisions to observe reach the journal half a minute later"
	}
	return fmt.Errorf("no decision about %s: %s", c.What, may)
}

// afterwardsOf gives the reasons that were asked for, in the order of the steps.
func afterwardsOf(a *policywhy.Answer, told map[*messages.Note]*afterwards) (all []*afterwards) {
	for i := range a.Steps {
		if t := told[a.Steps[i].Note]; t != nil {
			all = append(all, t)
		}
	}
	return all
}

// print prints one answer: the sentence, then the facts, then each decision, then
// the reasons that were asked for.
func (c *whyCommand) print(out io.Writer, channel messages.ChannelID, r control.Reason, asked []*afterwards) error {
	if c.JSON {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(struct {
			Channel messages.ChannelID `json:"channel"`
			control.Reason
			Afterwards []*afterwards `json:"afterwards,omitempty"`
		}{channel, r, asked})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s in %s, %s\n", r.Name, command.Quoted(string(r.Line)), command.Quoted(string(channel)), r.At)
	fmt.Fprintf(&b, "  %s.\n", command.Quoted(r.Sentence))
	if len(r.Facts) > 0 {
		fmt.Fprintf(&b, "  facts: %s\n", strings.Join(r.Facts, "; "))
	}
	if experiment, _, side := r.Steps[0].Arm.Split(); side != "" {
		fmt.Fprintf(&b, "  in arm %s of the experiment %s\n", side, experiment)
	}
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "  %s by %s, %s", s.Act, s.Rung, s.At)
		if s.Bar != 0 {
			fmt.Fprintf(&b, ", odds %.3g against a bar of %.3g", s.Odds, s.Bar)
		}
		b.WriteByte('\n')
	}
	for _, a := range asked {
		b.WriteString(a.String())
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// channelsWith finds the channels in which something was decided on a line.
func channelsWith(ctx context.Context, j *jetstream.Journal, about subject, std command.Streams) ([]messages.ChannelID, error) {
	show, clear := command.MessagesBar(std)
	defer clear()
	found, err := j.About(ctx, about.line, show)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(id messages.ChannelID) bool { return !about.fits(id) })
	slices.Sort(found)
	return found, nil
}
