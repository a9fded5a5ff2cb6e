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
		act: messages.Act(query.Get("act")), rung: query.Get("rung"),
	}
	var err error
	if wanted.since, err = ago("since", query.Get("since"), time.Now()); err != nil {
		return err
	}
	if wanted.channel != "" && !k.reaches(wanted.channel) {
		return fault{http.StatusForbidden, "this token is not for this channel"}
	}
	if !s.streams.take() {
		return fault{http.StatusServiceUnavailable, "too many event streams are open: try again"}
	}
	defer s.streams.give()
	watcher := s.Feed.watch(everywhere)
	defer s.Feed.leave(everywhere, watcher)
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
	s.followDecisions(r.Context(), out, watcher, func(n *messages.Note) bool {
		return wanted.takes(n) && k.reaches(n.Channel) && !told[identity(n)]
	})
	return nil
}

func (s *Server) tellDecision(out *sse, n *messages.Note) error {
	return out.event("decision", "", decision{n.Channel, newDecisionEvent(s.Members(n.Channel), n)})
}

// followDecisions sends what is new until the stream has to end.
func (s *Server) followDecisions(ctx context.Context, out *sse, w *watcher, takes func(*messages.Note) bool) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case n := <-w.news:
			if n, ok := n.(noted); ok && takes(n.Note) {
				err = s.tellDecision(out, n.Note)
			}
			if err == nil && len(w.news) == 0 {
				err = out.flush()
			}
		case <-beat.C:
			err = out.comment("alive")
		case <-w.lost:
			return
		case <-ctx.Done():
			return
		case <-s.ending:
			return
		}
		if err != nil {
			return // the reader has gone
		}
	}
}

// decided gives what was decided since the sieve's moment, oldest first and at
// most the newest 500. Without a moment it gives nothing.
func (s *Server) decided(ctx context.Context, k key, wanted *sieve) ([]*messages.Note, error) {
	if wanted.since == 0 {
		return nil, nil
	}
	all, err := journal.Look(ctx, s.Journal, wanted.search(k, maxDecisions))
	slices.Reverse(all)
	return all, err
}
