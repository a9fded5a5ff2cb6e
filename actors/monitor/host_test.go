package monitor_test

import (
	"familiar/actors/host"
	"familiar/actors/monitor"
)

// A Monitor fits the host.
var (
	_ host.Handler = (*monitor.Monitor)(nil)
	_ monitor.Self = (*host.Self)(nil)
)
