package process

import (
	"familiar/actors/host"
	"familiar/control"
)

// ActorTree returns the tree of a program's actors as the HTTP interface tells
// it.
func ActorTree(standings []host.Standing, all map[string]int) control.Actors {
	tree := control.Actors{Kinds: []control.ActorKind{}}
	for _, s := range standings {
		if last := len(tree.Kinds) - 1; last < 0 || tree.Kinds[last].Kind != s.Key.Kind {
			tree.Kinds = append(tree.Kinds, control.ActorKind{Kind: s.Key.Kind, All: all[s.Key.Kind]})
		}
		of := &tree.Kinds[len(tree.Kinds)-1]
		of.Actors = append(of.Actors, control.Actor{Key: s.Key.ID, State: s.State, Backlog: s.Backlog, Last: s.Last, Rests: s.Rests.Seconds(), Panics: s.Panics})
	}
	return tree
}
