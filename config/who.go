package config

import (
	"cmp"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// familiars checks each and fills in its name, model and persona.
func (v *validation) familiars() {
	if len(v.Familiars) == 0 {
		v.wrong("familiars", "there is no familiar: want a table [familiars.NAME]")
	}
	for _, id := range slices.Sorted(maps.Keys(v.Familiars)) {
		f, path := v.Familiars[id], document.Inside("familiars", string(id))
		if !isID(string(id)) {
			v.wrong(path, "%q can't name a familiar: %s", id, wantID)
		}
		f.Name = cmp.Or(f.Name, string(id))
		if why := callable(f.Name); why != "" {
			v.wrong(document.Inside(path, "name"), "%q %s", f.Name, why)
		}
		for i, alias := range f.Aliases {
			if why := callable(alias); why != "" {
				v.wrong(document.Item(document.Inside(path, "aliases"), i+1), "%q %s", alias, why)
			}
		}
		if !slices.Contains(ladder.Presets(), f.Preset) {
			v.noPreset(document.Inside(path, "preset"), f.Preset)
		}
		v.chains(path, &f)
		if f.Judge != "" {
			v.model(document.Inside(path, "judge"), f.Judge)
		} else if f.JudgeTogether {
			v.odd(document.Inside(path, "judge_together"), "without a judge it asks nobody: set judge to a model")
		} else if unanswerable(&f.Policy) {
			v.odd(document.Inside(path, "judge_each"), withoutJudge)
		} else if preset, _ := conversation.Preset(f.Preset); f.Chattiness.On && !reflect.DeepEqual(f.Chattiness, preset.Chattiness) {
			v.odd(document.Inside(path, "chattiness"), "without a judge it never speaks up after a lull: set judge to a model")
		}
		v.second(path, &f)
		for i, tool := range f.Tools {
			if !slices.Contains(messages.Tools(), tool) {
				v.wrong(document.Item(document.Inside(path, "tools"), i+1), "there is no tool %q: want one of %s", tool, list(messages.Tools()))
			}
		}
		f.Persona = v.persona(path, f)
		v.picture(document.Inside(path, "picture"), f.Picture)
		f.Lore = v.lorebook(document.Inside(path, "lorebook"), f.Lorebook)
		v.values(path, f.Policy.Validate())
		v.embeddings(path, &f.Policy)
		v.zone(path, f.Policy)
		v.weigh(document.Inside(path, "odds", "weights"), f.Odds.Weights)
		v.Familiars[id] = f
	}
}

// embeddings checks the model whose vectors say what is alike.
func (v *validation) embeddings(path string, p *conversation.Policy) {
	name, here := p.Memory.Embeddings, document.Inside(path, "memory", "embeddings")
	if !p.Memory.On || name == "" {
		return
	}
	if m, is := v.Models[name]; is && m.Kind != OpenAI {
		v.wrong(here, "model %q is of kind %s, which gives no vectors: want one of kind %s", name, m.Kind, OpenAI)
		return
	}
	v.model(here, name)
}

// second checks a familiar's second judge.
func (v *validation) second(path string, f *Familiar) {
	here := document.Inside(path, "second_judge")
	switch {
	case f.Second == "":
		return
	case f.Judge == "":
		v.wrong(here, "there is no first one: set judge to a model, too")
		return
	case f.Second == f.Judge:
		v.odd(here, "is the judge itself, which may only say the same again: want another model")
	case !f.Odds.On:
		v.odd(here, "is never asked, since without the odds nothing says when a verdict is not enough: want odds.on = true")
	}
	v.model(here, f.Second)
}

// mostModels is how many models a chain may have.
const mostModels = 4

// chains checks the models of a familiar and fills in which is the first.
func (v *validation) chains(path string, f *Familiar) {
	f.Model = v.first(path, f, "model", f.Model, f.Models)
	f.Judge = v.first(path, f, "judge", f.Judge, f.Judges)
	if len(f.Models) == 0 {
		f.Model = v.model(document.Inside(path, "model"), f.Model)
	}
}

// first returns the first of several models, checked, or the one; key is that of
// the one.
func (v *validation) first(path string, f *Familiar, key, one string, all []string) string {
	if len(all) == 0 {
		return one
	}
	at := document.Inside(path, key+"s")
	given, _ := f.own[key].(string)
	switch {
	case given != "":
		v.wrong(at, "is set as well as %s: want only one of the two, %ss with every model in the order they are asked", key, key)
	case len(all) > mostModels:
		v.wrong(at, "got %d models: want at most %d", len(all), mostModels)
		return all[0]
	}
	for i, name := range all {
		switch {
		case name == "":
			v.wrong(document.Item(at, i+1), "is empty: want the name of a model")
		case slices.Contains(all[:i], name):
			v.wrong(document.Item(at, i+1), "%s is named twice", name)
		default:
			v.model(document.Item(at, i+1), name)
		}
	}
	return all[0]
}

func (v *validation) noPreset(path, name string) {
	v.wrong(path, "there is no preset %q: want one of %s", name, strings.Join(ladder.Presets(), ", "))
}

// picture checks the address of a familiar's picture, which networks fetch for themselves.
func (v *validation) picture(path, address string) {
	at, err := url.Parse(address)
	switch {
	case address == "":
	case len(address) > mostPicture:
		v.wrong(path, "has %d bytes: want at most %d", len(address), mostPicture)
	case err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil:
		v.wrong(path, "%q: want an https:// address that everybody can open", shorten.Bytes(address, 100))
	}
}

// mostPicture is how long the address of a picture may be, in bytes.
const mostPicture = 1024

func (v *validation) persona(path string, f Familiar) string {
	switch {
	case f.Card != "" && f.Persona != "":
		v.wrong(document.Inside(path, "persona"), "is set as well as card: want only one of the two")
	case f.Card != "":
		return v.text(document.Inside(path, "card"), f.Card)
	case strings.TrimSpace(f.Persona) == "":
		v.odd(path, "it has no card and no persona, so its model doesn't know who it is")
	}
	return f.Persona
}

// accounts checks each and finds out who speaks through which.
func (v *validation) accounts() {
	v.seats = &seating{accounts: map[place]messages.AccountID{}}
	for _, id := range slices.Sorted(maps.Keys(v.Accounts)) {
		a, path := v.Accounts[id], document.Inside("accounts", string(id))
		if !isID(string(id)) {
			v.wrong(path, "%q can't name an account: %s", id, wantID)
		}
		if !slices.Contains(Networks, a.Network) {
			v.wrong(document.Inside(path, "network"), "network %q: want one of %s", a.Network, list(Networks))
		}
		v.credentials(path, &a)
		v.Accounts[id] = a
		switch {
		case len(a.Familiars) == 0:
			v.wrong(document.Inside(path, "familiars"), "got 0 familiars: want the one that speaks through this account")
		case len(a.Familiars) > 1 && !a.Persona:
			v.wrong(document.Inside(path, "familiars"), "got %d familiars: want one, or persona = true for them to share the account", len(a.Familiars))
		}
		for _, f := range a.Familiars {
			at := placeOf(id, &a, f)
			if other, taken := v.seats.accounts[at]; taken && at.workspace != "" {
				v.wrong(document.Inside(path, "familiars"), "%s already has the account %s in %s: want one in each workspace", f, other, at.workspace)
			} else if taken {
				v.wrong(document.Inside(path, "familiars"), "%s already has the account %s on %s: want one on each network", f, other, a.Network)
			}
			v.known(document.Inside(path, "familiars"), f)
			v.seats.accounts[at] = id
		}
	}
	v.receptions()
	for id := range v.Familiars {
		for _, network := range implicit {
			at := place{network: network, familiar: id}
			if _, has := v.seats.accounts[at]; !has {
				v.seats.accounts[at] = messages.AccountID(string(network) + "/" + string(id))
			}
		}
	}
}

// known reports whether there is a familiar of that name, and complains if
// not.
func (v *validation) known(path string, id messages.FamiliarID) bool {
	if _, ok := v.Familiars[id]; ok {
		return true
	}
	all := slices.Sorted(maps.Keys(v.Familiars))
	v.wrong(path, "there is no familiar %q: want one of %s", id, list(all))
	return false
}

// together checks familiars that are in one channel. People couldn't tell two
// of the same name apart; a name that calls several of them may be meant so,
// since all of them answer, one after another.
func (v *validation) together(path string, ids []messages.FamiliarID) {
	room := conversation.Config{Room: conversation.DefaultRoom()}
	for range ids {
		room.Seats = append(room.Seats, conversation.SeatConfig{Policy: conversation.Default()})
	}
	v.values(path, room.Validate()) // how many fit, conversation knows
	signed, calls := map[string]messages.FamiliarID{}, map[string]messages.FamiliarID{}
	for _, id := range ids {
		f, ok := v.Familiars[id]
		if !ok {
			continue
		}
		name := ladder.Fold(f.Name)
		if other, taken := signed[name]; taken {
			v.wrong(path, "%s and %s are both called %q: people couldn't tell them apart", other, id, f.Name)
			continue
		}
		signed[name] = id
		for _, alias := range append([]string{f.Name}, f.Aliases...) {
			folded := ladder.Fold(alias)
			if other, taken := calls[folded]; taken && other != id {
				v.odd(path, "%q calls both %s and %s: each of them will answer", alias, other, id)
			}
			calls[folded] = id
		}
	}
}
