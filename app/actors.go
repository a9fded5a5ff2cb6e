package app

import (
	"context"

	"familiar/actors/host"
)

// mostActors bounds the actors of a kind that another process asks for.
const mostActors = 100

// Actors says how the actors in memory stand, see [host.Host.Actors], of all processes:
// those of others with the id of theirs. Of those that are silent none is among them.
func (a *App) Actors(ctx context.Context, most int) (actors []host.Standing, all map[string]int, silent []Process) {
	actors, all = a.host.Actors(most)
	others, silent := askOthers(ctx, a, askActors, actorsAsked{most})
	if len(others) == 0 {
		return actors, all, silent
	}
	for _, p := range others {
		for kind, n := range p.Answer.All {
			all[kind] += n
		}
		for _, s := range p.Answer.Actors {
			s.Process = p.ID
			actors = append(actors, s)
		}
	}
	return host.Ranked(actors, all, most), all, silent
}

// tellActors says how the actors here stand, for another process.
func (a *App) tellActors(_ context.Context, _ string, q actorsAsked) (told actorsTold, err error) {
	told.Actors, told.All = a.host.Actors(min(max(1, q.Most), mostActors))
	return told, nil
}
