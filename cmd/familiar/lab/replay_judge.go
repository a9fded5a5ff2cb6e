package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"familiar/app/models"

	"familiar/actors/monitor"
	"familiar/config"
	"familiar/lab/live"
	"familiar/lab/replay"
	"familiar/llm/cache"
)

// judgeable says whether the judge that is wanted can be one.
func (c *replayCommand) judgeable() error {
	switch judge := replay.Judge(c.Judge); {
	case slices.Contains(replay.Judges, judge):
	case judge.Remembers():
		if c.Verdicts == "" && !strings.HasPrefix(c.File, journalPrefix) {
			return fmt.Errorf("--judge %s: give the verdicts with --verdicts", judge)
		}
	case c.Config == "":
		return fmt.Errorf("--judge %s: want one of %v, recorded, exact, or a model of --config", c.Judge, replay.Judges)
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
	case judge.Remembers() && c.Verdicts == "":
		return nothing, s.lookUpVerdicts(ctx)
	case judge.Remembers():
		return nothing, s.readVerdicts()
	}
	settings, ok := c.loaded.Models[c.Judge]
	if !ok {
		return nil, fmt.Errorf("--judge %s: %s has no such model; allowed: %v, recorded, exact, or one of its models", c.Judge, c.Config, replay.Judges)
	}
	familiar, err := chosen(c.loaded, c.Config, c.As)
	if err != nil {
		return nil, err
	}
	answers, err := openAnswers(c.Cache)
	if err != nil {
		return nil, err
	}
	if s.judge, err = newModelJudge(c.Judge, settings, c.loaded, familiar, answers); err != nil {
		return nil, errors.Join(err, answers.Close())
	}
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

// lookUpVerdicts takes what the judges really said from the journal that is replayed.
func (s *session) lookUpVerdicts(ctx context.Context) error {
	j, err := visitFolder(ctx, s.std, strings.TrimPrefix(s.command.File, journalPrefix))
	if err != nil {
		return err
	}
	walks, err := live.Read(ctx, j.Records(ctx, 0), j, live.Options{Channel: s.command.Channel})
	if errors.Is(err, live.ErrNothing) {
		err = nil
	}
	s.recorded = replay.NewVerdicts(live.Verdicts(walks)...)
	return errors.Join(err, j.Close())
}

// newModelJudge makes a judge of a model of a configuration, for one of its
// familiars.
func newModelJudge(called string, settings config.Model, loaded *config.Config, familiar config.Familiar, answers *cache.Cache) (*modelJudge, error) {
	model, err := models.Gated(called, settings)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(settings.Kind+"/"+settings.Model, "/") // offline has no other name
	m := &modelJudge{
		called: called, name: name, settings: settings, answers: answers,
		card:    monitor.Card{Persona: familiar.Persona},
		options: monitor.Options{Config: loaded.Monitor, Texts: loaded.Texts.Monitor, Wordy: &monitor.Wordy{}},
	}
	m.model = answers.Wrap(name, &stopwatch{Model: model, took: m.spend})
	m.options.Spent = m.pay
	return m, nil
}

// openAnswers opens the file of answers; "": the one in the user's cache folder.
func openAnswers(path string) (*cache.Cache, error) {
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
