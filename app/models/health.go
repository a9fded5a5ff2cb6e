package models

import (
	"log/slog"
	"maps"
	"slices"
	"time"

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
}

// Ailing returns the models in use that are left alone, by name, and how many are
// in use.
func (m *Models) Ailing() (ailing []Ailing, inUse int) {
	users := m.users()
	for _, name := range slices.Sorted(maps.Keys(users)) {
		if health := m.Gates[name].Health(); health.Err != nil {
			of := users[name]
			of.Since, of.Reason = health.Since, llm.InWords(health.Err)
			ailing = append(ailing, of)
		}
	}
	return ailing, len(users)
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
		use(f.Model, func(of *Ailing) { of.Writes = append(of.Writes, id) })
		use(f.Judge, func(of *Ailing) { of.Judges = append(of.Judges, id) })
		if f.Second != f.Judge {
			use(f.Second, func(of *Ailing) { of.Judges = append(of.Judges, id) })
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
