package embedded

import (
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// Broken tells what the server can't mend by itself; "": nothing.
func (e *Server) Broken() string {
	for _, found := range e.Healthz(&server.HealthzOptions{Details: true}).Errors {
		// Others are of streams that are being made or taken away.
		if found.Type == server.HealthzErrorJetStream || strings.Contains(found.Error, " write error: ") {
			return found.Error
		}
	}
	return ""
}
