package lab

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/tune"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/seating"
)

// What --by tells apart.
const (
	byFamiliar = "familiar"
	byNetwork  = "network"
	byRule     = "rule"
)

// A selection is what is tuned by itself: a familiar, everywhere or in the
// channels of a pattern.
type selection struct {
	familiar messages.FamiliarID
	in       string               // pattern of the channels; "": everywhere
	channels []messages.ChannelID // of the recording, that are meant
	golds    []corpus.Gold        // whose place is taken

	knobs config.Knobs // to begin with
	judge replay.Judge
	price tune.Price
	space tune.Space
	bench *tune.Bench
}

// load reads the configuration and finds out whom --as means; nil: there is none.
func (c *tuneCommand) load() (*config.Config, error) {
	if c.Config == "" {
		return nil, nil
	}
	loaded, err := config.LoadSealed(c.Config)
	if err != nil || c.By == byFamiliar {
		return loaded, err
	}
	if _, ok := loaded.Familiars[messages.FamiliarID(c.Familiar)]; ok && c.As == "" {
		c.As = c.Familiar
	}
	if _, err := chosen(loaded, c.Config, c.As); err != nil {
		return nil, err
	}
	if c.As == "" { // then there is but one
		for id := range loaded.Familiars {
			c.As = string(id)
		}
	}
	return loaded, nil
}

// selections returns what is tuned, each with the knobs that hold there. A
// familiar that isn't in the channels of a network or rule is left out.
func (c *tuneCommand) selections(std command.Streams, loaded *config.Config, recorded *corpus.Corpus, golds []corpus.Gold) ([]selection, error) {
	familiars := []messages.FamiliarID{messages.FamiliarID(cmp.Or(c.As, c.Familiar, "familiar"))}
	if c.By == byFamiliar {
		familiars = slices.Sorted(maps.Keys(loaded.Familiars))
	}
	var all []selection
	var last error
	for _, familiar := range familiars {
		for _, p := range c.patterns(loaded, recorded) {
			s := selection{familiar: familiar, in: p.in, golds: slices.Clone(golds)}
			if c.By == byFamiliar {
				s.golds = ofFamiliar(recorded, s.golds, familiar, loaded.Familiars[familiar].Name)
			}
			s.golds = slices.DeleteFunc(s.golds, func(g corpus.Gold) bool {
				slice := recorded.Slice(g.Slice)
				if slice == nil || !p.has(slice.Channel) {
					return true
				}
				if !slices.Contains(s.channels, slice.Channel) {
					s.channels = append(s.channels, slice.Channel)
				}
				return false
			})
			err := c.begin(&s, loaded)
			switch {
			case err == nil:
				all = append(all, s)
			case errors.Is(err, errAbsent) && c.By != "":
				fmt.Fprintf(std.Err, "left out: %v\n", err)
				last = err
			default:
				return nil, err
			}
		}
	}
	if len(all) == 0 {
		return nil, cmp.Or(last, fmt.Errorf("%s: no channel of it matches a rule of %s", c.File, c.Config))
	}
	return all, nil
}

// ofFamiliar returns those of the golds who are called as the familiar; all of
// them if nobody is.
func ofFamiliar(recorded *corpus.Corpus, golds []corpus.Gold, id messages.FamiliarID, name string) []corpus.Gold {
	own := slices.DeleteFunc(slices.Clone(golds), func(g corpus.Gold) bool {
		slice := recorded.Slice(g.Slice)
		if slice == nil {
			return true
		}
		by, ok := person(slice, string(id))
		if !ok {
			by, ok = person(slice, name)
		}
		return !ok || by != g.Familiar
	})
	if len(own) == 0 {
		return golds
	}
	return own
}

// A patterned is a pattern with the channels that it stands for.
type patterned struct {
	in  string
	has func(messages.ChannelID) bool
}

// patterns returns the channels that are tuned by themselves.
func (c *tuneCommand) patterns(loaded *config.Config, recorded *corpus.Corpus) (all []patterned) {
	switch {
	case c.By == byNetwork:
		var networks []messages.Network
		for _, s := range recorded.Slices {
			if n := s.Channel.Network(); !slices.Contains(networks, n) {
				networks = append(networks, n)
			}
		}
		slices.Sort(networks)
		for _, n := range networks {
			all = append(all, patterned{string(n) + ":*", func(id messages.ChannelID) bool { return id.Network() == n }})
		}
	case c.By == byRule:
		// Of two rules with one pattern the last is written to, see config.TurnIn.
		for i := range loaded.Channels {
			match := loaded.Channels[i].Match
			has := func(id messages.ChannelID) bool {
				return match.Match(id) && !slices.ContainsFunc(loaded.Channels[i+1:], func(r config.Rule) bool { return r.Match.Match(id) })
			}
			if slices.ContainsFunc(recorded.Slices, func(s *corpus.Slice) bool { return has(s.Channel) }) {
				all = append(all, patterned{match.String(), has})
			}
		}
	case c.In != "":
		all = append(all, patterned{c.in.String(), c.in.Match})
	default:
		all = append(all, patterned{"", func(messages.ChannelID) bool { return true }})
	}
	return all
}

// errAbsent is of a familiar that isn't where it was to be tuned.
var errAbsent = errors.New("nothing to tune there")

// begin gives a selection the knobs that hold there now.
func (c *tuneCommand) begin(s *selection, loaded *config.Config) error {
	if len(s.golds) == 0 {
		return fmt.Errorf("%s: nobody answered anybody in the recording's channels of %s: %w", s.familiar, cmp.Or(s.in, "all networks"), errAbsent)
	}
	s.judge = replay.Judge(cmp.Or(c.Judge, string(replay.Noisy)))
	if loaded == nil {
		s.knobs = presetKnobs(c.Preset)
		return s.knobs.Set(c.Set...)
	}
	familiar := loaded.Familiars[s.familiar]
	if c.Judge == "" && familiar.Judge == "" {
		s.judge = replay.None
	}
	judge, writer := loaded.Models[familiar.Judge], loaded.Models[familiar.Model]
	there := s.channels
	if s.in == "" {
		s.knobs, there = config.Knobs{Policy: familiar.Policy, Room: loaded.Room}, nil
	}
	for i, id := range there {
		policy := process.PolicyIn(loaded, id, s.familiar)
		switch {
		case policy == nil:
			return fmt.Errorf("%s is not in %s, says %s: %w", s.familiar, id, c.Config, errAbsent)
		case i > 0 && !same(&s.knobs.Policy, policy):
			return fmt.Errorf("%s has one setting in %s and another in %s: give a narrower pattern with --in", s.familiar, s.channels[0], id)
		}
		s.knobs = config.Knobs{Policy: *policy, Room: loaded.Channel(id).Room}
	}
	if err := s.knobs.Set(c.Set...); err != nil {
		return err
	}
	s.price = tune.PriceOf(judge.Price(), writer.Price(), s.knobs.Policy.Verdict == seating.Word)
	return nil
}

func same(a, b *conversation.Policy) bool { return reflect.DeepEqual(*a, *b) }

// prepare makes what measures the settings of a selection.
func (c *tuneCommand) prepare(s *selection, recorded *corpus.Corpus, verdicts *replay.Verdicts) (err error) {
	o := replay.Options{Judge: s.judge, Seed: c.Seed, Workers: c.Workers, Recorded: verdicts}
	if o.Weights, err = weightsOf(s.knobs, c.Config); err != nil {
		return err
	}
	if s.space = tune.SpaceOf(&s.knobs.Policy, o.Judge != replay.None); len(s.space) == 0 {
		return errors.New("nothing to tune: credit, odds and chattiness are all off")
	}
	s.bench, err = tune.NewBench(recorded, s.golds, s.space, s.knobs, o, s.price)
	return err
}
