package seal

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// The head of a text says its position and what is the process's that sealed it, in one
// of two forms:
//
//	whole  the position, 8 bytes, and the process's nonce, 12
//	short  the position's kind with [isShort], then its epoch, run and count as
//	       uvarints, and 4 bytes of the process's nonce
//
// No two texts have the same leaf, unless two processes ever had the same epoch, as where
// a backup is restored beside the store that it is of. Then their nonces differ, of 4
// bytes in all but one case of four billion. The short one goes into the key, and the
// cipher gets none.
const (
	headSize  = 8 + chacha20poly1305.NonceSize
	saltSize  = 4
	isShort   = 1 << 5 // in the first byte, behind the kind: see [MostEpochs]
	kindShift = 8 - kindBits
)

// A head is one that was read. It lies in the sealed text.
type head struct {
	at    Position
	nonce []byte // the cipher's
	salt  []byte // the key's; nil: the head is whole
}

// A nonce is a process's, of one epoch.
type nonce [chacha20poly1305.NonceSize]byte

// noNonce is the cipher's under a key that seals one text.
var noNonce nonce

// errHead says that a text can't have been sealed.
var errHead = fmt.Errorf("sealed text is truncated: %w", ErrDamaged)

// Shorten has the texts that are sealed from now on begin with a short head, which
// programs of before can't read.
func (k *Keys) Shorten() { k.short.Store(true) }

// appendHead appends the head of a text. What it returns of it lies in b.
func (k *Keys) appendHead(b []byte, at Position, of nonce) ([]byte, head) {
	if !k.short.Load() {
		b = binary.BigEndian.AppendUint64(b, uint64(at))
		b = append(b, of[:]...)
		return b, head{at: at, nonce: b[len(b)-len(of):]}
	}
	b = append(b, byte(at.Kind())<<kindShift|isShort)
	b = binary.AppendUvarint(b, at.Epoch())
	b = binary.AppendUvarint(b, at.run())
	b = binary.AppendUvarint(b, at.count())
	b = append(b, of[:saltSize]...)
	return b, head{at: at, nonce: noNonce[:], salt: b[len(b)-saltSize:]}
}

// cutHead reads a head; text is what is behind it.
func cutHead(b []byte) (h head, text []byte, err error) {
	switch {
	case len(b) == 0:
		return head{}, nil, errHead
	case b[0]&isShort != 0:
		if h.at, b, err = cutPosition(b); err != nil {
			return head{}, nil, err
		}
		if len(b) < saltSize {
			return head{}, nil, errHead
		}
		h.nonce, h.salt, b = noNonce[:], b[:saltSize], b[saltSize:]
	case len(b) < headSize:
		return head{}, nil, errHead
	default:
		h.at, h.nonce, b = Position(binary.BigEndian.Uint64(b)), b[8:headSize], b[headSize:]
	}
	if len(b) < chacha20poly1305.Overhead {
		return head{}, nil, errHead
	}
	return h, b, nil
}

// cutPosition reads the position of a short head; rest is what is behind it.
func cutPosition(b []byte) (at Position, rest []byte, err error) {
	kind, rest := b[0]>>kindShift, b[1:]
	if b[0] != kind<<kindShift|isShort {
		return 0, nil, errHead
	}
	var parts [3]uint64
	for i, most := range [...]uint64{MostEpochs, mostRuns, mostCount} {
		part, size := binary.Uvarint(rest)
		if size <= 0 || part > most {
			return 0, nil, errHead
		}
		parts[i], rest = part, rest[size:]
	}
	return position(Kind(kind), parts[0], parts[1], parts[2]), rest, nil
}
