package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// markMost is how long a mark may be, in bytes.
const markMost = 1024

// marks keeps of each channel which post was begun last, and what became of it, for
// whoever posts there next: Telegram takes no key and shows a bot none of its own
// messages. The program has one post of a channel under way at most, so a post that
// isn't marked was never begun.
type marks struct {
	account messages.AccountID
	words   adapter.Words // nil: nothing is kept, and nothing known
}

// A mark is what is kept of a channel.
type mark struct {
	Post string          `json:"post,omitempty"` // a digest of its id; "": none was made since the last refusal
	Line messages.LineID `json:"line,omitempty"` // the message it is; "": nobody knows whether it was made
}

// name returns the name of a channel's mark.
func (m marks) name(channel messages.ChannelID) string {
	return "post" + digest(string(m.account)+" "+string(channel))
}

// digest stands for an id that may name somebody.
func digest(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// put marks a post's channel. The zero mark says that nothing is begun.
func (m marks) put(channel messages.ChannelID, now mark) error {
	if m.words == nil {
		return nil
	}
	body, err := json.Marshal(now)
	if err != nil {
		return err
	}
	_, revision, err := m.words.Read(m.name(channel))
	if err == nil {
		_, err = m.words.Write(m.name(channel), revision, body)
	}
	return err
}

// errUnmarked says that nobody knows what was begun.
var errUnmarked = errors.New("nothing is kept of what was begun")

// get returns a channel's mark.
func (m marks) get(channel messages.ChannelID) (mark, error) {
	if m.words == nil {
		return mark{}, errUnmarked
	}
	var found mark
	body, revision, err := m.words.Read(m.name(channel))
	switch {
	case err != nil:
		return mark{}, err
	case revision == 0:
		return mark{}, nil
	case len(body) > markMost || json.Unmarshal(body, &found) != nil:
		return mark{}, fmt.Errorf("%w: the mark can't be read", adapter.ErrGone)
	}
	return found, nil
}

// Find implements adapter.Reconciler. A post that was never begun may be made now;
// one whose answer was kept is the message of that answer. Of one that was begun and
// has no answer nobody will ever know.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	found, err := a.marks.get(p.Channel)
	switch {
	case errors.Is(err, errUnmarked):
		err = fmt.Errorf("%w: %w", adapter.ErrGone, err)
	case err == nil && found.Post == digest(string(p.ID)) && found.Line == "":
		err = fmt.Errorf("%w: it was being posted when the process or its connection ended, and Telegram can't tell", adapter.ErrGone)
	case err == nil && found.Post == digest(string(p.ID)):
		return posted(p, found.Line), true, nil
	}
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("telegram: account %s: find in %s: %w", a.id, p.Channel, err)
	}
	return adapter.Posted{}, false, nil
}
