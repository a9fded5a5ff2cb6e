package control

import (
	"context"
	"net/http"
	"slices"
	"time"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/journal"
	"familiar/messages"
)

// decisions streams what is decided from now on, in every channel the token is
// for, and before that what was decided since a moment. It ends with the
// reader, the server, or when more came than the reader took.
func (s *Server) decisions(w http.ResponseWriter, r *http.Request, k access.Key) error {
	query := r.URL.Query()
	wanted := past.Filter{
		Channel: messages.ChannelID(query.Get("channel")), Familiar: messages.FamiliarID(query.Get("familiar")),
		Act: messages.Act(query.Get("act")), Rung: messages.Rung(query.Get("rung")),
	}
	var err error
	if wanted.Since, err = past.ParseMoment("since", query.Get("since"), time.Now()); err != nil {
		return err
	}
	if wanted.Channel != "" && !k.Reaches(wanted.Channel) {
		return errNotForChannel
	}
	watcher := s.Feed.Watch(feed.Everywhere)
	defer s.Feed.RemoveWatcher(feed.Everywhere, watcher)
	var gaps journal.Gaps
	past, err := s.decided(journal.WithGaps(r.Context(), &gaps), k, &wanted)
	if err != nil {
		return err
	}
	out, err := wire.OpenEvents(w, s.eventTime)
	if err != nil {
		return nil // the reader has gone
	}
	told := map[messages.Note]bool{}
	for _, n := range past {
		told[identity(n)] = true
		if s.tellDecision(out, k, n) != nil {
			return nil // the same
		}
	}
	var silent []SilentProcess
	if out.Event("ready", "", readyEvent{gaps.Most()}) != nil || s.tellSilent(out, &silent) != nil || out.Flush() != nil {
		return nil
	}
	s.follow(r.Context(), out, watcher, func(n feed.News) error {
		if _, changed := n.(feed.SilenceChanged); changed {
			return s.tellSilent(out, &silent)
		}
		if n, ok := n.(feed.Noted); ok && wanted.Takes(n.Note) && k.Reaches(n.Channel) && (len(told) == 0 || !told[identity(n.Note)]) {
			return s.tellDecision(out, k, n.Note)
		}
		return nil
	})
	return nil
}

func (s *Server) tellDecision(out *wire.EventWriter, k access.Key, n *messages.Note) error {
	return out.Event("decision", "", decision{n.Channel, s.newDecisionEvent(s.Members(n.Channel), shownTo(k, n))})
}

// decided returns what was decided since the filter's moment, oldest first and at
// most the newest 500. Without a moment it gives nothing.
func (s *Server) decided(ctx context.Context, k access.Key, wanted *past.Filter) ([]*messages.Note, error) {
	if wanted.Since == 0 {
		return nil, nil
	}
	var all []*messages.Note
	err := s.reading(ctx, k, func(ctx context.Context) (err error) {
		all, err = journal.Look(ctx, s.Journal, wanted.Search(k.Reaches, maxDecisions))
		return err
	})
	slices.Reverse(all)
	return all, err
}
