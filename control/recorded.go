package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/journal/audit"
	"familiar/messages"
)

// An asker is who asks for something, and how: what the audit says of everything it has
// the program do.
type asker struct {
	key    access.Key
	via    audit.Via
	person string // who a trusted proxy says it is; "": none does
}

// askerOf returns who sent a request with a key, by its header, from which guard has
// taken what no proxy of ours wrote.
func (s *Server) askerOf(header http.Header, k access.Key, via audit.Via) asker {
	return asker{key: k, via: via, person: s.proxies.Person(header)}
}

// recorded writes into the audit what c is about to do, does it, and writes what came
// of it. What can't be written is not done.
func (s *Server) recorded(ctx context.Context, c asker, d audit.Deed, effect func() error) error {
	d.Via, d.Token, d.Person = c.via, c.key.Name, c.person
	return audit.Do(ctx, s.Audit, d, resultOf, effect)
}

// resultOf says whether an error refuses or is a failure of the program's own.
func resultOf(err error) audit.Result {
	if _, ours := faultOf(err); ours {
		return audit.Failed
	}
	return audit.Refused
}

// recordedTool does so for the use of a tool that changes something.
func (s *Server) recordedTool(ctx context.Context, t *tool, w *wish) (result any, err error) {
	d := audit.Deed{Verb: t.name, Channel: w.channel, Familiar: w.familiar}
	if w.given.For != "" {
		d.Detail = "for " + w.given.For
	}
	if w.given.Person != "" {
		if d.About, err = s.Audit.Pseudonym(ctx, w.given.Person); err != nil {
			return nil, err
		}
	}
	err = s.recorded(ctx, w.asker, d, func() error {
		result, err = t.use(s, ctx, w)
		return err
	})
	return result, err
}

// commandDeed returns what a command for a channel is in the audit.
func commandDeed(at messages.ChannelID, c messages.Commanded) audit.Deed {
	d := audit.Deed{Verb: string(c.Command), Channel: at, Familiar: c.Familiar}
	if c.For > 0 {
		d.Detail = "for " + c.For.String()
	}
	return d
}
