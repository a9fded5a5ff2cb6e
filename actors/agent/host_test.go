package agent_test

import (
	"familiar/actors/agent"
	"familiar/actors/host"
)

// An Agent fits the host.
var (
	_ host.Handler = (*agent.Agent)(nil)
	_ agent.Self   = (*host.Self)(nil)
)
