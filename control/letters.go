package control

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// mostLetters is how many dead letters one answer tells of, the newest.
const mostLetters = 200

// A Letter is something that was given up, as an operator sees it.
type Letter struct {
	Letter   uint64              `json:"letter"` // names it as it stands: another number if it changes
	At       messages.Instant    `json:"at"`     // when it was given up
	Channel  messages.ChannelID  `json:"channel"`
	Name     string              `json:"name"`               // as the configuration calls the channel; ""
	Familiar messages.FamiliarID `json:"familiar,omitempty"` // whose post it is; "": it is an event
	Account  messages.AccountID  `json:"account,omitempty"`
	Post     messages.PostID     `json:"post,omitempty"`
	Event    uint64              `json:"event,omitempty"` // its place in the journal; 0: it is a post
	Text     string              `json:"text,omitempty"`  // "" also where a power cut took it, or the token may not read it
	Reason   string              `json:"reason"`
	Unknown  bool                `json:"unknown,omitempty"` // people may have seen it
	Repost   bool                `json:"repost,omitempty"`  // it can be said again
	Look     bool                `json:"look,omitempty"`    // its network can be asked whether it is there
}

// ErrLetter says that a letter isn't there, or not as it was read.
var ErrLetter = errors.New("this letter has changed or is gone: look at the list once more") // 409

// Letters is what was given up, and what can be done about it. Its errors wrap
// [ErrLetter] where it is no longer as it was read, and [ErrUnclear] for what can't be
// done with it.
type Letters interface {
	// Newest returns the newest, at most so many, and how many there are.
	Newest(ctx context.Context, most int) (newest []Letter, all int, err error)
	// Letter returns one.
	Letter(ctx context.Context, letter uint64) (Letter, error)
	// Drop lets it go.
	Drop(ctx context.Context, letter uint64) error
	// Repost has its familiar say the text again, as somebody's command, and lets it go
	// once that is ordered. An error says whether it was.
	Repost(ctx context.Context, letter uint64, by messages.Author) error
	// Look asks the network whether the post is there, and lets it go if it is. That it
	// isn't found does not prove that nobody saw it.
	Look(ctx context.Context, letter uint64) (found bool, err error)
}

// letters lists what was given up, newest first.
func (s *Server) letters(w http.ResponseWriter, r *http.Request, k access.Key) error {
	newest, all, err := s.Options.Letters.Newest(r.Context(), mostLetters)
	if err != nil {
		return err
	}
	for i := range newest {
		if readable(k, newest[i].Channel) != nil {
			newest[i].Text, newest[i].Repost = "", false
		}
	}
	wire.Answer(w, http.StatusOK, struct {
		Letters []Letter `json:"letters"`
		All     int      `json:"all"`
	}{append([]Letter{}, newest...), all})
	return nil
}

// readable fails if a token may not read what is said in a channel.
func readable(k access.Key, id messages.ChannelID) error {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return wire.Bad("the letter's channel can't be read")
	}
	return mayRead(k, c)
}

// sorted does with a letter what a request names, as a deed of the audit.
func (s *Server) sorted(r *http.Request, k access.Key, verb string, do func(context.Context, Letter) error) error {
	n, err := strconv.ParseUint(r.PathValue("letter"), 10, 64)
	if err != nil || n == 0 {
		return wire.Bad("letter: want the number of one")
	}
	l, err := s.Options.Letters.Letter(r.Context(), n)
	if err != nil {
		return err
	}
	if err := readable(k, l.Channel); err != nil {
		return err
	}
	d := audit.Deed{Verb: verb, Channel: l.Channel, Familiar: l.Familiar, Detail: string(l.Post)}
	if l.Event > 0 {
		d.Detail = "event " + strconv.FormatUint(l.Event, 10)
	}
	return s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), d, func() error { return do(r.Context(), l) })
}

func (s *Server) dropLetter(w http.ResponseWriter, r *http.Request, k access.Key) error {
	err := s.sorted(r, k, "drop", func(ctx context.Context, l Letter) error { return s.Options.Letters.Drop(ctx, l.Letter) })
	if err == nil {
		wire.Answer(w, http.StatusOK, struct{}{})
	}
	return err
}

func (s *Server) repost(w http.ResponseWriter, r *http.Request, k access.Key) error {
	err := s.sorted(r, k, "repost", func(ctx context.Context, l Letter) error {
		return s.Options.Letters.Repost(ctx, l.Letter, holderOf(k))
	})
	if err == nil {
		wire.Answer(w, http.StatusOK, struct{}{})
	}
	return err
}

func (s *Server) lookForLetter(w http.ResponseWriter, r *http.Request, k access.Key) error {
	found := false
	err := s.sorted(r, k, "look", func(ctx context.Context, l Letter) (err error) {
		found, err = s.Options.Letters.Look(ctx, l.Letter)
		return err
	})
	if err == nil {
		wire.Answer(w, http.StatusOK, struct {
			Found bool `json:"found"`
		}{found})
	}
	return err
}
