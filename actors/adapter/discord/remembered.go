package discord

import (
	"crypto/sha256"
	"encoding/base64"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// sentKept is how many posts are remembered: longer than an echo takes, and
// than a post whose outcome is unknown waits.
const sentKept = 4096

// sent remembers which nonce and which message is which post.
type sent struct {
	nonces *adapter.Recent[string, messages.PostID]
	lines  *adapter.Recent[messages.LineID, messages.PostID]
}

func newSent() *sent {
	return &sent{adapter.NewRecent[string, messages.PostID](sentKept), adapter.NewRecent[messages.LineID, messages.PostID](sentKept)}
}

// nonce returns what makes p known to Discord, which takes 25 characters, and
// remembers it.
func (s *sent) nonce(p messages.PostID) string {
	sum := sha256.Sum256([]byte(p))
	nonce := base64.RawURLEncoding.EncodeToString(sum[:18])
	s.nonces.Put(nonce, p)
	return nonce
}

// post returns the post that line is, by its nonce or because it is known
// already; "" when it is none of ours.
func (s *sent) post(nonce string, line messages.LineID) messages.PostID {
	if p, ok := s.nonces.Get(nonce); ok && nonce != "" {
		s.lines.Put(line, p)
		return p
	}
	p, _ := s.lines.Get(line)
	return p
}

// posted reports whether the account posted line, as far as is remembered.
func (s *sent) posted(line messages.LineID) bool {
	return s.lines.Has(line)
}

// textsKept is how many messages are remembered.
const textsKept = 8192

// texts remembers fingerprints of what was heard, to tell an edit from the
// other changes Discord reports: a link's preview, a pin, a thread begun.
type texts struct {
	prints *adapter.Recent[messages.LineID, uint64]
}

func newTexts() *texts { return &texts{adapter.NewRecent[messages.LineID, uint64](textsKept)} }

// rememberText remembers what l says, once it was taken.
func (t *texts) rememberText(l *messages.Line) {
	t.prints.Put(l.ID, adapter.PrintOf(l.Text, l.Attachments))
}

// known reports whether m was handed over, as far as is remembered.
func (t *texts) known(m *wire.Message) bool { return t.prints.Has(messages.LineID(m.ID)) }

// changed reports whether l says something else than what is remembered. A
// message that is not remembered counts as changed.
func (t *texts) changed(l *messages.Line) bool {
	was, known := t.prints.Get(l.ID)
	return !known || was != adapter.PrintOf(l.Text, l.Attachments)
}
