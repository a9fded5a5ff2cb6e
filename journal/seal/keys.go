package seal

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"familiar/messages"
)

// Errors of this package; callers act on them.
var (
	ErrForgotten = errors.New("the text is forgotten")
	ErrDamaged   = errors.New("damaged")                                                                         // or sealed under other keys
	ErrNoEpoch   = errors.New("a store opened for reading can't seal")                                           // see [Keys.Begin]
	ErrExpired   = errors.New("this process has not been heard of for too long, and seals nothing before it is") // see [Keys.Hold]
)

// Parts is in how many pieces the trees are kept, by the first byte of a
// channel's hash: what is forgotten changes one of them.
const Parts = 256

// Keys makes the keys of all texts of one journal. Its methods may be called at
// the same time. The zero Keys has forgotten everything: make it with [New], or
// fill it with [Keys.LoadPart].
type Keys struct {
	mu      sync.Mutex // texts are sealed by all who write; held for no I/O
	parts   [Parts]part
	epoch   uint64
	began   time.Time
	until   time.Time // when they seal no more; zero: never
	nonce   nonce
	short   atomic.Bool // see Shorten
	highest uint64      // run of all cursors there were
	lowest  uint64      // see floor
	cursors generations[cursorOf, cursor]
	roots   generations[uint64, key] // of channels of which nothing is forgotten, by hash
	runs    generations[runOf, key]
}

// A part is the trees of the channels whose hash begins with one byte.
type part struct {
	upper tree            // of the channels of which nothing is forgotten
	lower map[uint64]tree // of the others
}

// New returns keys of which nothing is forgotten.
func New() *Keys {
	var root key
	rand.Read(root[:]) // never fails
	k := &Keys{}
	for i := range k.parts {
		first := uint64(i) << 56
		k.parts[i].upper = tree{{first: first, level: partLevel, key: root.down(first, 0, partLevel)}}
	}
	return k
}

// partLevel is that of the upper tree's nodes that [New] makes.
const partLevel = 8 / digitBits

// Begin lets the keys seal. The epoch is greater than any earlier process's and
// at most [MostEpochs]: positions begin with it. It may be called again, with another.
func (k *Keys) Begin(epoch uint64) error {
	if epoch == 0 || epoch > MostEpochs {
		return fmt.Errorf("epoch %d: want 1 to %d", epoch, MostEpochs)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.epoch, k.began = epoch, time.Now()
	k.cursors, k.highest, k.lowest = generations[cursorOf, cursor]{half: k.cursors.half}, 0, 0
	rand.Read(k.nonce[:]) // should the epoch ever be another process's too, its texts have another one
	return nil
}

// Epoch returns the one that they seal under; 0: none.
func (k *Keys) Epoch() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.epoch
}

// Hold has the keys seal until a moment, and then no more before they are held again.
// Keys that were never held seal for ever.
func (k *Keys) Hold(until time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.until = until
}

// Holds fails with [ErrExpired] unless the keys seal now under an epoch that they had
// before. Then nobody has taken it for over yet, and forgotten what was sealed since.
func (k *Keys) Holds(epoch uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.epoch != epoch || k.expired() {
		return ErrExpired
	}
	return nil
}

// expired reports whether that moment is over, by either clock: the one that never
// jumps stands still while the machine sleeps, the other may be set back. The lock is
// held.
func (k *Keys) expired() bool {
	if k.until.IsZero() {
		return false
	}
	now := time.Now()
	return now.After(k.until) || now.Round(0).After(k.until.Round(0))
}

// channelHash is where a channel is in the upper tree.
func channelHash(channel messages.ChannelID) uint64 {
	var room [64]byte // for most ids
	sum := sha256.Sum256(append(room[:0], channel...))
	return binary.BigEndian.Uint64(sum[:])
}

func partOf(hash uint64) int { return int(hash >> 56) }

// treeOf returns a channel's tree. The lock is held.
func (k *Keys) treeOf(hash uint64) tree {
	p := &k.parts[partOf(hash)]
	if t, ok := p.lower[hash]; ok {
		return t
	}
	root, ok := p.upper.leaf(hash)
	if !ok {
		return nil
	}
	k.roots.put(hash, root)
	return rooted(root)
}

// Forget forgets a channel's texts of these ranges and says which part has
// changed; false: all of them were forgotten before.
func (k *Keys) Forget(channel messages.ChannelID, ranges ...Range) (changed int, is bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	hash := channelHash(channel)
	before := k.treeOf(hash)
	after := before.without(apart(ranges))
	if slices.Equal(after, before) {
		return 0, false
	}
	p := &k.parts[partOf(hash)]
	if p.lower == nil {
		p.lower = map[uint64]tree{}
	}
	p.lower[hash] = after
	p.upper = p.upper.without([]span{{hash, hash}})
	k.roots.remove(hash)
	k.runs.clear()
	return partOf(hash), true
}

// apart puts ranges into order and joins those that touch.
func apart(ranges []Range) []span {
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	var spans []span
	for _, r := range sorted {
		from, to := uint64(r.From), uint64(r.To)
		if n := len(spans); n > 0 && (from <= spans[n-1].to || from == spans[n-1].to+1) {
			spans[n-1].to = max(spans[n-1].to, to)
		} else if from <= to {
			spans = append(spans, span{from, to})
		}
	}
	return spans
}

// Part returns a part's trees as [Keys.LoadPart] reads them.
func (k *Keys) Part(n int) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.parts[n]
	b := p.upper.append([]byte{partVersion})
	b = binary.AppendUvarint(b, uint64(len(p.lower)))
	for hash, t := range p.lower {
		b = binary.BigEndian.AppendUint64(b, hash)
		b = t.append(b)
	}
	return b
}

const partVersion = 1

// LoadPart takes what [Keys.Part] returned.
func (k *Keys) LoadPart(n int, b []byte) error {
	p, err := cutPart(n, b)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.parts[n] = p
	k.roots.clear()
	k.runs.clear()
	return nil
}

// cutPart reads a part.
func cutPart(n int, b []byte) (p part, err error) {
	if len(b) == 0 || b[0] != partVersion {
		return p, fmt.Errorf("part %d of the keys: its version: %w", n, ErrDamaged)
	}
	p.lower = map[uint64]tree{}
	var rest []byte
	if p.upper, rest, err = cutTree(b[1:]); err != nil {
		return p, fmt.Errorf("part %d of the keys: %w", n, err)
	}
	count, size := binary.Uvarint(rest)
	if size <= 0 {
		return p, fmt.Errorf("part %d of the keys: %w", n, ErrDamaged)
	}
	for rest = rest[size:]; count > 0; count-- {
		if len(rest) < 8 {
			return p, fmt.Errorf("part %d of the keys is truncated: %w", n, ErrDamaged)
		}
		hash := binary.BigEndian.Uint64(rest)
		if p.lower[hash], rest, err = cutTree(rest[8:]); err != nil {
			return p, fmt.Errorf("part %d of the keys: %w", n, err)
		}
	}
	if len(rest) > 0 {
		return p, fmt.Errorf("part %d of the keys has %d bytes too many: %w", n, len(rest), ErrDamaged)
	}
	return p, nil
}
