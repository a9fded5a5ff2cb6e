package jetstream

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrKeys says that the keys of a store's texts are lost.
var ErrKeys = errors.New("the keys of the texts can't be read")

// A vault is the journal's keys and where they are kept. It is ready after
// unlock.
//
// The keys of all texts are kept twice, in two slots, each of which is enough:
// a damaged one is made again from the other. A slot is
//
//	P.tree.<slot>.<part>.<version>   the trees of a part, wrapped
//	P.key.<slot>.index.<version>     the parts' versions and keys, wrapped
//	P.key.<slot>.root                the index's version and key
//
// To forget something, the part it is in is written under a new key, then the
// index, then the root, in both slots; then the roots and indices before are
// overwritten. That is all that is ever overwritten: some kilobytes, however
// much was forgotten. What they led to stays in the files, and nobody can read
// it.
//
// On an outside server several processes forget, each with the keys in its memory. A
// root is written over the one that its writer knows, or refused. Then the writer
// reads what the others have changed, keeps what neither has forgotten, and tries
// again: so what a slot opens only ever gets less, whoever writes it. The others
// hear that there is a new root, and look for one: see follow.
//
// A power cut must not take the new root and leave the old one overwritten: so
// the embedded server's files are synced in between, and an outside server is
// given the time that it takes to sync them itself.
type vault struct {
	store *store.Store
	owned bool // this process has the store; a visitor writes no keys
	texts *sealed.Texts

	mu    sync.Mutex                 // guards the next; held for no write
	dirty [layout.Slots]map[int]bool // parts of which a slot has more than the memory

	turn    chan struct{} // holds one for who writes, and guards the rest
	version uint64        // the highest that is known
	made    bool          // these keys are this process's own, and not written yet
	slots   [layout.Slots]slot
	garbage []garbage
}

// A slot is what is known of one.
type slot struct {
	version uint64 // of its root; 0: all of it has to be written
	index   index
	newest  rooted
	before  []rooted // older ones that stay yet, oldest first
	stale   bool     // it may have others, which are to be overwritten
	refused uint64   // sequence of a root that can't be read

	begun map[uint64]time.Time // indexes after the newest root, and when they were found
}

// A rooted is where a root and its index are.
type rooted struct {
	root, index uint64    // sequences; 0: there is none
	since       time.Time // they were written, or found
}

// An index says under which version and key each part is.
type index [seal.Parts]struct {
	version uint64
	key     [seal.WrapKey]byte
}

func (x *index) append(b []byte) []byte {
	for _, p := range x {
		b = binary.BigEndian.AppendUint64(b, p.version)
		b = append(b, p.key[:]...)
	}
	return b
}

const indexEntry = 8 + seal.WrapKey

func cutIndex(b []byte) (x index, err error) {
	if len(b) != len(x)*indexEntry {
		return x, fmt.Errorf("index of the keys: %d bytes: %w", len(b), seal.ErrDamaged)
	}
	for i := range x {
		x[i].version = binary.BigEndian.Uint64(b)
		copy(x[i].key[:], b[8:])
		b = b[indexEntry:]
	}
	return x, nil
}

// A root is a slot's newest: its version and the key of its index.
type root struct {
	version uint64
	key     [seal.WrapKey]byte
}

const rootVersion = 1

func (r root) bytes() []byte {
	return append(binary.BigEndian.AppendUint64([]byte{rootVersion}, r.version), r.key[:]...)
}

func cutRoot(b []byte) (r root, err error) {
	if len(b) != 1+8+seal.WrapKey || b[0] != rootVersion {
		return root{}, fmt.Errorf("root of the keys: %w", seal.ErrDamaged)
	}
	r.version = binary.BigEndian.Uint64(b[1:])
	copy(r.key[:], b[9:])
	return r, nil
}

// newVault returns a vault that has no keys yet. owned: this process has the
// store.
func newVault(s *store.Store, owned bool) *vault {
	v := &vault{store: s, owned: owned, texts: &sealed.Texts{Visitor: !owned}, turn: make(chan struct{}, 1)}
	for n := range v.dirty {
		v.dirty[n] = map[int]bool{}
	}
	return v
}

// unlock loads the keys, or makes them in a new store. Only the owner writes.
// locked: the store has had keys, so there must be some. Of processes that make
// them at once, those of the first to write them count.
func (v *vault) unlock(ctx context.Context, locked bool) error {
	for tries := 0; ; tries++ {
		err := v.unlockOnce(ctx, locked)
		other := errors.Is(err, errTaken) || errors.Is(err, journal.ErrConflict)
		if !v.made || !other || tries == mostTaken {
			return err
		}
		v.texts.Keys, v.made, v.slots = nil, false, [layout.Slots]slot{}
		for n := range layout.Slots {
			v.takeDirty(n)
		}
		select {
		case <-time.After(madeAgain):
		case <-ctx.Done():
			return err
		}
	}
}

// madeAgain is how long another process is given to write the keys that it has begun.
const madeAgain = 50 * time.Millisecond

func (v *vault) unlockOnce(ctx context.Context, locked bool) error {
	var problems error
	for n := range layout.Slots {
		s, keys, err := v.readWhole(ctx, n)
		problems = errors.Join(problems, err)
		v.slots[n], v.version = s, max(v.version, s.version)
		v.slots[n].stale = true
		if keys == nil {
			continue
		}
		if v.texts.Keys == nil {
			v.texts.Keys = keys
			continue
		}
		for part := range seal.Parts {
			if err := v.meet(n, part, keys.Part(part)); err != nil {
				return fmt.Errorf("%w: the two places have those of two stores: %w", ErrKeys, err)
			}
		}
	}
	switch {
	case v.texts.Keys == nil && locked && problems == nil:
		return fmt.Errorf("%w: they are missing: restore a backup", ErrKeys)
	case v.texts.Keys == nil && locked:
		return fmt.Errorf("%w: %w: restore a backup", ErrKeys, problems)
	case v.texts.Keys == nil && !v.owned:
		v.texts.Keys = &seal.Keys{} // of a store that has none yet nothing is sealed
	case v.texts.Keys == nil:
		v.texts.Keys, v.version, v.made = seal.New(), v.version+1, true
	case problems != nil && v.owned:
		v.store.Log.Error("keys of the texts were damaged in one of two places and are restored from the other", "err", problems)
	}
	if !v.owned {
		return nil
	}
	return v.writeKeys(ctx)
}

// readWhole is readSlot of one that another process may be writing.
func (v *vault) readWhole(ctx context.Context, n int) (s slot, keys *seal.Keys, err error) {
	for before := uint64(0); ; before = s.newest.root {
		s, keys, err = v.readSlot(ctx, n)
		if err == nil || s.newest.root == before || ctx.Err() != nil {
			return s, keys, err
		}
	}
}

// readSlot reads a slot. Its version is 0, and the keys are nil, where it has
// none or the error says what is wrong with them.
func (v *vault) readSlot(ctx context.Context, n int) (s slot, keys *seal.Keys, err error) {
	newest, err := v.store.SurelyWithin(ctx, v.store.Names.KeySlot(n), v.store.Names.KeyRoot(n))
	if errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && newest == nil {
		return slot{}, nil, nil
	}
	if err != nil {
		return slot{}, nil, err
	}
	s.newest = rooted{root: newest.Sequence, since: time.Now()}
	r, err := cutRoot(newest.Data)
	if err != nil {
		return s, nil, err
	}
	if err := v.readIndex(ctx, n, r, &s); err != nil {
		return s, nil, err
	}
	if keys, err = v.readTrees(ctx, n, &s.index); err == nil {
		s.version = r.version
	}
	return s, keys, err
}

// readIndex reads a root's index.
func (v *vault) readIndex(ctx context.Context, n int, r root, s *slot) error {
	name := v.store.Names.KeyIndex(n, r.version)
	whole, seq, err := v.unwrapped(ctx, v.store.Names.KeySlot(n), name, indexName, r.key)
	if err != nil {
		return err
	}
	s.newest.index = seq
	s.index, err = cutIndex(whole)
	return err
}

// readTrees reads all parts of a slot, a few dozen at a time.
func (v *vault) readTrees(ctx context.Context, n int, x *index) (*seal.Keys, error) {
	keys := &seal.Keys{}
	if err := v.eachTree(ctx, n, x, func(int) bool { return true }, keys.LoadPart); err != nil {
		return nil, err
	}
	return keys, nil
}

// eachTree reads some parts of a slot.
func (v *vault) eachTree(ctx context.Context, n int, x *index, wanted func(part int) bool, take func(part int, whole []byte) error) error {
	stream := v.store.Names.TreeSlot(n)
	var subjects []string
	for part, at := range x {
		if wanted(part) {
			subjects = append(subjects, v.store.Names.KeyTree(n, part, at.version))
		}
	}
	kept, err := v.store.NewestOf(ctx, stream, subjects)
	if err != nil {
		return err
	}
	for part, at := range x {
		if !wanted(part) {
			continue
		}
		subject := v.store.Names.KeyTree(n, part, at.version)
		tree, err := v.orSurely(ctx, stream, subject, kept[subject])
		if err != nil {
			return fmt.Errorf("%s: %w", subject, err)
		}
		whole, err := seal.Unwrap(treeName(part), at.key, tree.Data)
		if err != nil {
			return fmt.Errorf("%s: %w", subject, err)
		}
		if err := take(part, whole); err != nil {
			return err
		}
	}
	return nil
}

// orSurely returns a message, if need be from the server that takes the writes: in a
// cluster the one that was asked may not have it yet.
func (v *vault) orSurely(ctx context.Context, stream, subject string, m *jetstream.RawStreamMsg) (*jetstream.RawStreamMsg, error) {
	if m != nil {
		return m, nil
	}
	if v.store.Outside() {
		if m, err := v.store.SurelyWithin(ctx, stream, subject); err != nil || m != nil {
			return m, err
		}
	}
	return nil, journal.ErrNotFound
}

// unwrapped reads what was wrapped and is kept under a subject.
func (v *vault) unwrapped(ctx context.Context, stream, subject, name string, key [seal.WrapKey]byte) (whole []byte, seq uint64, err error) {
	kept, err := v.store.NewestWithin(ctx, stream, subject)
	if err == nil {
		kept, err = v.orSurely(ctx, stream, subject, kept)
	}
	if err == nil {
		seq = kept.Sequence
		whole, err = seal.Unwrap(name, key, kept.Data)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", subject, err)
	}
	return whole, seq, nil
}

// What is wrapped, in both slots alike.
const indexName = "index"

func treeName(part int) string { return "tree " + strconv.Itoa(part) }

// rootSubjects returns the subjects of a slot's root and of its index: those
// before them lead to what was forgotten since.
func (v *vault) rootSubjects(ctx context.Context, n int) (subjects []string, err error) {
	subjects = []string{v.store.Names.KeyRoot(n)}
	newest, err := v.store.SurelyWithin(ctx, v.store.Names.KeySlot(n), subjects[0])
	if err != nil || newest == nil {
		return subjects, err
	}
	r, err := cutRoot(newest.Data)
	return append(subjects, v.store.Names.KeyIndex(n, r.version)), err
}
