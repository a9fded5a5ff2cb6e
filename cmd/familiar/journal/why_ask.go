package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/actors/explain"
	"familiar/actors/monitor"
	"familiar/app/models"
	"familiar/app/settings"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/llm"
	"familiar/messages"
	"familiar/messages/because"
	policywhy "familiar/policy/why" // why is a function here
)

// mostAsked is how many verdicts one command asks the reason of: each is a call
// that costs money, and people ask about one or two.
const mostAsked = 5

// An afterwards is a judge's reason that was asked for after its verdict.
type afterwards struct {
	At      string `json:"at"`                // of the verdict
	Judge   string `json:"judge"`             // the model, by the configuration
	Verdict string `json:"verdict,omitempty"` // yes or no, or the familiar of several
	Reason  string `json:"reason,omitempty"`
	Asked   int    `json:"lines"`           // lines in question that were shown
	Before  int    `json:"before"`          // lines before those
	Error   string `json:"error,omitempty"` // why there is no reason
}

// A reopened is a verdict whose reason is asked for.
type reopened struct {
	order messages.Judge
	card  monitor.Card
	judge string
	told  *afterwards
}

// An asking is what one command asks afterwards.
type asking struct {
	command *whyCommand
	std     command.Streams
	journal explain.WhyFrom
	config  *config.Config                 // with its secrets: a model is asked
	told    map[*messages.Note]*afterwards // by the verdict
	done    map[question]*afterwards       // a question about several familiars is put once
}

// A question is that of a verdict.
type question struct {
	channel messages.ChannelID
	n       uint64
}

// asking begins to ask, or not, as the command says.
func (c *whyCommand) asking(std command.Streams, j explain.WhyFrom) (*asking, error) {
	a := &asking{command: c, std: std, journal: j, told: make(map[*messages.Note]*afterwards), done: make(map[question]*afterwards)}
	if !c.Ask {
		return a, nil
	}
	file, err := command.ConfigFile(c.Config)
	if err != nil {
		return nil, err
	}
	loaded, err := config.Load(file)
	if err != nil {
		return nil, err
	}
	a.config = loaded.At(settings.Now())
	return a, nil
}

// about asks for the reasons of the verdicts among answers that have none, the
// newest few of the command, once the cost is agreed to.
func (a *asking) about(ctx context.Context, channel messages.ChannelID, answers []policywhy.Answer) error {
	if !a.command.Ask {
		return nil
	}
	var again []reopened
	for i := range answers {
		for k := range answers[i].Steps {
			n := answers[i].Steps[k].Note
			if !explain.Unexplained(n) {
				continue
			}
			if known := a.done[question{channel, n.N}]; known != nil {
				a.told[n] = known
				continue
			}
			if len(a.done) == mostAsked {
				fmt.Fprintf(a.std.Err, "only the newest %d verdicts are asked about\n", mostAsked)
				return a.reopen(ctx, again)
			}
			r := a.rebuild(ctx, channel, n)
			a.told[n], a.done[question{channel, n.N}] = r.told, r.told
			if r.told.Error == "" {
				again = append(again, r)
			}
		}
	}
	return a.reopen(ctx, again)
}

// rebuild makes the question of a verdict again; what can't be is told in its place.
func (a *asking) rebuild(ctx context.Context, channel messages.ChannelID, n *messages.Note) reopened {
	judges := a.config.Familiars[n.Familiar]
	r := reopened{judge: judges.Judge, told: &afterwards{At: n.At.String()}}
	if said, is := n.Reason.(because.JudgeSaid); is && said.Second {
		r.judge = cmp.Or(judges.Second, judges.Judge)
	}
	r.told.Judge = r.judge
	var err error
	if r.order, err = explain.Rebuild(ctx, a.journal, a.config.Channel(channel), n, messages.InstantOf(time.Now())); err == nil {
		r.card, err = models.JudgeCard(a.config, channel, n.Familiar, r.order.Others...)
	}
	if err != nil {
		r.told.Error = err.Error()
	}
	r.told.Asked, r.told.Before = len(r.order.Waiting), len(r.order.Context)
	return r
}

// reopen asks each judge, after saying what that may cost.
func (a *asking) reopen(ctx context.Context, all []reopened) error {
	if len(all) == 0 {
		return nil
	}
	loaded := a.config
	options := monitor.Options{Config: loaded.Monitor, Texts: loaded.Texts.Monitor}
	var parts []string
	paid := false
	for i := range all {
		judge := loaded.Models[all[i].judge]
		if judge.Kind == config.Offline {
			continue
		}
		paid = true
		in := len(monitor.Page(all[i].card, all[i].order, "", options)) + len(options.Texts.Rules)
		parts = append(parts, priced(all[i].judge, judge.Price(), in/4+1, loaded.Monitor.MaxTokens))
	}
	if paid {
		if err := confirmAsking(ctx, a.command.Yes, a.std, fmt.Sprintf("Ask for %s afterwards: %s?", command.Count(len(all), "reason"), strings.Join(parts, "; "))); err != nil {
			return err
		}
	}
	for i := range all {
		if err := all[i].ask(ctx, loaded, options); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// priced says what a question may cost. A token is taken for four bytes.
func priced(judge string, price llm.Price, in, out int) string {
	text := fmt.Sprintf("%s, about %d tokens in and at most %d out", judge, in, out)
	if price == (llm.Price{}) {
		return text + fmt.Sprintf(", at an unknown price (set models.%s.price_input)", judge)
	}
	return text + fmt.Sprintf(", at most about $%.4f", price.Cost(llm.Usage{Input: in, Output: out}))
}

// confirmAsking asks whether to go on, unless that was said already.
func confirmAsking(ctx context.Context, yes bool, std command.Streams, question string) error {
	if yes {
		fmt.Fprintln(std.Err, question+" yes")
		return nil
	}
	agreed, err := command.Agrees(ctx, std.Err, question+" [no] ")
	switch {
	case err != nil:
		return fmt.Errorf("%s There is no terminal to confirm on: give --yes to go ahead", question)
	case !agreed:
		return errors.New("nothing was asked and nothing was spent")
	}
	return nil
}

// ask puts the question again. What goes wrong with it is told in its place.
func (r *reopened) ask(ctx context.Context, loaded *config.Config, options monitor.Options) error {
	model, err := models.Gated(r.judge, loaded.Models[r.judge])
	if err != nil {
		return err
	}
	judged := monitor.Ask(ctx, model, r.card, r.order, options)
	switch {
	case judged.Error != "":
		r.told.Error = judged.Error
	case judged.Who != "":
		r.told.Verdict = string(judged.Who)
	case judged.Yes && len(r.order.Others) > 0:
		r.told.Verdict = string(r.order.Familiar)
	case judged.Yes:
		r.told.Verdict = "yes"
	default:
		r.told.Verdict = "no"
	}
	r.told.Reason = judged.Reason
	return nil
}

// String tells it in a line or two.
func (a *afterwards) String() string {
	if a.Error != "" {
		return fmt.Sprintf("  asked afterwards, %s gives no reason: %s\n", a.Judge, command.Quoted(a.Error))
	}
	text := fmt.Sprintf("  asked afterwards, %s says %s", a.Judge, command.Quoted(a.Verdict))
	if a.Reason != "" {
		text += ": " + command.Quoted(a.Reason)
	}
	return text + fmt.Sprintf("\n    about %s and %d before, as they read now\n", command.Count(a.Asked, "line"), a.Before)
}
