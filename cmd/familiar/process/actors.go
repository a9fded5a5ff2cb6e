package process

import (
	"familiar/actors/host"
	"familiar/app"
	"familiar/control"
	"familiar/messages"
)

// ActorTree returns the tree of a program's actors as the HTTP interface tells it.
func ActorTree(standings []host.Standing, all map[string]int, silent []app.Process) control.Actors {
	tree := control.Actors{Kinds: []control.ActorKind{}, Silent: silentOf(silent)}
	for _, s := range standings {
		if last := len(tree.Kinds) - 1; last < 0 || tree.Kinds[last].Kind != s.Key.Kind {
			tree.Kinds = append(tree.Kinds, control.ActorKind{Kind: s.Key.Kind, All: all[s.Key.Kind]})
		}
		of := &tree.Kinds[len(tree.Kinds)-1]
		of.Actors = append(of.Actors, control.Actor{
			Key: s.Key.ID, State: s.State, Backlog: s.Backlog, Last: s.Last, Rests: s.Rests.Seconds(), Panics: s.Panics, Process: s.Process,
		})
	}
	return tree
}

// silences returns the processes that tell nothing as the HTTP interface tells of them.
func (s *Service) silences() (all []control.SilentProcess) {
	for _, p := range s.App.Silences() {
		all = append(all, control.SilentProcess{Silent: control.Silent{Process: p.ID, Host: p.Host}, Since: messages.InstantOf(p.Since)})
	}
	return all
}

// silentOf returns processes that didn't answer as the HTTP interface tells of them.
func silentOf(processes []app.Process) (all []control.Silent) {
	for _, p := range processes {
		all = append(all, control.Silent{Process: p.ID, Host: p.Host})
	}
	return all
}
