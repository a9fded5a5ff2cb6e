package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/report"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/odds"
)

// A trial is one setting that is replayed.
type trial struct {
	name  string // for the report
	knobs config.Knobs
	// weights are those of the odds, by slice; nil: those the program carries.
	weights func(slice string) *odds.Weights

	spent *float64 // US dollars, for the judge; nil: not known
}

// trials returns the setting to try and, if there is something to compare it
// with, the second one.
func (c *replayCommand) trials() ([]trial, error) {
	knobs, err := c.knobs()
	if err != nil {
		return nil, err
	}
	origin := cmp.Or(c.Config, c.Preset, config.DefaultPreset)
	first := trial{name: setting(origin, c.Set), knobs: knobs}
	if first.weights, err = weightsOf(knobs, c.Config); err != nil {
		return nil, err
	}
	all := []trial{first}
	if c.Against == "" && len(c.BSet) == 0 {
		return all, nil
	}
	second := replayCommand{Set: append(append([]string{}, c.Set...), c.BSet...), Preset: c.Preset, Config: c.Config, As: c.As}
	if c.Against != "" {
		second = replayCommand{Set: c.BSet, As: c.As}
		if _, ok := conversation.Preset(c.Against); ok {
			second.Preset = c.Against
		} else {
			second.Config = c.Against
		}
	}
	if knobs, err = second.knobs(); err != nil {
		return nil, fmt.Errorf("the second setting: %w", err)
	}
	origin = cmp.Or(second.Config, second.Preset, config.DefaultPreset)
	other := trial{name: setting(origin, second.Set), knobs: knobs}
	if other.weights, err = weightsOf(knobs, second.Config); err != nil {
		return nil, fmt.Errorf("the second setting: %w", err)
	}
	return append(all, other), nil
}

// setting names what is tried.
func setting(origin string, turned []string) string {
	return strings.Join(append([]string{origin}, turned...), ", ")
}

// A session is one replay with everything it needs.
type session struct {
	command   *replayCommand
	std       command.Streams
	recording *corpus.Corpus
	golds     []corpus.Gold
	trials    []trial
	judge     *modelJudge // nil: no model judges
	recorded  *replay.Verdicts
	written   command.Outputs
}

// The files a replay may write, in the order of replayCommand.outputs.
const (
	outDecisions = iota
	outNotes
	outVerdicts
	outReport
	outJSON
)

func (c *replayCommand) outputs() (command.Outputs, error) {
	read, verdicts := append(c.files(), c.Config, c.Against), c.Verdicts
	if replay.Judge(c.Judge).Remembers() {
		read, verdicts = append(read, verdicts), ""
	}
	return command.CreateAll(read, c.Out, c.Notes, verdicts, c.Report, c.JSON)
}

// run replays every setting, prints what came out and writes the report. The
// files of wake-ups, notes and verdicts are those of the first setting.
func (s *session) run(ctx context.Context) error {
	settings := make([]report.Setting, len(s.trials))
	for i := range s.trials {
		settings[i] = report.Setting{Name: s.trials[i].name, Judge: s.command.Judge, Loop: s.command.Loop, Seed: s.command.Seed}
		if s.command.Loop == string(replay.Closed) {
			settings[i].Notice = "Closed loop: what others say after a reply was really said to somebody else."
		}
	}
	builder := report.New(s.command.File, len(s.golds), settings...)
	for i := range s.trials {
		if len(s.trials) == 2 {
			fmt.Fprintf(s.std.Out, "%s: %s\n", [2]string{"A", "B"}[i], s.trials[i].name)
		}
		o := s.options(&s.trials[i])
		if i == 0 {
			o.Decisions, o.Notes, o.Verdicts = s.written.Writer(outDecisions), s.written.Writer(outNotes), s.written.Writer(outVerdicts)
		}
		if s.reports() {
			o.KeepNotes = true
			o.Took = func(w replay.Walk) error { builder.Take(i, w); return nil }
		}
		err := s.replay(ctx, &s.trials[i], o)
		if err != nil && ctx.Err() != nil && s.reports() && len(s.trials) == 1 { // half a comparison is none
			settings[i].Notice = strings.TrimSpace(settings[i].Notice + " It was " + err.Error() + ".")
			return errors.Join(err, s.write(builder))
		}
		if err != nil {
			return err
		}
	}
	if !s.reports() {
		return nil
	}
	return s.write(builder)
}

// replay replays one setting.
func (s *session) replay(ctx context.Context, t *trial, o replay.Options) error {
	bar := command.NewBar(s.std.Err)
	o.Progress = bar.Show
	if s.judge != nil {
		s.judge.begin(ctx)
	}
	sum, err := replay.Run(ctx, s.recording, s.golds, o)
	bar.Clear()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(s.std.Out, "%s%s\n", sum, sum.Speed())
	if s.judge != nil {
		fmt.Fprintln(s.std.Out, s.judge.bill())
		t.spent = s.judge.cost()
	}
	if err != nil {
		return fmt.Errorf("stopped: %d of %s replayed", sum.Familiars, command.Count(len(s.golds), "familiar"))
	}
	return nil
}

// options are those of a setting, without anybody who is told of it.
func (s *session) options(t *trial) replay.Options {
	o := replay.Options{
		Policy: t.knobs.Policy, Room: t.knobs.Room,
		Judge: replay.Judge(s.command.Judge), Seed: s.command.Seed,
		Workers: s.command.Workers, Recorded: s.recorded, Weights: t.weights,
		Beside: s.command.Beside,
		Loop:   replay.Loop(s.command.Loop), ComposeDelay: s.command.ComposeDelay,
	}
	if s.judge != nil {
		o.Judge = replay.Asked
		o.Ask = func(order messages.Judge) (messages.Judged, error) {
			return s.judge.ask(order, &t.knobs.Chattiness)
		}
	}
	return o
}
