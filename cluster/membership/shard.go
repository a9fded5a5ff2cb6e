package membership

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/journal/jetstream/layout"
)

// A Shard is one of the connections that divide an account's network among them.
type Shard struct {
	Account string // by the name it has all over the deployment
	Number  int    // from 1: the first one, 0, goes with the account
	Of      int    // how many there are
}

// Key returns the key of a shard. Those of another number are others.
func (s Shard) Key() Key {
	return Key(shardPrefix + layout.Token(s.Account) + "." + strconv.Itoa(s.Number) + "." + strconv.Itoa(s.Of))
}

// String returns a shard as people read it.
func (s Shard) String() string { return fmt.Sprintf("%s:%d/%d", s.Account, s.Number, s.Of) }

// readShard returns the shard of a key; false: it is no shard's.
func readShard(key Key) (s Shard, is bool) {
	parts := strings.Split(string(key), ".")
	if len(parts) != 4 || parts[0]+"." != shardPrefix {
		return Shard{}, false
	}
	account, err := layout.Untoken(parts[1])
	if err != nil {
		return Shard{}, false
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return Shard{}, false
	}
	of, err := strconv.Atoi(parts[3])
	return Shard{account, number, of}, err == nil
}

// Shards returns the shards that a member has, in order; those that go with accounts
// are not among them.
func (v View) Shards(id string) (shards []Shard) {
	for key, holder := range v.Holders {
		if s, is := readShard(key); is && holder == id {
			shards = append(shards, s)
		}
	}
	slices.SortFunc(shards, func(a, b Shard) int {
		return cmp.Or(strings.Compare(a.Account, b.Account), a.Of-b.Of, a.Number-b.Number)
	})
	return shards
}
