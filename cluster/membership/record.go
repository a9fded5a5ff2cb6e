package membership

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"familiar/cluster/placement"
	"familiar/journal/jetstream/layout"
)

// A Member is what a process tells the others of itself.
type Member struct {
	ID           string    `json:"id"` // drawn when it enters
	Host         string    `json:"host"`
	PID          int       `json:"pid"`
	Version      string    `json:"version"`            // of the program, for people
	StoreFormat  int       `json:"store_format"`       // the newest form of a store it can read
	StateVersion int       `json:"state_version"`      // the newest version of a channel's state it can read
	Started      time.Time `json:"started"`            // on its own clock, for people: nothing is decided by it
	Draining     bool      `json:"draining,omitempty"` // it wants nothing and gives up what it has
}

// maxText bounds each text of a Member, in bytes.
const maxText = 256

func (m Member) validate() error {
	for _, text := range []string{m.ID, m.Host, m.Version} {
		if len(text) > maxText || !utf8.ValidString(text) {
			return fmt.Errorf("member: want texts of UTF-8, at most %d bytes each", maxText)
		}
	}
	if m.PID < 0 || m.StoreFormat < 0 || m.StateVersion < 0 {
		return errors.New("member: numbers must not be negative")
	}
	return nil
}

// same reports whether two members say the same.
func (m Member) same(other Member) bool {
	started := m.Started.Equal(other.Started)
	m.Started = other.Started // two that are equal may be written differently
	return started && m == other
}

// A record is what stands in a key.
type record struct {
	Member string  `json:"member"`       // who holds it
	Claim  string  `json:"claim"`        // by which of its claims
	N      uint64  `json:"n"`            // the claim's how manyeth writing, from 1
	Is     *Member `json:"is,omitempty"` // in a member's own key
}

// maxRecord bounds a key's value, in bytes.
const maxRecord = 8 << 10

// readRecord reads what another process, maybe of a newer version, wrote. Fields it
// doesn't know are skipped.
func readRecord(key Key, data []byte) (record, error) {
	if len(data) > maxRecord {
		return record{}, fmt.Errorf("%d bytes, at most %d are allowed", len(data), maxRecord)
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return record{}, err
	}
	if r.Member == "" || len(r.Member) > maxText || !utf8.ValidString(r.Member) {
		return record{}, errors.New("it doesn't say who holds it")
	}
	if !strings.HasPrefix(string(key), memberPrefix) {
		r.Is = nil
		return r, nil
	}
	if r.Is == nil || memberKey(r.Is.ID) != key || r.Is.ID != r.Member {
		return record{}, errors.New("it is not about the member it is named after")
	}
	return r, r.Is.validate()
}

// Key is what one member holds: [Partition], [Account] or [Shard.Key] makes it.
type Key = placement.Key

// The beginnings of keys.
const (
	memberPrefix    = "member."
	partitionPrefix = "part."
	accountPrefix   = "account."
	shardPrefix     = "shard."
)

func memberKey(id string) Key { return Key(memberPrefix + layout.Token(id)) }

// Partition returns the key of partition k.
func Partition(k int) Key { return Key(partitionPrefix + strconv.Itoa(k)) }

// Account returns the key of an account, by whatever name it has all over the
// deployment.
func Account(name string) Key { return Key(accountPrefix + layout.Token(name)) }
