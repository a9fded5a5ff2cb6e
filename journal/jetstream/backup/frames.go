// Package backup writes a whole store into a file, while the program goes on, and
// makes a store of it again. It copies messages as they are: what is in them it
// doesn't know.
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

// A backup is a gzip stream of frames: one byte for its kind, its length as a
// varint and its body.
//
//	h  JSON, [Head]: what follows, and in which form
//	s  JSON, [backupStream]: the messages that follow are of this stream
//	m  a message: sequence, nanoseconds since 1970, subject, header, data
//	e  JSON, [backupEnd]: how much there was and the SHA-256 of all before
//
// Streams and subjects stand without the store's prefix.
const (
	frameHead    = 'h'
	frameStream  = 's'
	frameMessage = 'm'
	frameEnd     = 'e'
)

// Format is the newest form of a backup that this program reads. Of a store that was
// never repartitioned it writes the first, which older programs read, too.
const (
	Format      = 2
	firstFormat = 1
)

// maxFrame bounds a frame of a damaged file. A message may have 8 MiB.
const maxFrame = 16 << 20

// ErrBackup says that a file is no backup, or not a whole one.
var ErrBackup = errors.New("not a complete backup")

// A Head opens a backup.
type Head struct {
	Format     int       `json:"format"` // see [Format]
	Made       time.Time `json:"made"`
	Partitions int       `json:"partitions"`
	Generation int       `json:"generation,omitempty"` // of the partitions: see [layout.Names]
	Messages   uint64    `json:"messages"`             // about how many follow
}

type (
	backupStream struct {
		Name string `json:"name"`
		Last uint64 `json:"last,omitempty"` // the newest sequence there was, of a line's stream
	}
	backupEnd struct {
		Messages uint64 `json:"messages"`
		SHA256   string `json:"sha256"`
	}
)

// A frameWriter writes a backup.
type frameWriter struct {
	out      *gzip.Writer
	sum      hash.Hash
	buffer   *bufio.Writer // to both
	messages uint64
	body     []byte
}

func newFrameWriter(w io.Writer) *frameWriter {
	out, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		panic(err) // no such level
	}
	sum := sha256.New()
	return &frameWriter{out: out, sum: sum, buffer: bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<16)}
}

func (w *frameWriter) frame(kind byte, body []byte) error {
	head := binary.AppendUvarint([]byte{kind}, uint64(len(body)))
	if _, err := w.buffer.Write(head); err != nil {
		return err
	}
	_, err := w.buffer.Write(body)
	return err
}

func (w *frameWriter) json(kind byte, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return w.frame(kind, text)
}

// message writes m under a subject without its prefix.
func (w *frameWriter) message(subject string, m store.Message) error {
	header, err := json.Marshal(m.Header)
	if err != nil {
		return err
	}
	if len(m.Header) == 0 {
		header = nil
	}
	b := binary.AppendUvarint(w.body[:0], m.Seq)
	b = binary.AppendVarint(b, m.At.UnixNano())
	b = append(binary.AppendUvarint(b, uint64(len(subject))), subject...)
	b = append(binary.AppendUvarint(b, uint64(len(header))), header...)
	w.body = append(b, m.Data...)
	w.messages++
	return w.frame(frameMessage, w.body)
}

// end completes the backup.
func (w *frameWriter) end() error {
	if err := w.buffer.Flush(); err != nil {
		return err
	}
	if err := w.json(frameEnd, backupEnd{w.messages, fmt.Sprintf("%x", w.sum.Sum(nil))}); err != nil {
		return err
	}
	return errors.Join(w.buffer.Flush(), w.out.Close())
}
