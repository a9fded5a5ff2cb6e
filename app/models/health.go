package models

import (
	"log/slog"
	"maps"
	"slices"
	"time"

	"familiar/config"
	"familiar/llm"
	"familiar/messages"
)

// An Ailing is a model that is left alone just now, because it fails or has
// asked for a pause of a minute or more.
type Ailing struct {
	Model  string    // as the configuration calls it
	Since  time.Time // when that began
	Reason string    // in words of ours, none of the provider's
	Writes []messages.FamiliarID
	Judges []messages.FamiliarID // for whom it is asked whether they should speak

	Spares map[messages.FamiliarID]Spares // of those with other models; the others have none
}

// Spares is which models are asked in an ailing one's place; "": none.
type Spares struct{ Writes, Judges string }

// Ailing returns the models in use that are left alone, by name, and how many are
// in use.
func (m *Models) Ailing() (ailing []Ailing, inUse int) {
	users := m.users()
	for _, name := range slices.Sorted(maps.Keys(users)) {
		if health := m.Gates[name].Health(); health.Err != nil {
			of := users[name]
			of.Since, of.Reason = health.Since, llm.InWords(health.Err)
			m.spare(&of)
			ailing = append(ailing, of)
		}
	}
	return ailing, len(users)
}

// spare fills in who is asked in the place of an ailing model. It ails nobody who
// would not have it asked: another one before it is well.
func (m *Models) spare(of *Ailing) {
	of.Spares = map[messages.FamiliarID]Spares{}
	missed := func(ids []messages.FamiliarID, chain func(*config.Familiar) []string, note func(*Spares, string)) []messages.FamiliarID {
		return slices.DeleteFunc(ids, func(id messages.FamiliarID) bool {
			f := m.Config.Familiars[id]
			all := chain(&f)
			well := slices.IndexFunc(all, func(name string) bool { return m.Gates[name] != nil && m.Gates[name].Health().Err == nil })
			switch at := slices.Index(all, of.Model); {
			case well < 0:
				return at > 0 // it is said once, of the first
			case at > well:
				return true
			}
			spares := of.Spares[id]
			note(&spares, all[well])
			of.Spares[id] = spares
			return false
		})
	}
	of.Writes = missed(of.Writes, (*config.Familiar).Writers, func(s *Spares, name string) { s.Writes = name })
	of.Judges = missed(of.Judges, (*config.Familiar).Referees, func(s *Spares, name string) { s.Judges = name })
}

// users returns who uses each model that anybody does.
func (m *Models) users() map[string]Ailing {
	users := make(map[string]Ailing)
	use := func(name string, note func(*Ailing)) {
		if m.Gates[name] == nil {
			return
		}
		of := users[name]
		of.Model = name
		note(&of)
		users[name] = of
	}
	for _, id := range slices.Sorted(maps.Keys(m.Config.Familiars)) {
		f := m.Config.Familiars[id]
		for _, name := range f.Writers() {
			use(name, func(of *Ailing) { of.Writes = append(of.Writes, id) })
		}
		for _, name := range f.Referees() {
			use(name, func(of *Ailing) { of.Judges = append(of.Judges, id) })
		}
	}
	return users
}

// health writes to the log when a model is no longer asked, and when it is
// again: no single decision tells its operator that nothing is answered. Then
// it has others look.
func health(name string, log *slog.Logger, changed func()) func(error) {
	return func(err error) {
		if err != nil {
			log.Warn("model keeps failing and is not called for now", "model", name, "err", err)
		} else {
			log.Info("model answers again", "model", name)
		}
		if changed != nil {
			changed()
		}
	}
}
