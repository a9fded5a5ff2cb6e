package app

import (
	"familiar/config"
	"familiar/llm"
	"familiar/llm/gate"
)

// Model makes the client of one model of a configuration, behind its gate, for
// a command that asks it while no program runs.
func Model(name string, m config.Model) (llm.Model, error) {
	c, err := client(name, m)
	if err != nil {
		return nil, err
	}
	return gate.New(c, m.Config), nil
}
