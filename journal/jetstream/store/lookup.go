package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// FirstOf reads the oldest message of a stream whose subject matches the
// filter; nil: there is none. What was acknowledged is found.
func (s *Store) FirstOf(ctx context.Context, stream, filter string) (*jetstream.RawStreamMsg, error) {
	wanted := map[string]any{"seq": 1, "next_by_subj": filter}
	if s.Outside() {
		return s.askLeader(ctx, stream, wanted)
	}
	request, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", stream, err)
	}
	return s.direct(ctx, "$JS.API.DIRECT.GET."+stream, request)
}

// Surely is Newest of what was acknowledged: in a cluster any server answers a
// direct read, with what it has, and one may be behind. It costs a turn of the
// server's API there.
func (s *Store) Surely(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	if s.Outside() {
		return s.askLeader(ctx, stream, map[string]any{"last_by_subj": subject})
	}
	return s.Newest(ctx, stream, subject)
}

// SurelyAt is At of what was acknowledged.
func (s *Store) SurelyAt(ctx context.Context, stream string, seq uint64) (*jetstream.RawStreamMsg, error) {
	if s.Outside() {
		return s.askLeader(ctx, stream, map[string]any{"seq": seq})
	}
	return s.At(ctx, stream, seq)
}

// askLeader reads a message from the server that takes a stream's writes; nil:
// there is none.
func (s *Store) askLeader(ctx context.Context, stream string, wanted map[string]any) (*jetstream.RawStreamMsg, error) {
	var answer struct {
		Message struct {
			Subject string    `json:"subject"`
			Seq     uint64    `json:"seq"`
			Header  []byte    `json:"hdrs"`
			Data    []byte    `json:"data"`
			Time    time.Time `json:"time"`
		} `json:"message"`
	}
	err := s.API(ctx, "STREAM.MSG.GET."+stream, wanted, &answer)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	m := answer.Message
	found := &jetstream.RawStreamMsg{Subject: m.Subject, Sequence: m.Seq, Data: m.Data, Time: m.Time}
	if len(m.Header) > 0 {
		if found.Header, err = nats.DecodeHeadersMsg(m.Header); err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
	}
	return found, nil
}

// Each hands over a stream's messages whose subject matches the filter, up to a
// sequence, oldest first; until 0: to the end.
func (s *Store) Each(ctx context.Context, stream, filter string, until uint64, take func(*jetstream.RawStreamMsg) error) error {
	for from := uint64(1); ; {
		batch, err := s.BatchUntil(ctx, stream, filter, from, until, ReplayBatch)
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, m := range batch {
			if until != 0 && m.Sequence > until {
				return nil
			}
			if err := take(m); err != nil {
				return err
			}
			from = m.Sequence + 1
		}
	}
}

// BatchUntil is Batch of what was acknowledged: none means that the stream has no more
// of them, up to a sequence or, if that is 0, to its end. In a cluster the server that
// answers may not have the newest yet; then the next comes from the one that takes the
// writes. A batch may go beyond the sequence.
func (s *Store) BatchUntil(ctx context.Context, stream, subject string, from, until uint64, most int) ([]*jetstream.RawStreamMsg, error) {
	batch, err := s.batch(ctx, stream, subject, from, most)
	if err != nil || len(batch) > 0 || !s.Outside() {
		return batch, err
	}
	m, err := s.nextSurely(ctx, stream, subject, from)
	if err != nil || m == nil || until != 0 && m.Sequence > until {
		return nil, err
	}
	return []*jetstream.RawStreamMsg{m}, nil
}

// nextSurely reads the first of a subject's messages ("": of all) from a sequence on that
// was acknowledged; nil: there is none.
func (s *Store) nextSurely(ctx context.Context, stream, subject string, from uint64) (*jetstream.RawStreamMsg, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	return s.askLeader(bounded, stream, map[string]any{"seq": from, "next_by_subj": cmp.Or(subject, ">")})
}

// Delete takes messages out of a stream. The bytes stay in its file until the
// server tidies it, or are overwritten at once; that costs writing the file
// anew, up to 8 MiB a message. One that is gone already is no error.
func (s *Store) Delete(ctx context.Context, stream string, overwrite bool, seqs ...uint64) error {
	for _, seq := range seqs {
		bounded, cancel := s.Bounded(ctx)
		err := s.deleteOne(bounded, stream, overwrite, seq)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) deleteOne(ctx context.Context, stream string, overwrite bool, seq uint64) error {
	var done struct{}
	err := s.API(ctx, "STREAM.MSG.DELETE."+stream, map[string]any{"seq": seq, "no_erase": !overwrite}, &done)
	if err == nil || isGone(err) {
		return nil
	}
	// Of one that was there once the server says only that it failed.
	if m, unread := s.SurelyAt(ctx, stream, seq); unread == nil && m == nil {
		return nil
	}
	return err
}

// isGone reports whether a delete failed because there was nothing to delete.
func isGone(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == codeNoSequence || api.ErrorCode == jetstream.JSErrCodeMessageNotFound)
}

// codeNoSequence has no name in the client; it is from the server's
// errors.json.
const codeNoSequence jetstream.ErrorCode = 10043

// Over has the server refuse what takes the place of a message of another sequence, or, of
// 0, of any.
func Over(revision uint64) nats.Header {
	return nats.Header{jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(revision, 10)}}
}

// OnlyOne has the server refuse a message if there is one already whose
// subject matches the filter.
func OnlyOne(filter string) nats.Header {
	return nats.Header{
		jetstream.ExpectedLastSubjSeqHeader:     {"0"},
		jetstream.ExpectedLastSubjSeqSubjHeader: {filter},
	}
}

// SurelyWithin is Surely within the limit of a call.
func (s *Store) SurelyWithin(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	return s.Surely(bounded, stream, subject)
}

// NewestWithin is Newest within the limit of a call.
func (s *Store) NewestWithin(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	return s.Newest(bounded, stream, subject)
}

// batch reads the next records of a subject, at most so many.
func (s *Store) batch(ctx context.Context, stream, subject string, from uint64, most int) ([]*jetstream.RawStreamMsg, error) {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	var found []*jetstream.RawStreamMsg
	err := s.ReadFrom(bounded, stream, subject, from, most, func(m *jetstream.RawStreamMsg) bool {
		found = append(found, m)
		return true
	})
	return found, err
}

// ReplayBatch is how many records one read of a replay brings.
const ReplayBatch = 256

// newestAtOnce is how many subjects one read of NewestOf asks for.
const newestAtOnce = 128

// NewestOf returns the newest message of each subject that has one. It asks for
// many at a time: one by one, 256 of them took as many round trips.
func (s *Store) NewestOf(ctx context.Context, stream string, subjects []string) (map[string]*jetstream.RawStreamMsg, error) {
	found := make(map[string]*jetstream.RawStreamMsg, len(subjects))
	for len(subjects) > 0 {
		now := subjects[:min(newestAtOnce, len(subjects))]
		had := len(found)
		if err := s.newestOf(ctx, stream, now, found); err != nil {
			return nil, err
		}
		missing := slices.DeleteFunc(slices.Clone(now), func(subject string) bool { return found[subject] != nil })
		if len(missing) == 0 || len(found) == had { // the server may answer a part, if that is much
			subjects = subjects[len(now):]
			continue
		}
		subjects = append(missing, subjects[len(now):]...)
	}
	return found, nil
}

func (s *Store) newestOf(ctx context.Context, stream string, subjects []string, found map[string]*jetstream.RawStreamMsg) error {
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	request, err := json.Marshal(struct {
		Subjects []string `json:"multi_last"`
		Batch    int      `json:"batch"`
		MaxBytes int      `json:"max_bytes"`
	}{subjects, len(subjects), alongBytes})
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	err = s.several(bounded, stream, request, len(subjects), func(m *jetstream.RawStreamMsg) bool {
		found[m.Subject] = m
		return true
	})
	if errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("read: %w: %w", jetstream.ErrStreamNotFound, nats.ErrNoResponders)
	}
	return err
}
