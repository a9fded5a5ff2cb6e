package matrix

import (
	"log/slog"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// tokenMost is how long a kept token may be, in bytes.
const tokenMost = 1024

// A token keeps up to where a user of a homeserver was heard, for the next process.
// Without it what was said in between would be known only as far as it is among the
// newest lines.
type token struct {
	name     string
	words    adapter.Words // nil: nothing is kept
	known    bool          // the revision is: nobody else has written since, as far as we know
	revision uint64
}

func (a *Account) tokenOf(user messages.PersonID) *token {
	return &token{name: "sync" + digest(string(a.id), string(user)), words: a.config.Tokens}
}

// read returns what is kept; "": nothing.
func (t *token) read(log *slog.Logger) string {
	if t.words == nil {
		return ""
	}
	body, revision, err := t.words.Read(t.name)
	t.known, t.revision = err == nil, revision
	if err != nil || len(body) > tokenMost {
		log.Warn("matrix sync token not read", "err", err)
		return ""
	}
	return string(body)
}

// write keeps a token. Where that fails, the next process hears what was heard
// again, which the journal knows by its ids.
func (t *token) write(log *slog.Logger, now string) {
	if t.words == nil || len(now) > tokenMost {
		return
	}
	var err error
	if !t.known {
		_, t.revision, err = t.words.Read(t.name)
	}
	if err == nil {
		t.revision, err = t.words.Write(t.name, t.revision, []byte(now))
	}
	if t.known = err == nil; !t.known {
		log.Warn("matrix sync token not kept", "err", err)
	}
}

// digest stands for ids that may name somebody.
func digest(ids ...string) string { return adapter.Digest(strings.Join(ids, "\n") + "\n") }
