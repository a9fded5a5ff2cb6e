package control

import (
	"context"
	"net/http"
	"slices"
	"time"

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
	if err := wanted.ago(query.Get("since"), time.Now()); err != nil {
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
// most 500: in its channel, or in those in memory. Without a moment it gives
// nothing.
func (s *Server) decided(ctx context.Context, k key, wanted *sieve) ([]*messages.Note, error) {
	if wanted.since == 0 {
		return nil, nil
	}
	channels := []messages.ChannelID{wanted.channel}
	if wanted.channel == "" {
		var err error
		if channels, err = s.awake(ctx, k); err != nil {
			return nil, err
		}
	}
	var all []*messages.Note
	for _, id := range channels {
		found := 0
		for n, err := range s.Journal.Notes(ctx, id, 0) {
			if err != nil {
				return nil, err
			}
			if n.At < wanted.since || found == maxDecisions {
				break
			}
			if wanted.takes(n) {
				all = append(all, n)
				found++
			}
		}
	}
	slices.Reverse(all) // notes of one moment and channel come in their order
	slices.SortStableFunc(all, func(a, b *messages.Note) int { return int(a.At - b.At) })
	return all[max(0, len(all)-maxDecisions):], nil
}

// awake gives the channels in memory that the key is for.
func (s *Server) awake(ctx context.Context, k key) ([]messages.ChannelID, error) {
	if s.Steer == nil {
		return nil, nil
	}
	all, err := s.Steer.Statuses(ctx, k.reaches, maxStatuses)
	ids := make([]messages.ChannelID, len(all))
	for i := range all {
		ids[i] = all[i].Channel
	}
	return ids, err
}
