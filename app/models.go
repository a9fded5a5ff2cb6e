package app

import (
	"fmt"
	"log/slog"
	"reflect"

	"familiar/actors/agent"
	"familiar/actors/agent/outside"
	"familiar/actors/monitor"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/anthropic"
	"familiar/llm/gate"
	"familiar/llm/offline"
	"familiar/llm/openai"
	"familiar/messages"
)

// models is who composes and who judges, by familiar.
type models struct {
	config    *config.Config
	gates     map[string]*gate.Gate // by the model's name; whoever asks a model goes through its gate
	turns     agent.Options
	questions monitor.Options
	outside   []*outside.Server // as the configuration lists them
}

// newModels makes the models of a configuration. One that old has just so
// goes on, with what waits for it. changed is called when one is left alone or
// answers again; it must not wait, and not ask a gate. nil: nobody is told.
func newModels(c *config.Config, old *models, log *slog.Logger, changed func()) (*models, error) {
	collect := &answer.Collector{}
	if old != nil {
		collect = old.turns.Collect
	}
	m := &models{
		config:    c,
		gates:     make(map[string]*gate.Gate, len(c.Models)),
		turns:     agent.Options{Config: c.Agent, Texts: c.Texts.Agent, Collect: collect},
		questions: monitor.Options{Config: c.Monitor, Texts: c.Texts.Monitor, Collect: collect},
	}
	for name, settings := range c.Models {
		if old != nil && same(settings, old.config.Models[name]) {
			m.gates[name] = old.gates[name]
			continue
		}
		model, err := client(name, settings)
		if err != nil {
			return nil, err
		}
		m.gates[name] = gate.New(model, settings.Config)
		m.gates[name].Watch(health(name, log, changed))
	}
	m.reachOut(old, log)
	return m, nil
}

// client makes the client of one model.
func client(name string, m config.Model) (llm.Model, error) {
	switch m.Kind {
	case config.Offline:
		return offline.Model{Latency: m.Latency, MaxTokens: m.MaxTokens, Called: name}, nil
	case config.OpenAI:
		return openai.New(openai.Options{Name: name, Model: m.Model, Key: m.Key.Reveal(), URL: m.URL, Price: m.Price(), MaxTokens: m.MaxTokens}), nil
	case config.Anthropic:
		return anthropic.New(anthropic.Options{Name: name, Model: m.Model, Key: m.Key.Reveal(), URL: m.URL, Price: m.Price(), MaxTokens: m.MaxTokens}), nil
	}
	return nil, fmt.Errorf("model %q: unknown kind %q", name, m.Kind)
}

// same reports whether two settings of a model mean the same, key included.
func same(a, b config.Model) bool {
	if a.Key.Reveal() != b.Key.Reveal() {
		return false
	}
	a.Key, b.Key = config.Secret{}, config.Secret{}
	return reflect.DeepEqual(a, b)
}

// composer gives the character and the model of a familiar's turns.
func (m *models) composer(id messages.FamiliarID) (agent.Card, llm.Model, error) {
	f, ok := m.config.Familiars[id]
	model := m.gates[f.Model]
	if !ok || model == nil {
		return agent.Card{}, nil, fmt.Errorf("familiar %q has no model", id)
	}
	return agent.Card{Familiar: id, Name: f.Name, Persona: f.Persona}, model, nil
}

// judge gives what a judge is told of a familiar in a channel, and the judge.
func (m *models) judge(at messages.ChannelID, id messages.FamiliarID) (monitor.Card, llm.Model, error) {
	f, ok := m.config.Familiars[id]
	model := m.gates[f.Judge]
	if !ok || model == nil {
		return monitor.Card{}, nil, fmt.Errorf("familiar %q has no judge", id)
	}
	c := &f.Chattiness
	if seat := seatOf(m.config.Channel(at), id); seat != nil {
		c = &seat.Policy.Chattiness
	}
	return monitor.Card{Familiar: id, Name: f.Name, Persona: f.Persona, Chattiness: string(c.Tier), Personality: c.Personality}, model, nil
}
