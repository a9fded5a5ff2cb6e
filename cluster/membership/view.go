package membership

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"familiar/cluster/placement"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A View is what the bucket says of everybody. It may be some moments old, and
// nobody holds a key because of it.
type View struct {
	Members []Member         // in the order of their ids
	Holders placement.Places // of every key but the members' own
	Left    map[Key]Leaving  // keys that nobody has, as far as it was seen that somebody had
}

// A Leaving is how a key came to be nobody's.
type Leaving struct {
	By  string // the member that had it; "": unknown
	How Way
}

// A Way is how a member leaves a key.
type Way string

// The ways of a [Leaving].
const (
	Expired  Way = "expired"  // it wasn't renewed: its process died, stood still or was cut off
	Drained  Way = "drained"  // its process stops
	Released Way = "released" // its process goes on
)

func (v View) member(id string) *Member {
	for i := range v.Members {
		if v.Members[i].ID == id {
			return &v.Members[i]
		}
	}
	return nil
}

// Has returns what a member has, in order.
func (v View) Has(id string) (partitions []int, accounts []string) {
	for key, holder := range v.Holders {
		if holder != id {
			continue
		}
		if k, is := strings.CutPrefix(string(key), partitionPrefix); is {
			if n, err := strconv.Atoi(k); err == nil {
				partitions = append(partitions, n)
			}
		} else if token, is := strings.CutPrefix(string(key), accountPrefix); is {
			if name, err := layout.Untoken(token); err == nil {
				accounts = append(accounts, name)
			}
		}
	}
	slices.Sort(partitions)
	slices.Sort(accounts)
	return partitions, accounts
}

// A State is what a member does, in a word.
type State string

// The states of a member.
const (
	Works  State = "works"
	Drains State = "drains"  // it stops or was told to, and gives up what it has
	Empty  State = "drained" // and has nothing any more
	Waits  State = "waits"   // it gets nothing: until the last older program is gone, or since there is nothing for it
)

// A Standing is a member with what it has. No list is nil.
type Standing struct {
	Member
	State      State    `json:"state"`
	Partitions []int    `json:"partitions"`
	Accounts   []string `json:"accounts"`
	Shards     []string `json:"shards"` // of accounts that are divided, such as moth:2/4; the first one, 0, goes with the account
}

// Standings returns how every member stands, in the order of their ids.
func (v View) Standings() []Standing {
	all := make([]Standing, len(v.Members))
	for i, m := range v.Members {
		partitions, accounts := v.Has(m.ID)
		s := Standing{Member: m, Partitions: append([]int{}, partitions...), Accounts: append([]string{}, accounts...), Shards: []string{}}
		for _, shard := range v.Shards(m.ID) {
			s.Shards = append(s.Shards, shard.String())
		}
		s.State = stateOf(m.Draining, len(s.Partitions)+len(s.Accounts)+len(s.Shards) > 0)
		all[i] = s
	}
	return all
}

func stateOf(draining, has bool) State {
	switch {
	case draining && has:
		return Drains
	case draining:
		return Empty
	case has:
		return Works
	default:
		return Waits
	}
}

// Look returns what the bucket says now, and a channel that is closed when it says
// something else.
func (m *Membership) Look() (View, <-chan struct{}) { return m.view.look() }

// A view collects what is watched.
type view struct {
	mu      sync.Mutex
	entries map[Key]entry
	left    map[Key]Leaving
	changed chan struct{}
}

// mostSeen bounds the keys of a view: members, partitions and accounts of all.
const mostSeen = 4 * mostHeld

func newView() *view {
	return &view{entries: map[Key]entry{}, left: map[Key]Leaving{}, changed: make(chan struct{})}
}

func (v *view) look() (View, <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	seen := View{Holders: placement.Places{}, Left: maps.Clone(v.left)}
	for key, e := range v.entries {
		if e.record.Is != nil {
			seen.Members = append(seen.Members, *e.record.Is)
		} else {
			seen.Holders[key] = e.record.Member
		}
	}
	slices.SortFunc(seen.Members, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) })
	return seen, v.changed
}

// replace takes a whole reading of the bucket, with what stands in place of keys that
// are gone.
func (v *view) replace(all map[Key]entry) {
	v.mu.Lock()
	defer v.mu.Unlock()
	before, now := v.entries, maps.Clone(all)
	maps.DeleteFunc(now, func(_ Key, e entry) bool { return !e.present })
	v.entries = now
	for key, had := range before {
		if _, marked := all[key]; !marked {
			v.leave(key, had, entry{}) // what stood in its place has expired
		}
	}
	for key, e := range all {
		v.leave(key, before[key], e)
	}
	if !maps.EqualFunc(before, now, says) {
		v.tell()
	}
}

// take takes one key.
func (v *view) take(key Key, e entry) {
	v.mu.Lock()
	defer v.mu.Unlock()
	before, was := v.entries[key]
	v.leave(key, before, e)
	if !put(v.entries, key, e) {
		return
	}
	if was != e.present || was && !says(before, e) {
		v.tell()
	}
}

// leave notes how a key came to be nobody's, unless it is somebody's now: what it had
// before, and what stands in its place. If neither names anybody, what is known stays.
func (v *view) leave(key Key, had, gone entry) {
	if gone.present {
		delete(v.left, key)
		return
	}
	if had.record.Member == "" && gone.record.Member == "" || strings.HasPrefix(string(key), memberPrefix) || len(v.left) >= mostSeen {
		return
	}
	left := Leaving{By: had.record.Member, How: Expired}
	if gone.record.Member != "" {
		left.By, left.How = gone.record.Member, Released
		if giver, is := v.entries[memberKey(left.By)]; !is || giver.record.Is == nil || giver.record.Is.Draining {
			left.How = Drained
		}
	}
	v.left[key] = left
}

func (v *view) tell() {
	close(v.changed)
	v.changed = make(chan struct{})
}

// put puts a key among entries, or takes it out; false: there is no room.
func put(entries map[Key]entry, key Key, e entry) bool {
	if !e.present {
		delete(entries, key)
		return true
	}
	if _, has := entries[key]; !has && len(entries) >= mostSeen {
		return false
	}
	entries[key] = e
	return true
}

// says reports whether two entries say the same, be it that one is a renewal.
func says(a, b entry) bool {
	if a.record.Member != b.record.Member || (a.record.Is == nil) != (b.record.Is == nil) {
		return false
	}
	return a.record.Is == nil || a.record.Is.same(*b.record.Is)
}

// watch follows the bucket until Close. A watch that brings nothing is made anew: as
// long as this member is renewed there is something every third of the TTL.
func (m *Membership) watch() {
	back := m.conn.StatusChanged(nats.CONNECTED)
	defer m.conn.RemoveStatusListener(back)
	for pause := pauseMin; m.closing.Err() == nil; {
		worked, err := m.watchOnce(back)
		if m.closing.Err() != nil {
			return
		}
		if pause = min(2*pause, pauseMax); worked {
			pause = pauseMin
		}
		m.config.Log.Debug("watching the members anew", "err", err)
		if !wait(m.closing, pause) {
			return
		}
	}
}

// errSilent ends a watch that is to be made anew.
var errSilent = errors.New("nothing came")

// watchOnce follows the bucket until that fails, which it always does in the end;
// worked: it was read once.
func (m *Membership) watchOnce(back <-chan nats.Status) (worked bool, err error) {
	ctx, cancel := context.WithCancel(m.closing)
	defer cancel()
	late := time.AfterFunc(m.config.every(), cancel)
	w, err := m.bucket.kv.WatchAll(ctx)
	if err != nil {
		return false, err
	}
	defer stop(w, m.config.patience())
	if !late.Stop() {
		return false, errSilent
	}
	return m.follow(ctx, w, back)
}

func (m *Membership) follow(ctx context.Context, w jetstream.KeyWatcher, back <-chan nats.Status) (worked bool, err error) {
	silence := time.NewTimer(2 * m.config.every())
	defer silence.Stop()
	first := map[Key]entry{} // nil: the bucket is read, what comes is new
	for {
		select {
		case <-ctx.Done():
			return worked, ctx.Err()
		case <-silence.C:
			return worked, errSilent
		case <-back: // what was said meanwhile may be lost
			return worked, fmt.Errorf("%w while the server was away", errSilent)
		case update, open := <-w.Updates():
			if !open {
				return worked, errSilent
			}
			silence.Reset(2 * m.config.every())
			if update == nil {
				m.view.replace(first)
				first, worked = nil, true
				continue
			}
			key, e := m.heard(update)
			if first != nil {
				if len(first) < mostSeen {
					first[key] = e
				}
			} else {
				m.view.take(key, e)
			}
		}
	}
}

// heard reads an update, and shows it to who holds the key.
func (m *Membership) heard(update jetstream.KeyValueEntry) (Key, entry) {
	key, e := entryOf(update)
	m.mu.Lock()
	h := m.holds[key]
	m.mu.Unlock()
	if h != nil {
		h.seen(e)
	}
	return key, e
}

// entryOf reads what the client tells of a key. What isn't understood is held by
// nobody known.
func entryOf(update jetstream.KeyValueEntry) (Key, entry) {
	key := Key(update.Key())
	e := entry{revision: update.Revision(), present: update.Operation() == jetstream.KeyValuePut}
	if !e.present {
		e.record, _ = readRecord(key, update.Value()) // nothing, if it expired
	} else {
		var err error
		if e.record, err = readRecord(key, update.Value()); err != nil {
			e.record = record{Member: unknownMember}
			e.present = !strings.HasPrefix(string(key), memberPrefix)
		}
	}
	return key, e
}

// unknownMember stands for who holds a key whose value isn't understood. It is no
// member's id.
const unknownMember = "?"

// stop ends a watch and takes what still comes: the client's goroutine waits for
// that.
func stop(w jetstream.KeyWatcher, within time.Duration) {
	w.Stop() //nolint:errcheck // the connection is gone: so is the watch
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		select {
		case _, open := <-w.Updates():
			if !open {
				return
			}
		case <-late.C:
			return
		}
	}
}
