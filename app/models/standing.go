package models

import (
	"maps"
	"slices"

	"familiar/llm/gate"
)

// A Standing is how one model in use stands: whether it is called, who has it asked,
// and what its gate is doing.
type Standing struct {
	Ailing // with an empty Reason: it is called
	gate.Stats
}

// Standings returns how the models in use stand, by name.
func (m *Models) Standings() (all []Standing) {
	ailing, _ := m.Ailing()
	users := m.users()
	for _, name := range slices.Sorted(maps.Keys(users)) {
		s := Standing{Ailing: users[name], Stats: m.Gates[name].Stats()}
		if at := slices.IndexFunc(ailing, func(a Ailing) bool { return a.Model == name }); at >= 0 {
			s.Ailing = ailing[at]
		}
		all = append(all, s)
	}
	return all
}
