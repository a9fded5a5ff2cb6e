package control

import (
	"net/http"
	"strconv"

	"familiar/control/access"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/messages"
)

// maxPosts is how many posts one answer holds; the rest is asked for with
// its next.
const maxPosts = 500

// A posted line is one a familiar said.
type posted struct {
	Seq      uint64              `json:"seq"`
	ID       messages.LineID     `json:"id"`
	Post     string              `json:"post"`
	Author   author              `json:"author"`
	Familiar messages.FamiliarID `json:"familiar,omitempty"`
	Text     string              `json:"text"`
	ReplyTo  *reply              `json:"reply_to"`
	At       messages.Instant    `json:"at"`
	Trace    string              `json:"trace,omitempty"` // of the turn that said it
}

// posts returns what familiars said after a sequence, and the sequence to ask
// after next. What several accounts heard is given once.
func (s *Server) posts(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	next, err := strconv.ParseUint(orZero(r.URL.Query().Get("after")), 10, 64)
	if err != nil {
		return wire.Bad("after: want a sequence number, such as next of an earlier answer")
	}
	after, members := next, s.Members(at.id)
	all, heard := []posted{}, past.NewOnce()
	for record, err := range s.Journal.Replay(r.Context(), at.id, past.Before(after)) {
		if err != nil {
			return err
		}
		line := past.LineOf(record.Event)
		if line == nil || !heard.Line(line) || record.Seq <= after {
			continue
		}
		next = record.Seq
		if isPost(line) {
			all = append(all, posted{
				record.Seq, line.ID, line.Nonce, author(line.Author), member(members, saidIt(line)).Familiar,
				line.Text, replyOf(line), past.ShownAt(record, line), traceID(line.Meta),
			})
		}
		if len(all) == maxPosts {
			break
		}
	}
	wire.Answer(w, http.StatusOK, struct {
		Posts []posted `json:"posts"`
		Next  uint64   `json:"next"`
	}{all, next})
	return nil
}

func orZero(number string) string {
	if number == "" {
		return "0"
	}
	return number
}
