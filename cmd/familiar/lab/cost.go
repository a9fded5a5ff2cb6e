package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"familiar/actors/agent"
	"familiar/actors/monitor"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/replay"
	"familiar/llm"
	"familiar/messages"
)

// costCommand estimates what a familiar would cost a day.
type costCommand struct {
	talk

	Config      string
	As          string
	Set         []string
	Judge       string
	Seed        uint64
	ReplyTokens int
	JSON        bool
}

// Declare implements [command.Command].
func (c *costCommand) Declare(l *command.Line) {
	c.talk.Declare(l)
	command.Text(l, &c.Config, "--config FILE", "The configuration with the familiar, its models and their prices; required.")
	command.Text(l, &c.As, "--as NAME", "Which familiar of --config; required if there are several.")
	command.List(l, &c.Set, "--set KEY=VALUE", "Set one more knob, such as chattiness.tier=quiet. May be repeated.")
	command.Choice(l, &c.Judge, "--judge NAME", "What its judge is taken to say: noisy (right about who really answered as often as a model is; the default), oracle, yes or no.", string(replay.Noisy), string(replay.Oracle), string(replay.Yes), string(replay.No))
	command.Seed(l, &c.Seed, "--seed N", "Seed for the errors of the noisy judge; by default 0.")
	command.Whole(l, &c.ReplyTokens, "--reply-tokens N", "How many tokens a reply is taken to have, thinking among them; 1 to 100,000.")
	command.Switch(l, &c.JSON, "--json", "Print the figures as one JSON object.")
}

// Help is shown by familiar cost --help.
func (*costCommand) Help() string {
	return `Replays recorded chat in virtual time, with the familiar in the place of everybody who answered others, one after another,
and counts what its model and its judge would be sent, the tools' descriptions among it, and what of that a provider could
have in its cache: what begins as the prompt before it in the same channel, at most five minutes ago, if that is 1,024 tokens
or more. No model is asked. A token is taken for four bytes; what tools give back is left out. Prices are price_input,
price_cached and price_output of the models.

  familiar cost chat.jsonl --config familiar.toml --set chattiness.tier=quiet`
}

// Validate implements [command.Validator].
func (c *costCommand) Validate() error {
	switch {
	case c.Config == "":
		return errors.New("--config: name the configuration with the familiar and its models")
	case c.ReplyTokens < 1 || c.ReplyTokens > 100_000:
		return fmt.Errorf("--reply-tokens %d: want 1 to 100,000", c.ReplyTokens)
	}
	return nil
}

// A bill is what one model would be sent, and say, in one channel in one day.
type bill struct {
	Model   string   `json:"model"`
	Calls   float64  `json:"calls"`
	Input   float64  `json:"input_tokens"`
	Cached  float64  `json:"cached_tokens"` // of those, what a provider could read from its cache
	Output  float64  `json:"output_tokens"`
	Dollars *float64 `json:"usd"` // null: the model has no price

	price llm.Price
	calls int // counted, and what was sent and said
	usage llm.Usage
}

func (b *bill) add(in, cached, out int) {
	b.calls++
	b.usage.Input += in
	b.usage.Cached += cached
	b.usage.Output += out
}

// daily spreads what was counted over so many days.
func (b *bill) daily(days float64) {
	b.Calls, b.Input, b.Output = float64(b.calls)/days, float64(b.usage.Input)/days, float64(b.usage.Output)/days
	b.Cached = float64(b.usage.Cached) / days
	if b.price != (llm.Price{}) {
		dollars := b.price.Cost(b.usage) / days
		b.Dollars = &dollars
	}
}

// An estimate is what a familiar would cost a day in one channel like the recorded
// ones.
type estimate struct {
	Name     string   `json:"name"`     // the familiar's
	Channels int      `json:"channels"` // of the recording
	Days     float64  `json:"days"`     // that were played in all
	Lines    int      `json:"lines"`    // that were heard in them
	Replies  bill     `json:"replies"`
	Judge    *bill    `json:"judge"` // null: it has none
	Dollars  *float64 `json:"usd"`   // of both; null: some model has no price
}

// Run implements [command.Command].
func (c *costCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := config.LoadSealed(c.Config)
	if err != nil {
		return err
	}
	familiar, err := chosen(loaded, c.Config, c.As)
	if err != nil {
		return err
	}
	knobs := config.Knobs{Policy: familiar.Policy, Room: loaded.Room}
	if err := knobs.Set(c.Set...); err != nil {
		return err
	}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	m := newMeter(loaded, &familiar, c)
	bar := command.NewBar(std.Err)
	bar.Thing = "lines"
	defer bar.Clear()
	judge := replay.Judge(c.Judge)
	if m.Judge == nil {
		judge = replay.None
	}
	_, err = replay.Run(ctx, recorded, golds, replay.Options{
		Policy: knobs.Policy, Room: knobs.Room, Judge: judge, Seed: c.Seed, Loop: replay.Closed, Progress: bar.Show,
		Ordered:    func(_ string, order *messages.Compose) { m.ordered(order) },
		Questioned: func(_ string, order *messages.Judge, _ bool) { m.questioned(order) },
		Took:       m.took,
	})
	bar.Clear()
	if err != nil {
		return command.Stopped(ctx, err, "no estimate: the replay was not finished")
	}
	if m.Days == 0 {
		return errors.New("nobody in the recording answered others often enough to be replaced: see --least, or name somebody with --familiar")
	}
	if m.finish(); c.JSON {
		return json.NewEncoder(std.Out).Encode(&m.estimate)
	}
	return m.print(std.Out)
}

// A meter counts what models would be sent.
type meter struct {
	estimate

	replyTokens int
	card        agent.Card
	writes      agent.Options
	system      string // what every turn begins with, but for its tools
	within      time.Duration
	sent        beginnings

	judged monitor.Card
	asks   monitor.Options
	rooms  map[string]bool
}

// A verdict of one word is a token; a reason has been seen to make it some forty.
const (
	wordTokens   = 1
	reasonTokens = 40
)

func newMeter(loaded *config.Config, familiar *config.Familiar, c *costCommand) *meter {
	m := &meter{
		replyTokens: c.ReplyTokens, rooms: make(map[string]bool),
		card:   agent.Card{Name: familiar.Name, Persona: familiar.Persona, Lore: familiar.Lore},
		writes: agent.Options{Config: loaded.Agent, Texts: loaded.Texts.Agent, Tools: allTools().Only(familiar.Tools)},
		within: familiar.ComposeWithin,
		judged: monitor.Card{Name: familiar.Name, Persona: familiar.Persona},
		asks:   monitor.Options{Config: loaded.Monitor, Texts: loaded.Texts.Monitor},
	}
	m.Name = familiar.Name
	m.system = agent.System(m.card, m.writes.Texts)
	writer := loaded.Models[familiar.Model]
	m.Replies = bill{Model: familiar.Model, price: writer.Price()}
	if familiar.Judge != "" {
		judge := loaded.Models[familiar.Judge]
		m.Judge = &bill{Model: familiar.Judge, price: judge.Price()}
	}
	return m
}

// tokens takes four bytes for one.
func tokens(bytes int) int { return (bytes + 3) / 4 }

func (m *meter) ordered(order *messages.Compose) {
	writes := m.writes
	writes.Tools = writes.Tools.Without(order.Without)
	at := order.Deadline.Add(-m.within)
	text := toolsText(writes.Tools.Specs()) + m.system + agent.Page(m.card, *order, tagAt(at), writes)
	m.Replies.add(tokens(len(text)), m.sent.add(string(order.Channel), text, at), m.replyTokens)
}

func (m *meter) questioned(order *messages.Judge) {
	rules, out := m.asks.Texts.Rules, reasonTokens
	if order.Word {
		rules, out = m.asks.Texts.RulesWord, wordTokens
	}
	m.Judge.add(tokens(len(rules))+tokens(len(monitor.Page(m.judged, *order, "", m.asks))), 0, out) // too short for any cache
}

// took adds how long a walk was.
func (m *meter) took(w replay.Walk) error {
	m.sent = beginnings{} // the next one is somebody else
	records := w.Slice.Records
	if len(records) < 2 {
		return nil
	}
	m.rooms[w.Slice.Name] = true
	m.Lines += len(records)
	m.Days += records[len(records)-1].Line.At.Sub(records[0].Line.At).Hours() / 24
	return nil
}

// finish makes what was counted an estimate for a day.
func (m *meter) finish() {
	m.Channels = len(m.rooms)
	all := []*bill{&m.Replies}
	if m.Judge != nil {
		all = append(all, m.Judge)
	}
	total := 0.
	for _, b := range all {
		if b.daily(m.Days); b.Dollars != nil {
			total += *b.Dollars
		}
	}
	if !slices.ContainsFunc(all, func(b *bill) bool { return b.Dollars == nil }) {
		m.Dollars = &total
	}
}

func (m *meter) print(out io.Writer) error {
	fmt.Fprintf(out, "%s for a day in one channel, played over %s: %.2f days, %d lines\n\n", m.Name, command.Count(m.Channels, "recorded channel"), m.Days, m.Lines)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tMODEL\tCALLS\tTOKENS IN\tCACHED\tOUT\tDOLLARS")
	row := func(what string, b *bill) {
		fmt.Fprintf(w, "%s\t%s\t%.1f\t%.0f\t%.0f%%\t%.0f\t%s\n", what, b.Model, b.Calls, b.Input, 100*b.Cached/max(b.Input, 1), b.Output, dollars(b.Dollars))
	}
	row("replies", &m.Replies)
	if m.Judge != nil {
		row("judge", m.Judge)
	}
	fmt.Fprintf(w, "in all\t\t\t\t\t\t%s\n", dollars(m.Dollars))
	if err := w.Flush(); err != nil || m.Days >= 1 {
		return err
	}
	_, err := fmt.Fprintln(out, "\nLess than a day was played, so that one busy hour may count for all: record for longer.")
	return err
}

func dollars(d *float64) string {
	if d == nil {
		return "no price"
	}
	return fmt.Sprintf("$%.4f", *d)
}
