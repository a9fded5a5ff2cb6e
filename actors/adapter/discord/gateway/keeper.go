package gateway

import (
	"fmt"
	"log/slog"

	"familiar/actors/adapter"
)

// claimTries bounds how often others may write while a session is claimed.
const claimTries = 5

// A keeper keeps one shard's session for the next process. What it knows of the
// store is the revision of its own last write: a process that stood still while
// another took the session over writes nothing over what that one keeps.
type keeper struct {
	words adapter.Words // nil: nothing outlives the process
	name  string
	self  string // what tells one Gateway from all others
	log   *slog.Logger

	revision uint64
	kept     word
	lost     bool // another process keeps the session now
	failing  bool // the last write failed, which was told
}

// claim makes this process the one that keeps the session. It returns the word
// that another process has left; false: there is none, or none since this one's
// last.
func (k *keeper) claim() (left word, is bool, err error) {
	if k.words == nil {
		return word{}, false, nil
	}
	for range claimTries {
		var body []byte
		var revision uint64
		if body, revision, err = k.words.Read(k.name); err != nil {
			break
		}
		if revision == k.revision && !k.lost {
			return word{}, false, nil
		}
		if left, err = decodeWord(body); err != nil {
			k.log.Warn("kept session not readable, another is begun", "err", err)
			left = word{Of: 1}
		}
		left.Keeper = k.self
		if k.revision, err = k.words.Write(k.name, revision, left.encode()); err == nil {
			k.kept, k.lost = left, false
			return left, true, nil
		}
	}
	return word{}, false, fmt.Errorf("claim the kept session: %w", err)
}

// keep keeps the session as it is now. What fails is tried again with the next.
func (k *keeper) keep(now word) {
	if k.words == nil || k.lost {
		return
	}
	now.Keeper = k.self
	if now == k.kept || now.Session == "" && k.kept.Session == "" {
		return
	}
	revision, err := k.words.Write(k.name, k.revision, now.encode())
	if err == nil {
		k.revision, k.kept, k.failing = revision, now, false
		return
	}
	if !k.failing {
		k.log.Warn("session not kept, trying again", "err", err)
	}
	k.failing = true
	body, revision, err := k.words.Read(k.name)
	if err != nil || revision == k.revision {
		return
	}
	if found, err := decodeWord(body); err != nil || found.Keeper != k.self {
		k.lost = true
		k.log.Warn("session is another process's now")
		return
	}
	k.revision = revision // the write arrived after all
}
