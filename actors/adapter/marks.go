package adapter

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"

	"familiar/messages"
)

// markMost is how long a mark may be, in bytes.
const markMost = 1024

// Marks keep of each channel which post was begun last, and what became of it, for
// whoever posts there next, on a network that takes no key and can't be asked
// whether it has a post. The program has one post of a channel under way at most, so
// a post that isn't marked was never begun.
type Marks struct {
	Network string // for the log
	Account messages.AccountID
	Words   Words // nil: nothing is kept, and nothing known
	Log     *slog.Logger
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

// Put marks a channel with what is about to be done there.
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

// Keep marks what became of a post. The zero mark says that it was not made. Without that
// mark it stays one that was begun, and nobody knows.
func (m Marks) Keep(channel messages.ChannelID, now Mark) {
	if err := m.Put(channel, now); err != nil {
		m.Log.Warn("post not marked", "network", m.Network, "account", string(m.Account), "channel", string(channel), "err", err)
	}
}

// Post has a post be made that is marked as begun before, and then as the line that it
// is; with an error that says that nothing was done, see [IsUnposted], as one that was not
// made. Nothing is made that can't be marked.
func (m Marks) Post(p messages.Post, post func() (messages.LineID, error)) (messages.LineID, error) {
	mark := Begun(p.ID)
	err := m.Put(p.Channel, mark)
	if err != nil {
		return "", RetryAfter(0, err)
	}
	mark.Line, err = post()
	switch {
	case err == nil:
		m.Keep(p.Channel, mark)
	case IsUnposted(err):
		m.Keep(p.Channel, Mark{})
	}
	return mark.Line, err
}

// Find returns the line that a post is, as [Reconciler] has it, where the network can't
// be asked: one that was never begun may be made now, one whose answer was kept is the line
// of that answer. Of one that was begun and has no answer nobody will ever know. network is
// its name for people.
func (m Marks) Find(p messages.Post, network string) (line messages.LineID, found bool, err error) {
	mark, err := m.Get(p.Channel)
	switch {
	case err != nil:
		return "", false, err
	case !mark.Is(p.ID):
		return "", false, nil
	case mark.Line == "":
		return "", false, fmt.Errorf("%w: it was being posted when the process or its connection ended, and %s can't tell", ErrGone, network)
	}
	return mark.Line, true, nil
}

// Get returns a channel's mark. Where nothing is kept nobody knows what was begun, which is
// [ErrGone].
func (m Marks) Get(channel messages.ChannelID) (Mark, error) {
	if m.Words == nil {
		return Mark{}, fmt.Errorf("%w: nothing is kept of what was begun", ErrGone)
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
