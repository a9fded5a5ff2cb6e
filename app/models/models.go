// Package models makes of a configuration the models that its familiars and
// judges ask, and what their calls are to be seen by.
//
//	models.go  who composes and who judges
//	client.go  one model
//	health.go  whether they can be asked
//	try.go     one asked for the operator
//	lend.go    tools of outside servers
//	trace.go   models and tools -> spans
package models

import (
	"fmt"
	"log/slog"
	"reflect"

	"familiar/actors/agent"
	"familiar/actors/agent/outside"
	"familiar/actors/monitor"
	"familiar/actors/safety"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/chain"
	"familiar/llm/gate"
	"familiar/messages"
)

// Models is who composes and who judges, by familiar. It is never changed: a
// reload makes others with [New].
type Models struct {
	Config    *config.Config
	Gates     map[string]*gate.Gate // by the model's name; every call of a model goes through its gate
	Turns     agent.Options
	Questions monitor.Options
	safety    *safety.Hook      // nil: nothing looks at replies
	outside   []*outside.Server // as the configuration lists them
}

// New returns the models of a configuration. One that old has just so
// goes on, with what waits for it. changed is called when one is left alone or
// answers again; it must not wait, and not ask a gate. nil: nobody is told.
// client makes each client, by its name; nil: [Client]. processes is how many share the
// models' limits, see [gate.Gate.Divide]; nil: one.
func New(c *config.Config, old *Models, log *slog.Logger, changed func(), processes func() int, client func(string, config.Model) (llm.Model, error)) (*Models, error) {
	if client == nil {
		client = Client
	}
	collect := &answer.Collector{}
	if old != nil {
		collect = old.Turns.Collect
	}
	m := &Models{
		Config:    c,
		Gates:     make(map[string]*gate.Gate, len(c.Models)),
		Turns:     agent.Options{Config: c.Agent, Texts: c.Texts.Agent, Collect: collect},
		Questions: monitor.Options{Config: c.Monitor, Texts: c.Texts.Monitor, Collect: collect, Wordy: &monitor.Wordy{}},
	}
	for name, settings := range c.Models {
		if old != nil && same(settings, old.Config.Models[name], keyOf) {
			m.Gates[name] = old.Gates[name]
			continue
		}
		model, err := client(name, settings)
		if err != nil {
			return nil, err
		}
		m.Gates[name] = gate.New(model, settings.Config)
		m.Gates[name].Divide(processes)
		m.Gates[name].Watch(health(name, log, changed))
	}
	m.safety = safetyOf(&c.Safety)
	m.reachOut(old, log)
	return m, nil
}

// same reports whether two settings mean the same, what they keep secret included.
func same[T any](a, b T, secret func(*T) *config.Secret) bool {
	if secret(&a).Reveal() != secret(&b).Reveal() {
		return false
	}
	*secret(&a), *secret(&b) = config.Secret{}, config.Secret{}
	return reflect.DeepEqual(a, b)
}

func keyOf(m *config.Model) *config.Secret { return &m.Key }

// Composer returns the character and the models of a familiar's turns, the first
// to be asked first.
func (m *Models) Composer(id messages.FamiliarID) (agent.Card, []chain.Link, error) {
	f := m.Config.Familiars[id]
	links := m.links(f.Writers())
	if len(links) == 0 {
		return agent.Card{}, nil, fmt.Errorf("familiar %q has no model", id)
	}
	return agent.Card{Familiar: id, Name: f.Name, Persona: f.Persona, Lore: f.Lore}, links, nil
}

// Judge returns what a judge is told of the familiars that a question is about, and the
// judges, the first to be asked first. Its error: there is no such familiar, or it has
// no such judge any more.
func (m *Models) Judge(o messages.Judge) (monitor.Card, []chain.Link, error) {
	card, err := JudgeCard(m.Config, o.Channel, o.Familiar, o.Others...)
	if err != nil {
		return card, nil, err
	}
	f := m.Config.Familiars[o.Familiar]
	names, what := f.Referees(), "judge"
	if o.Second { // the first one's verdict is not enough
		names, what = []string{f.Second}, "second judge"
	}
	links := m.links(names)
	if len(links) == 0 {
		return monitor.Card{}, nil, fmt.Errorf("familiar %q has no %s", o.Familiar, what)
	}
	return card, links, nil
}

// Learner returns what a familiar is called and the models that say what it is to keep
// in mind, the first to be asked first: its judges, as the cheap ones, else those that
// compose.
func (m *Models) Learner(id messages.FamiliarID) (string, []chain.Link, error) {
	f := m.Config.Familiars[id]
	links := m.links(f.Referees())
	if len(links) == 0 {
		links = m.links(f.Writers())
	}
	if len(links) == 0 {
		return "", nil, fmt.Errorf("familiar %q has no model", id)
	}
	return f.Name, links, nil
}

// Embedder returns the model of that name, whose vectors say what is alike; none: there is
// no such model.
func (m *Models) Embedder(name string) []chain.Link { return m.links([]string{name}) }

// links returns models by their names, behind their gates.
func (m *Models) links(names []string) (links []chain.Link) {
	for _, name := range names {
		if g := m.Gates[name]; g != nil {
			links = append(links, chain.Link{Name: name, Model: g, Ready: g.Ready, Spare: m.Config.Models[name].SpareAfter})
		}
	}
	return links
}

// JudgeCard returns what a judge is told of a familiar in a channel, and of the
// others that the question is about. Its error: there is no such familiar, or none
// with a judge.
func JudgeCard(c *config.Config, at messages.ChannelID, id messages.FamiliarID, others ...messages.Candidate) (monitor.Card, error) {
	if f, ok := c.Familiars[id]; !ok || f.Judge == "" {
		return monitor.Card{}, fmt.Errorf("familiar %q has no judge", id)
	}
	card := cardOf(c, at, id)
	for _, other := range others {
		if _, ok := c.Familiars[other.Familiar]; !ok {
			return monitor.Card{}, fmt.Errorf("there is no familiar %q", other.Familiar)
		}
		card.Others = append(card.Others, cardOf(c, at, other.Familiar))
	}
	return card, nil
}

// cardOf is what a judge is told of a familiar, which there has to be.
func cardOf(c *config.Config, at messages.ChannelID, id messages.FamiliarID) monitor.Card {
	f := c.Familiars[id]
	chatty := &f.Chattiness
	if seat := c.Channel(at).SeatOf(id); seat != nil {
		chatty = &seat.Policy.Chattiness
	}
	return monitor.Card{Familiar: id, Name: f.Name, Persona: f.Persona, Chattiness: string(chatty.Tier), Personality: chatty.Personality}
}
