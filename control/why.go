package control

import (
	"context"
	"net/http"
	"strconv"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// A Reason is why one familiar spoke or kept quiet about one line. Times are
// as RFC 3339 writes them.
type Reason struct {
	Line     messages.LineID     `json:"line"`
	Familiar messages.FamiliarID `json:"familiar"` // "": nobody's
	Name     string              `json:"name"`
	At       string              `json:"at"`      // of the decision
	Verdict  string              `json:"verdict"` // what it came to: answered, open or quiet
	Sentence string              `json:"sentence"`
	Facts    []string            `json:"facts"`
	Flips    []Flip              `json:"flips"`
	Steps    []Step              `json:"steps"` // the decision, then what settled it
}

// A Flip is a change that would have turned the decision.
type Flip struct {
	To string   `json:"to"` // the other verdict
	If []string `json:"if"` // what would have had to be so, all of it
}

// A Step is one decision on the way.
type Step struct {
	At       string           `json:"at"`
	Act      messages.Act     `json:"act"`
	Rung     string           `json:"rung"`
	Trigger  messages.Trigger `json:"trigger"`
	N        uint64           `json:"n"`
	Reason   string           `json:"reason"`
	Odds     float32          `json:"odds"`
	Bar      float32          `json:"bar"`
	Arm      messages.Arm     `json:"arm,omitempty"` // of the experiment that gave the familiar its setting
	Sentence string           `json:"sentence"`
	Trace    string           `json:"trace,omitempty"` // where it stands, if traces are sent
}

// maxLast is how many lines may be asked about at once.
const maxLast = 50

// why says why familiars spoke or kept quiet about a line, or the newest ones.
func (s *Server) why(w http.ResponseWriter, r *http.Request, k access.Key) error {
	query := r.URL.Query()
	at, err := s.place(r, k, query.Get("thread"))
	if err != nil {
		return err
	}
	last := 0
	if text := query.Get("last"); text != "" {
		if last, err = strconv.Atoi(text); err != nil || last == 0 {
			return badLast
		}
	}
	told, err := s.reasons(r.Context(), at.id, messages.LineID(query.Get("line")), last, true)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, told)
	return nil
}

// tellWhy is the same as a tool.
func (s *Server) tellWhy(ctx context.Context, w *wish) (any, error) {
	return s.reasons(ctx, w.channel, w.given.Line, w.given.Last, readsWords(w.key, w.channel))
}

// badLast refuses a number of lines.
var badLast = wire.Bad("last: want 1 to " + strconv.Itoa(maxLast) + ", without line")

// reasoning is the answer to why.
type reasoning struct {
	Reasons []Reason `json:"reasons"`
}

// reasons are those about a line, or about so many of the newest; last 0 is
// the newest one. words has them with what judges say of it.
func (s *Server) reasons(ctx context.Context, channel messages.ChannelID, line messages.LineID, last int, words bool) (reasoning, error) {
	if last < 0 || last > maxLast || last > 0 && line != "" {
		return reasoning{}, badLast
	}
	if line != "" {
		if err := checkName("line", string(line)); err != nil {
			return reasoning{}, err
		}
	}
	all, err := s.Why(ctx, channel, line, max(1, last), words)
	if err != nil {
		return reasoning{}, err
	}
	if line != "" && len(all) == 0 {
		return reasoning{}, wire.Refuse(http.StatusNotFound, "line: nothing was decided about it, or the record has expired")
	}
	return reasoning{all}, nil
}

// noReasons is the answer of a program that keeps none.
func noReasons(context.Context, messages.ChannelID, messages.LineID, int, bool) ([]Reason, error) {
	return []Reason{}, nil
}
