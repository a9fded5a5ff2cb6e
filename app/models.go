package app

import (
	"fmt"

	"familiar/actors/agent"
	"familiar/actors/monitor"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/offline"
	"familiar/messages"
)

// models is who composes and who judges, by familiar.
type models struct {
	config    *config.Config
	byName    map[string]llm.Model
	turns     agent.Options
	questions monitor.Options
}

func newModels(c *config.Config) (*models, error) {
	m := &models{
		config:    c,
		byName:    make(map[string]llm.Model, len(c.Models)),
		turns:     agent.Options{Config: c.Agent, Texts: c.Texts.Agent, Collect: &answer.Collector{}},
		questions: monitor.Options{Config: c.Monitor, Texts: c.Texts.Monitor},
	}
	for name, model := range c.Models {
		switch model.Kind {
		case config.Offline:
			m.byName[name] = offline.Model{Latency: model.Latency}
		default:
			return nil, fmt.Errorf("model %q: unknown kind %q", name, model.Kind)
		}
	}
	return m, nil
}

// composer gives the character and the model of a familiar's turns.
func (m *models) composer(id messages.FamiliarID) (agent.Card, llm.Model, error) {
	f, ok := m.config.Familiars[id]
	model := m.byName[f.Model]
	if !ok || model == nil {
		return agent.Card{}, nil, fmt.Errorf("familiar %q has no model", id)
	}
	return agent.Card{Familiar: id, Name: f.Name, Persona: f.Persona}, model, nil
}

// judge gives what a judge is told of a familiar, and the judge.
func (m *models) judge(id messages.FamiliarID) (monitor.Card, llm.Model, error) {
	f, ok := m.config.Familiars[id]
	model := m.byName[f.Judge]
	if !ok || model == nil {
		return monitor.Card{}, nil, fmt.Errorf("familiar %q has no judge", id)
	}
	return monitor.Card{Familiar: id, Name: f.Name, Persona: f.Persona, Chattiness: string(f.Chattiness.Tier)}, model, nil
}
