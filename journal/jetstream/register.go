package jetstream

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// writtenBy is the header that says which process wrote a register.
const writtenBy = "Familiar-By"

// mostInRegister bounds what a register's record may unpack to.
const mostInRegister = 64 << 20

// A Register keeps one record of the whole store, which the next process finds wherever
// it runs. Its text is not sealed: it must name nobody. Make it with
// [Journal.Register].
type Register struct {
	journal *Journal
	word    string

	mu       sync.Mutex // one writes at a time
	revision uint64     // of what this process loaded or saved last
}

// Register returns the register of that name, which is letters and digits.
func (j *Journal) Register(name string) *Register {
	return &Register{journal: j, word: "register-" + name}
}

// Load returns what was last saved; nothing and no error if nothing was.
func (s *Register) Load() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.newest(s.journal.store.Patient())
	if err != nil || m == nil {
		return nil, err
	}
	s.revision = m.Sequence
	packed, err := gzip.NewReader(bytes.NewReader(m.Data))
	if err != nil {
		return nil, fmt.Errorf("journal: %s: %w", s.word, err)
	}
	body, err := io.ReadAll(io.LimitReader(packed, mostInRegister))
	if err != nil {
		return nil, fmt.Errorf("journal: %s: %w", s.word, err)
	}
	return body, nil
}

func (s *Register) newest(ctx context.Context) (*jetstream.RawStreamMsg, error) {
	m, err := s.journal.store.ReadWord(ctx, s.word)
	if err != nil {
		return nil, fmt.Errorf("journal: %s: %w", s.word, s.journal.store.Ended(err))
	}
	return m, nil
}

// Save keeps body in place of what was there. It fails with [journal.ErrConflict]
// once another process has the store or has saved since Load.
func (s *Register) Save(body []byte) error {
	o, at := s.journal.owner, s.journal.store
	if o.epoch == 0 {
		return fmt.Errorf("journal: %s: a visitor saves nothing: %w", s.word, journal.ErrConflict)
	}
	if err := o.holdsLease(); err != nil {
		return fmt.Errorf("journal: %s: %w", s.word, err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.write(packed.Bytes())
	if errors.Is(err, journal.ErrConflict) { // another's, or ours whose answer was lost
		now, failed := s.newest(at.Patient())
		if failed != nil {
			return failed
		}
		if now != nil && now.Header.Get(writtenBy) == o.self {
			s.revision = now.Sequence
			err = s.write(packed.Bytes())
		}
	}
	if err != nil {
		return fmt.Errorf("journal: %s: %w", s.word, at.Ended(err))
	}
	return nil
}

func (s *Register) write(packed []byte) error {
	at := s.journal.store
	revision, err := at.WriteWord(at.Patient(), s.word, s.revision, packed, nats.Header{writtenBy: {s.journal.owner.self}})
	if err == nil {
		s.revision = revision
	}
	return err
}
