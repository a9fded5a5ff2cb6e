package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
)

// A word is a shard's session as one process leaves it for the next.
type word struct {
	Session string           `json:"session"`          // "": there is none to take up
	Resume  string           `json:"resume,omitempty"` // where; "": at the gateway's address
	Seq     int64            `json:"seq"`              // up to here every event was taken
	Shard   int              `json:"shard"`
	Of      int              `json:"of"`
	Intents discordgo.Intent `json:"intents"` // what it was begun with
	Version string           `json:"version"` // the gateway's it was begun at
	Bot     string           `json:"bot"`     // whose it is
	Keeper  string           `json:"keeper"`  // the [Gateway] that wrote it
}

// The bounds of a word.
const (
	wordLimit    = 4096 // bytes
	sessionLimit = 256  // bytes
	addressLimit = 1024 // bytes
	seqLimit     = 1 << 53
)

var errWord = errors.New("it is no session")

// decodeWord returns a word that was kept. One that can't have been written by
// a [Gateway] is an error.
func decodeWord(body []byte) (word, error) {
	var w word
	if len(body) > wordLimit {
		return word{}, fmt.Errorf("%w: %d bytes", errWord, len(body))
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return word{}, fmt.Errorf("%w: %w", errWord, err)
	}
	if len(w.Session) > sessionLimit || len(w.Resume) > addressLimit || w.Seq < 0 || w.Seq > seqLimit ||
		w.Of < 1 || w.Of > maxShards || w.Shard < 0 || w.Shard >= w.Of || w.Resume != "" && !isSocket(w.Resume) {
		return word{}, errWord
	}
	return w, nil
}

// isSocket reports whether an address is a WebSocket's.
func isSocket(address string) bool { return adapter.IsAddress(address, "wss", "ws") }

func (w word) encode() []byte {
	body, _ := json.Marshal(w) // texts and numbers
	return body
}

// isSecret reports whether nobody on the way reads what goes to an address.
func isSecret(address string) bool { return strings.HasPrefix(address, "wss:") }

// wordName returns the name of the word of an account's shard.
func wordName(account string, shard int) string {
	sum := sha256.Sum256([]byte(account))
	return "session" + hex.EncodeToString(sum[:12]) + "n" + strconv.Itoa(shard)
}
