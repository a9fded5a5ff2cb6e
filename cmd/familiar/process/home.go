package process

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"familiar/app"
	"familiar/config"
	"familiar/control"
	"familiar/journal/jetstream"
	"familiar/lab/day"
	"familiar/messages"
	"familiar/policy/rules"
)

// mostSilences is how many reasons of one familiar the home page tells.
const mostSilences = 8

// spacious is a journal on a disk of its own.
type spacious interface {
	Room() (jetstream.Disk, error)
}

// home returns how everything stands, as the HTTP interface tells it.
func (s *Service) home(ctx context.Context) (control.Home, error) {
	s.letters.ask() // both are waited for at once
	s.day.ask()
	cost, err := s.budget(ctx)
	if err != nil {
		return control.Home{}, err
	}
	h := control.Home{
		At: messages.InstantOf(time.Now()), Day: cost.Day.String(), Budget: control.Spent(cost.All),
		Processes: s.deployment.Processes(), Nodes: s.deployment.Nodes(), Accounts: s.homeAccounts(), Models: s.homeModels(cost.Models), Parts: s.ready(ctx),
		Journal: control.HomeJournal{Lag: s.App.Lag()}, Held: held(s.App.Settings().Holds),
	}
	if s.disk != nil {
		room, err := s.disk.Room()
		if err != nil {
			s.log.Debug("the disk's room is not known", "err", err)
		} else {
			h.Journal.Free, h.Journal.Reserve = room.Free, room.Reserve
		}
	}
	letters, err := s.letters.told(ctx)
	if err != nil {
		return control.Home{}, err
	}
	told, err := s.day.told(ctx)
	if err != nil {
		return control.Home{}, err
	}
	h.Since, h.Counted, h.Partly, h.Letters, h.Unknown = told.since, told.at, told.at != 0 && !told.whole, letters.all, letters.unknown
	settings := s.App.Settings()
	h.Familiars = make([]control.HomeDay, 0, len(told.days))
	for i := range told.days {
		d := &told.days[i]
		h.Familiars = append(h.Familiars, shownDay(d, cmp.Or(settings.Familiars[d.Familiar].Name, string(d.Familiar))))
	}
	return h, nil
}

func held(holds []config.Pattern) []string {
	all := make([]string, 0, len(holds))
	for _, p := range holds {
		all = append(all, p.String())
	}
	return all
}

func (s *Service) homeAccounts() []control.HomeAccount {
	all, connected := []control.HomeAccount{}, s.App.Accounts()
	for _, network := range config.Networks {
		for _, voice := range s.App.Settings().Voices(network) {
			if !slices.Contains(connected, voice.Account) {
				continue // such as the terminal's, where nobody sits
			}
			at := s.App.Attendance(voice.Account)
			a := control.HomeAccount{Account: voice.Account, Name: voice.Name, Network: network, Listens: at.Listens, State: at.State, Ended: at.Ended}
			if !at.Since.IsZero() {
				a.Since = messages.InstantOf(at.Since)
			}
			if !at.Limited.IsZero() {
				a.Limited = messages.InstantOf(at.Limited)
			}
			a.Shards = homeShards(at.Shards)
			all = append(all, a)
		}
	}
	return all
}

// homeShards returns shards as the HTTP interface tells them; nil for none.
func homeShards(s *app.AccountShards) *control.HomeShards {
	if s == nil {
		return nil
	}
	told := &control.HomeShards{Up: s.Up, Of: s.Of, Left: s.Left, Total: s.Total}
	if s.Total > 0 {
		told.Resets = messages.InstantOf(time.Now().Add(s.Resets))
	}
	return told
}

func (s *Service) homeModels(today map[string]float64) []control.HomeModel {
	all := []control.HomeModel{}
	for _, m := range s.App.ModelStandings() {
		told := control.HomeModel{
			Model: m.Model, Answers: m.Reason == "", Reason: m.Reason, Calls: m.InFlight, Queue: m.Waiting,
			Open: m.Open, Paused: m.Paused, Today: today[m.Model], Writes: m.Writes, Judges: m.Judges,
		}
		if !m.Since.IsZero() {
			told.Since = messages.InstantOf(m.Since)
		}
		all = append(all, told)
	}
	return all
}

// shownDay is a familiar's day as the HTTP interface tells it.
func shownDay(d *day.Day, name string) control.HomeDay {
	shown := control.HomeDay{Familiar: d.Familiar, Name: name, Heard: d.Heard, Asked: d.Asked, Unasked: d.Unasked, Quiet: []control.Silence{}}
	if d.Known > 0 {
		rate := float64(d.Welcome) / float64(d.Known)
		shown.Welcome = &rate
	}
	words := strings.NewReplacer("{name}", name, "{author}", "its author", "{aim}", "somebody else")
	rungs := slices.SortedFunc(maps.Keys(d.Quiet), func(a, b messages.Rung) int {
		return cmp.Or(cmp.Compare(d.Quiet[b], d.Quiet[a]), cmp.Compare(a, b))
	})
	for _, rung := range rungs[:min(len(rungs), mostSilences)] {
		shown.Quiet = append(shown.Quiet, control.Silence{Rung: rung, Says: cmp.Or(words.Replace(rules.Of(rung).Says), string(rung)), Times: d.Quiet[rung]})
	}
	return shown
}
