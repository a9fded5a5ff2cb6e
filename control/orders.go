package control

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"familiar/control/past"
	"familiar/control/wire"
	"familiar/messages"
)

// order returns the tool that tells a channel's familiars to do something and
// says what they made of it. When none of them did it, that is an error.
func order(c messages.Command) func(*Server, context.Context, *wish) (any, error) {
	return func(s *Server, ctx context.Context, w *wish) (any, error) {
		length, err := lasting(c, w.given.For)
		if err != nil {
			return nil, err
		}
		text := w.given.Text + w.given.Prompt // no tool takes both
		if n := utf8.RuneCountInString(text); n > maxPrompt {
			return nil, wire.Bad(fmt.Sprintf("text and prompt: got %d characters, want at most %d characters", n, maxPrompt))
		}
		verdicts, err := s.Steer.Command(ctx, w.channel, messages.Commanded{By: holderOf(w.key), Familiar: w.familiar, Command: c, Text: text, For: length})
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Done }) {
			return nil, wire.Refuse(http.StatusConflict, refusal(verdicts))
		}
		return obeyed{verdicts}, nil
	}
}

// refusal says why nobody did it.
func refusal(verdicts []Verdict) string {
	if len(verdicts) == 0 {
		return "refused: no familiar is there to do it"
	}
	text := "refused: "
	for i, v := range verdicts {
		if i > 0 {
			text += "; "
		}
		text += string(v.Familiar) + ": " + v.Reason
	}
	return text
}

// obeyed is the answer to a command: what each familiar made of it.
type obeyed struct {
	Familiars []Verdict `json:"familiars"`
}

// overview is the answer to channels.
type overview struct {
	Channels []messages.Status `json:"channels"`
	Now      messages.Instant  `json:"now"`  // of the clock by which they were told
	Next     string            `json:"next"` // cursor of the channels after these; "": there are none

	Unmatched    []messages.Unmatched `json:"unmatched"`     // rooms in which lines are said and nobody is, the one talked in last first
	UnmatchedAll int                  `json:"unmatched_all"` // how many of these there are

	Silent []Silent `json:"silent,omitempty"` // processes whose channels are missing
}

// decisions is the answer to decisions, newest first.
type decisions struct {
	Decisions []decision `json:"decisions"`
	Next      string     `json:"next"` // cursor of those before these; "": there are none
}

func (s *Server) reload(ctx context.Context, _ *wish) (any, error) {
	done, err := s.Steer.Reload(ctx)
	if err != nil {
		return nil, err
	}
	return done, nil
}

// How many channels one answer tells of.
const (
	maxStatuses  = 500
	maxUnmatched = 50
)

func (s *Server) listStatuses(ctx context.Context, w *wish) (any, error) {
	var told overview
	var asking sync.WaitGroup
	asking.Go(func() { // beside the rest: either may wait for a process that is silent
		told.Unmatched, told.UnmatchedAll = s.Steer.Unmatched(ctx, w.key.Reaches, maxUnmatched)
	})
	all, err := s.Steer.Statuses(ctx, messages.ChannelID(w.given.Cursor), w.key.Reaches, maxStatuses)
	asking.Wait()
	if err != nil {
		return nil, err
	}
	told.Channels, told.Now, told.Next, told.Silent = all.Channels, messages.InstantOf(time.Now()), string(all.Next), all.Silent
	if told.Channels == nil {
		told.Channels = []messages.Status{}
	}
	if told.Unmatched == nil {
		told.Unmatched = []messages.Unmatched{}
	}
	return told, nil
}

// How many decisions one answer tells of.
const (
	someDecisions = 50
	maxDecisions  = 500
)

func (s *Server) listDecisions(ctx context.Context, w *wish) (any, error) {
	limit, err := amount("limit", w.given.Limit, someDecisions, maxDecisions)
	if err != nil {
		return nil, err
	}
	wanted := past.Filter{Channel: w.channel, Familiar: w.familiar, Act: w.given.Act, Rung: messages.Rung(w.given.Rung), Line: w.given.Line, Person: w.given.Person}
	if wanted.Since, err = past.ParseMoment("since", w.given.Since, time.Now()); err != nil {
		return nil, err
	}
	if wanted.Until, err = past.ParseMoment("until", w.given.Until, time.Now()); err != nil {
		return nil, err
	}
	notes, next, err := past.Decisions(ctx, s.Journal, wanted, w.given.Cursor, limit, w.key.Reaches)
	if err != nil {
		return nil, err
	}
	found := make([]decision, len(notes))
	for i, n := range notes {
		found[i] = decision{n.Channel, s.newDecisionEvent(s.Members(n.Channel), shownTo(w.key, n))}
	}
	return decisions{found, next}, nil
}

// forgetting is the answer to forget: it is in the journal, and gone within a
// minute, but where it is held.
type forgetting struct {
	Ordered  bool `json:"ordered"`
	Channels int  `json:"channels"`
	Held     bool `json:"held,omitempty"`
}

// forget has a person erased, in a channel or wherever they are known, or all
// of a channel.
func (s *Server) forget(ctx context.Context, w *wish) (any, error) {
	if (w.given.Person == "") != w.given.All {
		return nil, wire.Bad("forget: want either a person, or all = true for the whole channel")
	}
	if w.channel == "" {
		return s.forgetEverywhere(ctx, w)
	}
	if err := s.Steer.Forget(ctx, w.channel, messages.Forgotten{Person: w.given.Person, All: w.given.All}); err != nil {
		return nil, err
	}
	return forgetting{true, 1, s.Steer.Held(w.channel)}, nil
}

func (s *Server) forgetEverywhere(ctx context.Context, w *wish) (any, error) {
	switch {
	case w.given.All:
		return nil, wire.Bad("channel: missing: all channels can't be erased at once")
	case len(w.key.Channels) > 0:
		return nil, wire.Refuse(http.StatusForbidden, "this token is limited to some channels, and forget without a channel covers all of them")
	}
	if err := checkName("person", string(w.given.Person)); err != nil {
		return nil, err
	}
	n, err := s.Steer.ForgetEverywhere(ctx, w.given.Person)
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, wire.Refuse(http.StatusNotFound, "person: nobody with this id is known")
	}
	return forgetting{true, n, s.Steer.Held("")}, nil
}
