package embedded

import (
	"errors"
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

// ErrBroken says that the disk did not take a write. Whatever was acknowledged
// is there when the store is opened again.
var ErrBroken = errors.New("the disk refused a write: free some space or repair it, and start again; nothing acknowledged is lost")
