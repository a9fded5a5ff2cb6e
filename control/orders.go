package control

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"familiar/journal"
	"familiar/messages"
)

// order gives the tool that tells a channel's familiars to do something and
// says what they made of it. When none of them did it, that is an error.
func order(c messages.Command) func(*Server, context.Context, *wish) (any, error) {
	return func(s *Server, ctx context.Context, w *wish) (any, error) {
		length, err := lasting(c, w.given.For)
		if err != nil {
			return nil, err
		}
		text := w.given.Text + w.given.Prompt // no tool takes both
		if n := utf8.RuneCountInString(text); n > maxPrompt {
			return nil, bad(fmt.Sprintf("text and prompt: at most %d characters, this has %d", maxPrompt, n))
		}
		by := messages.Author{ID: messages.PersonID("token/" + w.key.Name), Name: w.key.Name}
		verdicts, err := s.Steer.Command(ctx, w.channel, messages.Commanded{By: by, Familiar: w.familiar, Command: c, Text: text, For: length})
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Done }) {
			return nil, fault{http.StatusConflict, refusal(verdicts)}
		}
		return obeyed{verdicts}, nil
	}
}

// refusal says why nobody did it.
func refusal(verdicts []Verdict) string {
	if len(verdicts) == 0 {
		return "refused: there is nobody to do it"
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
	awake, after := 0, messages.ChannelID(w.given.Cursor)
	all, err := s.Steer.Statuses(ctx, func(id messages.ChannelID) bool {
		further := id > after && w.key.reaches(id)
		if further {
			awake++
		}
		return further
	}, maxStatuses)
	if err != nil {
		return nil, err
	}
	told := overview{Channels: all, Now: messages.InstantOf(time.Now())}
	if all == nil {
		told.Channels = []messages.Status{}
	} else if awake > maxStatuses {
		told.Next = string(all[len(all)-1].Channel)
	}
	told.Unmatched, told.UnmatchedAll = s.Steer.Unmatched(w.key.reaches, maxUnmatched)
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
	limit, err := amount(w.given.Limit, someDecisions, maxDecisions)
	if err != nil {
		return nil, err
	}
	wanted := sieve{channel: w.channel, familiar: w.familiar, act: w.given.Act, rung: messages.Rung(w.given.Rung), line: w.given.Line, person: w.given.Person}
	if wanted.since, err = ago("since", w.given.Since, time.Now()); err != nil {
		return nil, err
	}
	if wanted.until, err = ago("until", w.given.Until, time.Now()); err != nil {
		return nil, err
	}
	from, err := parseLeaf(w.given.Cursor)
	if err != nil {
		return nil, err
	}
	if from.at != 0 && (wanted.until == 0 || from.at < wanted.until) {
		wanted.until = from.at + 1
	}
	notes, err := journal.Look(ctx, s.Journal, wanted.search(w.key, from.n+limit+1))
	if err != nil {
		return nil, err
	}
	notes, next := from.pageOfNotes(notes, limit)
	found := make([]decision, len(notes))
	for i, n := range notes {
		found[i] = decision{n.Channel, newDecisionEvent(s.Members(n.Channel), n)}
	}
	return decisions{found, next}, nil
}
