package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"familiar/app/models"

	"familiar/actors/monitor"
	"familiar/lab/replay"
	"familiar/llm/cache"
)

// judgeable says whether the judge that is wanted can be one.
func (c *replayCommand) judgeable() error {
	switch judge := replay.Judge(c.Judge); {
	case slices.Contains(replay.Judges, judge):
	case judge == replay.Recorded:
		if c.Verdicts == "" {
			return errors.New("--judge recorded: give the verdicts with --verdicts")
		}
	case c.Config == "":
		return fmt.Errorf("--judge %s: want one of %v, recorded, or a model of --config", c.Judge, replay.Judges)
	}
	if len(c.BSet) > 0 || c.Against != "" {
		if c.Judge == string(replay.Recorded) {
			return errors.New("--judge recorded knows the questions of one setting only: it can't compare two")
		}
	}
	return nil
}

// seatJudge makes the judge ready; if it is a model, it says what it may cost
// and asks whether to go on. The function it gives puts the judge away.
func (s *session) seatJudge(ctx context.Context) (func() error, error) {
	nothing := func() error { return nil }
	c := s.command
	switch judge := replay.Judge(c.Judge); {
	case slices.Contains(replay.Judges, judge):
		return nothing, nil
	case judge == replay.Recorded:
		return nothing, s.readVerdicts()
	}
	settings, ok := c.loaded.Models[c.Judge]
	if !ok {
		return nil, fmt.Errorf("--judge %s: %s has no such model; allowed: %v, recorded, or one of its models", c.Judge, c.Config, replay.Judges)
	}
	model, err := models.Gated(c.Judge, settings)
	if err != nil {
		return nil, err
	}
	answers, err := c.answers()
	if err != nil {
		return nil, err
	}
	familiar, err := c.chosen(c.loaded)
	if err != nil {
		return nil, errors.Join(err, answers.Close())
	}
	name := settings.Kind + "/" + settings.Model
	s.judge = &modelJudge{
		name: name, settings: settings, answers: answers, model: answers.Wrap(name, model),
		card:    monitor.Card{Persona: familiar.Persona},
		options: monitor.Options{Config: c.loaded.Monitor, Texts: c.loaded.Texts.Monitor},
	}
	s.judge.options.Spent = s.judge.pay
	if err := s.afford(ctx); err != nil {
		return nil, errors.Join(err, answers.Close())
	}
	return answers.Close, nil
}

func (s *session) readVerdicts() error {
	f, err := os.Open(s.command.Verdicts)
	if err != nil {
		return fmt.Errorf("verdicts: %w", err)
	}
	defer f.Close()
	s.recorded, err = replay.ReadVerdicts(f, s.command.Verdicts)
	return err
}

// answers opens the file of answers.
func (c *replayCommand) answers() (*cache.Cache, error) {
	path := c.Cache
	if path == "" {
		folder, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no folder for the cache of verdicts (%w): give --cache FILE", err)
		}
		path = filepath.Join(folder, "familiar", "verdicts.jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("cache: %w", err)
		}
	}
	return cache.Open(path)
}
