package models

import (
	"fmt"

	"familiar/config"
	"familiar/llm"
	"familiar/llm/anthropic"
	"familiar/llm/gate"
	"familiar/llm/offline"
	"familiar/llm/openai"
)

// Gated returns the client of one model of a configuration, behind its gate, for
// a command that asks it while no program runs.
func Gated(name string, m config.Model) (llm.Model, error) {
	c, err := Client(name, m)
	if err != nil {
		return nil, err
	}
	return gate.New(c, m.Config), nil
}

// Client returns the client of one model.
func Client(name string, m config.Model) (llm.Model, error) {
	switch m.Kind {
	case config.Offline:
		return offline.Model{Latency: m.Latency, MaxTokens: m.MaxTokens, Called: name}, nil
	case config.OpenAI:
		return openai.New(openai.Options{
			Name: name, Model: m.Model, Key: m.Key.Reveal(), URL: m.URL, Price: m.Price(), MaxTokens: m.MaxTokens,
			Temperature: m.Degrees(), Effort: m.ReasoningEffort,
		}), nil
	case config.Anthropic:
		return anthropic.New(anthropic.Options{
			Name: name, Model: m.Model, Key: m.Key.Reveal(), URL: m.URL, Price: m.Price(), MaxTokens: m.MaxTokens,
			Temperature: m.Degrees(), Effort: m.ReasoningEffort,
		}), nil
	}
	return nil, fmt.Errorf("model %q: unknown kind %q", name, m.Kind)
}
