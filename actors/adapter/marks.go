package adapter

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"familiar/messages"
)

// markMost is how long a mark may be, in bytes.
const markMost = 1024

// Marks keep of each channel which post was begun last, and what became of it, for
// whoever posts there next, on a network that takes no key and can't be asked
// whether it has a post. The program has one post of a channel under way at most, so
// a post that isn't marked was never begun.
type Marks struct {
	Account messages.AccountID
	Words   Words // nil: nothing is kept, and nothing known
}

// A Mark is what is kept of a channel.
type Mark struct {
	Post string          `json:"post,omitempty"` // a digest of its id; "": none was made since the last refusal
	Line messages.LineID `json:"line,omitempty"` // the message it is; "": nobody knows whether it was made
}

// Begun returns the mark of a post that is about to be made.
func Begun(post messages.PostID) Mark { return Mark{Post: Digest(string(post))} }

// Is reports whether it is the mark of that post.
func (k Mark) Is(post messages.PostID) bool { return k.Post == Digest(string(post)) }

// Name returns the name of a channel's mark.
func (m Marks) Name(channel messages.ChannelID) string {
	return "post" + Digest(string(m.Account)+" "+string(channel))
}

// Digest stands for an id that may name somebody.
func Digest(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// Put marks a post's channel. The zero mark says that nothing is begun.
func (m Marks) Put(channel messages.ChannelID, now Mark) error {
	if m.Words == nil {
		return nil
	}
	body, err := json.Marshal(now)
	if err != nil {
		return err
	}
	_, revision, err := m.Words.Read(m.Name(channel))
	if err == nil {
		_, err = m.Words.Write(m.Name(channel), revision, body)
	}
	return err
}

// ErrUnmarked says that nothing is kept: nobody knows what was begun.
var ErrUnmarked = errors.New("nothing is kept of what was begun")

// Get returns a channel's mark.
func (m Marks) Get(channel messages.ChannelID) (Mark, error) {
	if m.Words == nil {
		return Mark{}, ErrUnmarked
	}
	var found Mark
	body, revision, err := m.Words.Read(m.Name(channel))
	switch {
	case err != nil:
		return Mark{}, err
	case revision == 0:
		return Mark{}, nil
	case len(body) > markMost || json.Unmarshal(body, &found) != nil:
		return Mark{}, fmt.Errorf("%w: the mark can't be read", ErrGone)
	}
	return found, nil
}
