package control

import (
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// What may be wanted of a card.
const (
	longestEdit = 1 << 20 // bytes of a request: a card has a quarter of that
	longestLine = 4_000   // characters of a line to try
	longestWho  = 64      // characters of who says it
	mostEdited  = 200     // of one request
)

// How often lines are tried: each costs money.
const (
	triesAtOnce = 5
	tryEvery    = 10 * time.Second
)

func newTries() *rate.Limiter { return rate.NewLimiter(rate.Every(tryEvery), triesAtOnce) }

// editing is what a request about a card is about.
type editing struct {
	CardEdit
	Channel messages.ChannelID `json:"channel"` // in whose place: its whole id
	Chat    string             `json:"chat"`    // or a chat of the web network
	Thread  string             `json:"thread"`  // and a thread of that; none of them: in none
	Author  string             `json:"author"`  // who says the line; prompt and try only
	Line    string             `json:"line"`    // the same
	Seen    string             `json:"seen"`    // card only
	Write   bool               `json:"write"`   // card only: false shows what would be written
}

// cardTrial reads a body about a card.
func (s *Server) cardTrial(w http.ResponseWriter, r *http.Request) (in editing, t CardTrial, err error) {
	if err := wire.ReadJSON(w, r, max(s.Body, longestEdit), &in); err != nil {
		return in, t, err
	}
	switch {
	case len(in.Entries) > mostEdited:
		return in, t, wire.Bad("entries: want at most " + strconv.Itoa(mostEdited) + " at once")
	case utf8.RuneCountInString(in.Line) > longestLine:
		return in, t, wire.Bad("line: want at most " + strconv.Itoa(longestLine) + " characters")
	case utf8.RuneCountInString(in.Author) > longestWho:
		return in, t, wire.Bad("author: want at most " + strconv.Itoa(longestWho) + " characters")
	}
	t = CardTrial{Familiar: messages.FamiliarID(r.PathValue("familiar")), Edit: in.CardEdit, Author: in.Author, Line: in.Line}
	if in.Channel != "" || in.Chat != "" {
		t.Channel, err = s.channelOf(in.Channel, in.Chat, in.Thread)
	}
	return in, t, err
}

func (s *Server) familiars(w http.ResponseWriter, _ *http.Request, _ access.Key) error {
	wire.Answer(w, http.StatusOK, struct {
		Familiars []Familiar `json:"familiars"`
	}{append([]Familiar{}, s.Cards.Familiars()...)})
	return nil
}

func (s *Server) familiar(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	c, err := s.Cards.Card(messages.FamiliarID(r.PathValue("familiar")))
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, c)
	return nil
}

// picture answers with a picture, which is somebody's file: no browser is to take it
// for anything else.
func (s *Server) picture(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	kind, picture, err := s.Cards.Picture(messages.FamiliarID(r.PathValue("familiar")))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(picture)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(picture) // an error is the reader's
	return nil
}

func (s *Server) prompt(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	_, t, err := s.cardTrial(w, r)
	if err != nil {
		return err
	}
	p, err := s.Cards.Prompt(r.Context(), t)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, p)
	return nil
}

// try answers one at a time and so many a minute: others are told to come again.
func (s *Server) try(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	_, t, err := s.cardTrial(w, r)
	if err != nil {
		return err
	}
	if strings.TrimSpace(t.Line) == "" {
		return wire.Bad("line: want something to say to it")
	}
	if !s.trying.TryLock() {
		return wire.TurnAway(w, r, wire.Refuse(http.StatusTooManyRequests, "another line is being tried: ask again in a moment"))
	}
	defer s.trying.Unlock()
	if !s.tries.Allow() {
		return wire.TurnAway(w, r, wire.Refuse(http.StatusTooManyRequests, "lines were tried often just now: one more is possible every "+tryEvery.String()))
	}
	said, err := s.Cards.Try(r.Context(), t)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, said)
	return nil
}

func (s *Server) card(w http.ResponseWriter, r *http.Request, k access.Key) error {
	in, t, err := s.cardTrial(w, r)
	if err != nil {
		return err
	}
	if in.Seen == "" {
		return wire.Bad("seen: want that of GET /v1/familiars/" + string(t.Familiar))
	}
	var written *CardWritten
	if in.Write {
		d := audit.Deed{Verb: "card", Familiar: t.Familiar, Detail: t.Edit.about()}
		err = s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), d, func() (err error) {
			written, err = s.Cards.Write(r.Context(), t.Familiar, t.Edit, in.Seen, k.Name)
			return err
		})
	} else {
		written, err = s.Cards.Look(t.Familiar, t.Edit, in.Seen)
	}
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, written)
	return nil
}
