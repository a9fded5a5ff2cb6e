package backup

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"familiar/journal/jetstream/store"
)

// A frameReader reads a backup. Its errors are [ErrBackup] where the file is
// to blame.
type frameReader struct {
	in   *bufio.Reader
	sum  hash.Hash
	body []byte
}

func newFrameReader(r io.Reader) (*frameReader, error) {
	in, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	return &frameReader{in: bufio.NewReaderSize(in, 1<<16), sum: sha256.New()}, nil
}

// next returns the next frame; its body holds until the one after.
func (r *frameReader) next() (kind byte, body []byte, err error) {
	fail := func(err error) (byte, []byte, error) {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the end frame has not come
		}
		return 0, nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	if kind, err = r.in.ReadByte(); err != nil {
		return fail(err)
	}
	n, err := binary.ReadUvarint(r.in)
	if err != nil {
		return fail(err)
	}
	if n > maxFrame {
		return fail(fmt.Errorf("a frame of %d bytes", n))
	}
	if uint64(cap(r.body)) < n {
		r.body = make([]byte, n)
	}
	r.body = r.body[:n]
	if _, err := io.ReadFull(r.in, r.body); err != nil {
		return fail(err)
	}
	if kind != frameEnd {
		r.sum.Write(binary.AppendUvarint([]byte{kind}, n))
		r.sum.Write(r.body)
	}
	return kind, r.body, nil
}

// whole compares the end frame with what was read.
func (r *frameReader) whole(body []byte, messages uint64) error {
	var end backupEnd
	if err := json.Unmarshal(body, &end); err != nil {
		return fmt.Errorf("%w: its end: %w", ErrBackup, err)
	}
	if got := fmt.Sprintf("%x", r.sum.Sum(nil)); end.Messages != messages || end.SHA256 != got {
		return fmt.Errorf("%w: want %d messages with SHA-256 %s, got %d with %s", ErrBackup, end.Messages, end.SHA256, messages, got)
	}
	return nil
}

// readMessage reads a message frame's body; the data is the body's own.
func readMessage(body []byte) (m store.Message, err error) {
	cut := func(n uint64, size int) []byte {
		if err != nil || size <= 0 || n > uint64(len(body)-size) {
			err = fmt.Errorf("%w: a message is truncated", ErrBackup)
			return nil
		}
		part := body[size : size+int(n)]
		body = body[size+int(n):]
		return part
	}
	seq, size := binary.Uvarint(body)
	cut(0, size)
	at, size := binary.Varint(body)
	cut(0, size)
	n, size := binary.Uvarint(body)
	subject := cut(n, size)
	n, size = binary.Uvarint(body)
	header := cut(n, size)
	if err != nil {
		return store.Message{}, err
	}
	m = store.Message{Subject: string(subject), Data: body, Seq: seq, At: time.Unix(0, at)}
	if len(header) > 0 {
		if err := json.Unmarshal(header, &m.Header); err != nil {
			return store.Message{}, fmt.Errorf("%w: a message's header: %w", ErrBackup, err)
		}
	}
	return m, nil
}
