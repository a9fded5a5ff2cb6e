package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// forgetCommand has a person or a channel erased.
type forgetCommand struct {
	command.Configured
	Who    string
	Linked bool
	Yes    bool
}

// Declare implements [command.Command].
func (c *forgetCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.Who, "who", "A person's id as the network gives it, or a channel as network/workspace/chat.")
	command.Switch(l, &c.Linked, "--linked", "Also the accounts that the person has linked.")
	command.Switch(l, &c.Yes, "-y, --yes", "Don't ask.")
}

// Help is shown by familiar forget --help.
func (*forgetCommand) Help() string {
	return `Erases everything a person said, or everything said in a channel, from the transcripts and the journal: records, older
snapshots, reasons that may quote it, quotes in posts. An id with a slash that is a channel's means the channel. The
running program does the work and this command waits for it, up to two minutes; with the program stopped it is done by
the next familiar run, before anything else. A backup made earlier still has it all, and where familiar hold holds
something so has the journal, until that ends. Of a person who has linked accounts the others stay, unless with --linked.`
}

// forgetWithin is how long the command waits for the program.
const forgetWithin = 2 * time.Minute

// Run implements [command.Command].
func (c *forgetCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	linked, err := linkedWith(ctx, j, messages.PersonID(c.Who), true)
	if err != nil {
		return err
	}
	who := linked[:1]
	if c.Linked {
		who = linked
	}
	var all []*oblivion
	question := ""
	for _, person := range who {
		o := &oblivion{ctx: ctx, std: std, journal: j}
		found, err := o.find(string(person))
		if err != nil {
			return err
		}
		if o.kept, err = o.findHeld(); err != nil {
			return err
		}
		all = append(all, o)
		question += found + o.kept + " "
	}
	if rest := len(linked) - len(who); rest > 0 {
		question += fmt.Sprintf("Linked with it are %s, which stay unless with --linked. ", command.Count(rest, "account"))
	}
	if err := confirm(ctx, c.Yes, std.Out, question+"This can't be undone. Erase? [no] ", "erased"); err != nil {
		return err
	}
	running, err := j.Running(ctx) // before: the next may start with what is appended
	if err != nil {
		return err
	}
	for _, o := range all {
		if err := o.forget(running); err != nil {
			return err
		}
	}
	return nil
}

// forget has the program erase it, and waits for that.
func (o *oblivion) forget(running bool) error {
	deed, err := o.deed()
	if err != nil {
		return err
	}
	if err := command.Record(o.ctx, o.journal.Trail(), deed, o.append); err != nil {
		return err
	}
	if len(o.held) > 0 {
		fmt.Fprintf(o.std.Out, "%s\n", strings.TrimSpace(o.kept))
	}
	if !running {
		fmt.Fprintf(o.std.Out, "recorded for %s. No program is running with this journal: the next familiar run erases it first thing; until then the text is still on disk\n",
			command.Count(len(o.channels), "channel"))
		return nil
	}
	return o.wait()
}

// confirm asks whether to go on, unless told not to. done is what is not done otherwise.
func confirm(ctx context.Context, yes bool, out io.Writer, question, done string) error {
	if yes {
		return nil
	}
	if !command.IsTerminal(os.Stdin) {
		return fmt.Errorf("there is no terminal to confirm on: nothing was %s; give --yes to do it", done)
	}
	agreed, err := command.Agrees(ctx, out, question)
	switch {
	case err != nil:
		return fmt.Errorf("no answer: nothing was %s; give --yes to do it", done)
	case !agreed:
		return fmt.Errorf("nothing was %s", done)
	}
	return nil
}

// An oblivion is what is to be erased, and where.
type oblivion struct {
	ctx     context.Context
	std     command.Streams
	journal *jetstream.Journal

	order    messages.Forgotten
	channels []messages.ChannelID
	kept     string                        // what a hold keeps of it, in a sentence
	held     []messages.ChannelID          // of the channels, where nothing may be erased now
	asked    map[messages.ChannelID]uint64 // sequence of the order where it is not yet carried out
	since    messages.Instant              // of the first order
}

// find says who is meant and in which channels, and puts it as a sentence.
func (o *oblivion) find(who string) (string, error) {
	if id := messages.ChannelID(who); strings.Contains(who, "/") {
		if _, err := messages.ParseChannel(id); err == nil {
			return o.findChannel(id)
		}
	}
	person := messages.PersonID(who)
	show, clear := command.MessagesBar(o.std)
	defer clear()
	found, err := channelsOf(o.ctx, o.journal, person, show)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("the journal has nothing by a person with the id %s", command.Quoted(who))
	}
	o.order, o.channels = messages.Forgotten{Person: person}, found
	return fmt.Sprintf("%s is known in %s: %s.", command.Quoted(who), command.Count(len(o.channels), "channel"), some(o.channels)), nil
}

// findChannel looks whether there is anything of a channel.
func (o *oblivion) findChannel(id messages.ChannelID) (string, error) {
	if err := holds(o.ctx, o.journal, id); err != nil {
		return "", err
	}
	records := 0
	for r, err := range o.journal.Records(o.ctx, 0, id) {
		if err != nil && r.Seq == 0 {
			return "", err
		}
		records++
	}
	o.order, o.channels = messages.Forgotten{All: true}, []messages.ChannelID{id}
	return fmt.Sprintf("The journal has %s of %s.", command.Count(records, "record"), command.Quoted(string(id))), nil
}

// findHeld says where a hold keeps what is erased from leaving the journal; "": nowhere.
func (o *oblivion) findHeld() (string, error) {
	holds, err := o.journal.Holds(o.ctx)
	if err != nil {
		return "", err
	}
	patterns := make([]config.Pattern, len(holds.All))
	for i, h := range holds.All {
		if err := patterns[i].UnmarshalText([]byte(h.Match)); err != nil {
			return "", fmt.Errorf("hold: %w", err)
		}
	}
	for _, id := range o.channels {
		if slices.ContainsFunc(patterns, func(p config.Pattern) bool { return p.Match(id) }) {
			o.held = append(o.held, id)
		}
	}
	if len(o.held) == 0 {
		return "", nil
	}
	return fmt.Sprintf(" A hold keeps it in the journal in %s, where only familiars and the page don't see it any more: familiar hold lists why.", some(o.held)), nil
}

// mostNamed is how many channels are named where there may be many.
const mostNamed = 5

// some names the first few channels.
func some(all []messages.ChannelID) string {
	var names []string
	for _, id := range all[:min(len(all), mostNamed)] {
		names = append(names, command.Quoted(string(id)))
	}
	if len(all) > mostNamed {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// deed returns what is done, as the audit has it: of a person a pseudonym.
func (o *oblivion) deed() (d audit.Deed, err error) {
	d.Verb = "forget"
	if o.order.Person == "" {
		d.Channel = o.channels[0]
		return d, nil
	}
	d.About, err = o.journal.Trail().Pseudonym(o.ctx, o.order.Person)
	return d, err
}

// append gives every channel the order.
func (o *oblivion) append() error {
	o.asked = make(map[messages.ChannelID]uint64)
	for _, id := range o.channels {
		r, err := o.journal.Append(o.ctx, 0, id, o.order)
		if err != nil {
			return fmt.Errorf("recorded for %d of %s, run it again: %w", len(o.asked), command.Count(len(o.channels), "channel"), err)
		}
		if o.asked[id] = r.Seq; o.since == 0 {
			o.since = r.At
		}
	}
	return nil
}

// lookEach is how often the log is looked at for answers.
const lookEach = 500 * time.Millisecond

// wait looks for the answers of all channels.
func (o *oblivion) wait() error {
	bar := command.NewBar(o.std.Err)
	bar.Thing = "channels"
	defer bar.Clear()
	tick, late := time.NewTicker(lookEach), time.After(forgetWithin)
	defer tick.Stop()
	for _, id := range o.held {
		delete(o.asked, id)
	}
	erased := len(o.channels) - len(o.held)
	for len(o.asked) > 0 {
		bar.Show(erased-len(o.asked), erased)
		select {
		case <-tick.C:
			if err := o.look(); err != nil {
				return err
			}
		case <-late:
			return fmt.Errorf("erased in %d of %s after %v; the program will erase the rest when it gets there",
				erased-len(o.asked), command.Count(erased, "channel"), forgetWithin)
		case <-o.ctx.Done():
			return fmt.Errorf("stopped waiting: erased in %d of %s; the program will erase the rest", erased-len(o.asked), command.Count(erased, "channel"))
		}
	}
	bar.Clear()
	fmt.Fprintf(o.std.Out, "erased in %s\n", command.Count(erased, "channel"))
	return nil
}

// look crosses out the channels that have answered.
func (o *oblivion) look() error {
	for r, err := range o.journal.Records(o.ctx, o.since, slices.Collect(maps.Keys(o.asked))...) {
		if err != nil && r.Seq == 0 {
			if o.ctx.Err() != nil {
				return nil
			}
			return err
		}
		if _, is := r.Event.(messages.Erased); is && o.asked[r.Channel] != 0 && r.Seq > o.asked[r.Channel] {
			delete(o.asked, r.Channel)
		}
	}
	return nil
}
