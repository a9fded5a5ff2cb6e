package control

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
)

// The scopes a token may have.
const (
	scopeRead    = "read"    // every GET
	scopeLines   = "lines"   // lines, edits, deletions and typing
	scopeControl = "control" // commands
	scopeHistory = "history" // what was said, in channels of every network
)

// Scopes are what a token can be good for: read sees channels and their
// events, lines says things in them, control tells familiars what to do, and
// history reads what was said, on every network.
var Scopes = []string{scopeRead, scopeLines, scopeControl, scopeHistory}

// A Token lets a client that sends its secret do what its scopes say.
type Token struct {
	Name     string   // shows in logs and stands for who gave a command
	Secret   string   // of any length on a loopback address, else at least 16 bytes
	Scopes   []string // of [Scopes]; at least one
	Channels []string // globs over chat names, where * is any text; none: every channel
}

// A key is a token as it is kept: without its secret.
type key struct {
	Token
	sum [sha256.Size]byte
}

// newKeys checks tokens and drops their secrets; short ones are refused when
// strangers can reach the listener.
func newKeys(tokens []Token, exposed bool) ([]key, error) {
	keys := make([]key, 0, len(tokens)+1)
	for i, t := range tokens {
		if err := t.validate(exposed); err != nil {
			return nil, fmt.Errorf("token %d (%q): %w", i+1, t.Name, err)
		}
		k := key{Token: t, sum: sha256.Sum256([]byte(t.Secret))}
		k.Secret = ""
		if slices.ContainsFunc(keys, func(other key) bool { return other.sum == k.sum || other.Name == k.Name }) {
			return nil, fmt.Errorf("token %d (%q): another token has the same name or secret", i+1, t.Name)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func (t Token) validate(exposed bool) error {
	switch {
	case t.Name == "":
		return errors.New("it has no name")
	case t.Secret == "":
		return errors.New("it has no secret")
	case exposed && len(t.Secret) < 16:
		return errors.New("the secret is too short for an address that others can reach: want at least 16 bytes")
	case len(t.Scopes) == 0:
		return errors.New("it has no scopes, so it would give access to nothing")
	}
	for _, s := range t.Scopes {
		if !slices.Contains(Scopes, s) {
			return fmt.Errorf("scope %q: want one of %s", s, strings.Join(Scopes, ", "))
		}
	}
	for _, glob := range t.Channels {
		if _, err := path.Match(glob, ""); err != nil {
			return fmt.Errorf("channel %q: unclosed bracket", glob)
		}
	}
	return nil
}

// SecretBytes is how many random bytes a drawn secret has.
const SecretBytes = 32

// DrawSecret draws the secret of a page's token: 256 bits, in base64 for URLs.
func DrawSecret() string {
	var secret [SecretBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// bearer finds the key whose secret the request shows. Every key is compared,
// in constant time, so that the time taken tells nothing.
func (s *Server) bearer(r *http.Request) (key, bool) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(secret))
	found := -1
	for i := range s.keys {
		if subtle.ConstantTimeCompare(sum[:], s.keys[i].sum[:]) == 1 {
			found = i
		}
	}
	if found < 0 || secret == "" || !strings.EqualFold(scheme, "Bearer") {
		return key{}, false
	}
	return s.keys[found], true
}

// opens reports whether the key is for the chat.
func (k key) opens(chat string) bool {
	return len(k.Channels) == 0 || slices.ContainsFunc(k.Channels, func(glob string) bool {
		ok, _ := path.Match(plain.Replace(glob), plain.Replace(chat)) // a bad glob was refused by New
		return ok
	})
}

// plain makes a slash a character like others, which a * covers: no chat's
// name has a zero byte.
var plain = strings.NewReplacer("/", "\x00")
