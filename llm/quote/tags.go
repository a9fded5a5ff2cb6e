package quote

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

// tagKept is how long pages of one place have the same tag.
const tagKept = time.Hour

// A Tags draws the tags of pages: nobody can tell one beforehand, and those of a
// place are the same for an hour, so that a provider may have the beginning of a
// page in its cache. It may be used by many at once.
type Tags struct{ key [32]byte }

// NewTags draws its secret.
func NewTags() *Tags {
	var t Tags
	rand.Read(t.key[:]) // never fails: crypto/rand ends the program instead
	return &t
}

// In returns the tag of a place's pages at that time, like one of [NewTag].
func (t *Tags) In(place string, at time.Time) string {
	mac := hmac.New(sha256.New, t.key[:])
	mac.Write([]byte(strconv.FormatInt(at.Unix()/int64(tagKept/time.Second), 10) + " " + place))
	return hex.EncodeToString(mac.Sum(nil)[:5])
}
