package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/eval"
	"familiar/lab/replay"
	"familiar/policy/chattiness"
)

// A judging has a model answer a sample of questions.
type judging struct {
	command *evalCommand
	std     command.Streams
	bench   *eval.Bench
	sample  *eval.Sample
	judge   *modelJudge
	chatty  *chattiness.Config // of the familiar that is asked about
	answers []eval.Answer      // as the sample's questions
}

// judgedBy prints how good a model of the configuration is as the judge. When
// ctx ends it prints what there is.
func (c *evalCommand) judgedBy(ctx context.Context, std command.Streams, recording *corpus.Corpus, golds []corpus.Gold) (err error) {
	loaded, err := config.Load(c.Config)
	if err != nil {
		return err
	}
	settings, ok := loaded.Models[c.Model]
	if !ok {
		return fmt.Errorf("--model %s: %s has no such model", c.Model, c.Config)
	}
	familiar, err := chosen(loaded, c.Config, c.As)
	if err != nil {
		return err
	}
	o := replay.Options{Policy: familiar.Policy, Room: loaded.Room, Workers: c.Workers}
	if o.Weights, err = weightsOf(config.Knobs{Policy: familiar.Policy}, c.Config); err != nil {
		return err
	}
	cached, err := openAnswers(c.Cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cached.Close()) }()
	j := judging{command: c, std: std, chatty: &familiar.Policy.Chattiness}
	if j.judge, err = newModelJudge(c.Model, settings, loaded, familiar, cached); err != nil {
		return err
	}
	if err := j.draw(ctx, recording, golds, o); err != nil {
		return command.Stopped(ctx, err, "nothing was asked")
	}
	if err := j.afford(ctx); err != nil {
		return err
	}
	return j.ask(ctx)
}

// draw draws the sample.
func (j *judging) draw(ctx context.Context, recording *corpus.Corpus, golds []corpus.Gold, o replay.Options) (err error) {
	bar := command.NewBar(j.std.Err)
	defer bar.Clear()
	if j.bench, err = eval.NewBench(ctx, recording, golds, eval.Options{}); err != nil {
		return err
	}
	o.Progress = bar.Show
	if j.sample, err = j.bench.Sample(ctx, o, j.command.Sample, j.command.Seed); err != nil {
		return err
	}
	if len(j.sample.Questions) == 0 {
		return fmt.Errorf("the familiar would ask its judge nothing on %s: it has no judge, or its odds settle everything", j.command.Dir)
	}
	j.answers = make([]eval.Answer, len(j.sample.Questions))
	return nil
}

// afford says what the questions cost and asks whether to go on, unless nothing
// is to be spent.
func (j *judging) afford(ctx context.Context) error {
	count := &counter{name: j.judge.name, answers: j.judge.answers}
	for i := range j.sample.Questions {
		j.judge.put(ctx, count, j.sample.Questions[i].Order, j.chatty)
	}
	if err := ctx.Err(); err != nil {
		return command.Stopped(ctx, err, "nothing was asked")
	}
	text := j.judge.estimate(count.bracket, count.bracket)
	if count.questions == 0 || j.judge.settings.Kind == config.Offline {
		fmt.Fprintln(j.std.Err, text)
		return nil
	}
	return confirm(ctx, j.std, text, j.command.Yes)
}

// ask has every question answered and prints what came out.
func (j *judging) ask(ctx context.Context) error {
	bar := command.NewBar(j.std.Err)
	bar.Thing = "questions"
	j.judge.begin(ctx)
	err := j.all(ctx, bar.Show)
	bar.Clear()
	judgement := j.sample.Judge(j.answers)
	judgement.Model, judgement.Weights = j.judge.name, j.bench.Weights()
	judgement.Input, judgement.Output, judgement.Cost = j.judge.usage.Input, j.judge.usage.Output, j.judge.cost()
	slices.Sort(j.judge.spent)
	judgement.Took(j.judge.spent)
	if rowsErr := j.bench.Rows(judgement); rowsErr != nil {
		return errors.Join(err, rowsErr)
	}
	if printErr := j.command.print(j.std, judgement); printErr != nil {
		return errors.Join(err, printErr)
	}
	if !j.command.JSON {
		fmt.Fprintln(j.std.Out, j.judge.bill())
	}
	return command.Stopped(ctx, err, fmt.Sprintf("%d of %s put", judgement.Asked, command.Count(judgement.Sample, "question")))
}

// all puts the questions, as many at the same time as there are workers: a model
// takes its time, and the gate before it knows how many it bears.
func (j *judging) all(ctx context.Context, show func(done, total int)) error {
	var next atomic.Int64
	var mu sync.Mutex // of what follows
	var first error
	done := 0
	stopped := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return first != nil
	}
	var workers sync.WaitGroup
	for range j.command.Workers {
		workers.Go(func() {
			for !stopped() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(j.sample.Questions) {
					return
				}
				judged, err := j.judge.ask(j.sample.Questions[i].Order, j.chatty)
				mu.Lock()
				if first == nil {
					first = err
				}
				if ctx.Err() == nil {
					j.answers[i] = eval.Answer{Asked: true, Failed: judged.Error != "", Yes: judged.Yes}
					done++
					show(done, len(j.sample.Questions))
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return errors.Join(first, ctx.Err())
}
