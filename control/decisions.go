package control

import (
	"context"
	"net/http"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// everywhere is what a stream watches that shows decisions of all channels.
const everywhere messages.ChannelID = ""

// decisions streams what is decided from now on, in every channel the token is
// for, and before that what was decided since a moment. It ends with the
// reader, the server, or when more came than the reader took.
func (s *Server) decisions(w http.ResponseWriter, r *http.Request, k key) error {
	query := r.URL.Query()
	wanted := sieve{
		channel: messages.ChannelID(query.Get("channel")), familiar: messages.FamiliarID(query.Get("familiar")),
		act: messages.Act(query.Get("act")), rung: messages.Rung(query.Get("rung")),
	}
	var err error
	if wanted.since, err = ago("since", query.Get("since"), time.Now()); err != nil {
		return err
	}
	if wanted.channel != "" && !k.reaches(wanted.channel) {
		return fault{http.StatusForbidden, "this token is not for this channel"}
	}
	watcher := s.Feed.watch(everywhere)
	defer s.Feed.removeWatcher(everywhere, watcher)
	past, err := s.decided(r.Context(), k, &wanted)
	if err != nil {
		return err
	}
	out, err := openSSE(w, s.eventTime)
	if err != nil {
		return nil // the reader has gone
	}
	told := map[messages.Note]bool{}
	for _, n := range past {
		told[identity(n)] = true
		if s.tellDecision(out, n) != nil {
			return nil // the same
		}
	}
	if out.event("ready", "", struct{}{}) != nil || out.flush() != nil {
		return nil
	}
	s.follow(r.Context(), out, watcher, func(n news) error {
		if n, ok := n.(noted); ok && wanted.takes(n.Note) && k.reaches(n.Channel) && !told[identity(n.Note)] {
			return s.tellDecision(out, n.Note)
		}
		return nil
	})
	return nil
}

func (s *Server) tellDecision(out *sse, n *messages.Note) error {
	return out.event("decision", "", decision{n.Channel, newDecisionEvent(s.Members(n.Channel), n)})
}

// decided returns what was decided since the sieve's moment, oldest first and at
// most the newest 500. Without a moment it gives nothing.
func (s *Server) decided(ctx context.Context, k key, wanted *sieve) ([]*messages.Note, error) {
	if wanted.since == 0 {
		return nil, nil
	}
	var all []*messages.Note
	err := s.reading(ctx, k, func(ctx context.Context) (err error) {
		all, err = journal.Look(ctx, s.Journal, wanted.search(k, maxDecisions))
		return err
	})
	slices.Reverse(all)
	return all, err
}
