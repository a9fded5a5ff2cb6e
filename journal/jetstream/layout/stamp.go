package layout

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Stamp is what a snapshot carries besides its body, in one header so that
// it can be read without.
type Stamp struct {
	Seq    uint64
	Due    messages.Instant
	Saved  messages.Instant
	Epoch  uint64
	Origin uint64 // of a copy: the revision that Save wrote
	Form   int    // of the body

	Covered uint64 // the checkpoint when it was written, and 1; 0: an older program's
	Seen    uint64 // the highest Seq of the partition's snapshots until then, its own among them, and 1; 0: an older program's
}

// HeaderStamp is the header of a snapshot that has its stamp, whose numbers are to the
// base 36: there are as many of them as channels. HeaderSnapshot is an older program's,
// with the digits that people have.
const (
	HeaderStamp    = "S"
	HeaderSnapshot = "Familiar-Snapshot"

	stampBase    = 36
	snapshotBase = 10
)

// withoutForm is how many numbers the stamp of an older program has at least.
const withoutForm = 5

// Text returns the stamp as its header has it.
func (s Stamp) Text() string {
	b := make([]byte, 0, 96)
	for i, n := range [...]uint64{s.Seq, uint64(s.Due), uint64(s.Saved), s.Epoch, s.Origin, uint64(s.Form), s.Covered, s.Seen} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, n, stampBase)
	}
	return string(b)
}

// Header returns the header of a snapshot.
func (s Stamp) Header() nats.Header { return nats.Header{HeaderStamp: {s.Text()}} }

// Over is Header with the condition that this is the newest revision.
func (s Stamp) Over(revision uint64) nats.Header {
	return nats.Header{HeaderStamp: {s.Text()}, jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(revision, 10)}}
}

// ReadStamp returns the stamp in the header of a snapshot.
func ReadStamp(h nats.Header) (s Stamp, err error) {
	if text := h.Get(HeaderStamp); text != "" {
		return stampOf(text, stampBase)
	}
	return stampOf(h.Get(HeaderSnapshot), snapshotBase)
}

// StampIn reads the stamp in the header of a snapshot as the server's files have it.
func StampIn(header []byte) (s Stamp, err error) {
	_, after, is := bytes.Cut(header, []byte("\r\n"+HeaderStamp+":"))
	base := stampBase
	if !is {
		_, after, _ = bytes.Cut(header, []byte("\r\n"+HeaderSnapshot+":"))
		base = snapshotBase
	}
	text, _, _ := bytes.Cut(after, []byte("\r\n"))
	return stampOf(string(bytes.TrimSpace(text)), base)
}

// stampOf reads what [Stamp.Text] wrote. A start does so for every snapshot of its last
// minutes and for all it loads: fmt took twenty times as long.
func stampOf(text string, base int) (s Stamp, err error) {
	var n [8]uint64
	read := 0
	for ; read < len(n) && text != ""; read++ {
		var number string
		number, text, _ = strings.Cut(text, " ")
		if n[read], err = strconv.ParseUint(number, base, 64); err != nil {
			break
		}
	}
	if read < withoutForm {
		return Stamp{}, fmt.Errorf("snapshot's header has %d numbers, want %d at least: %w", read, withoutForm, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return Stamp{
		Seq: n[0], Due: messages.Instant(n[1]), Saved: messages.Instant(n[2]), Epoch: n[3],
		Origin: n[4], Form: int(n[5]), Covered: n[6], Seen: n[7],
	}, nil
}

// CopyOf reports whether the snapshot with that stamp and revision `newest`
// is, unchanged, the one that had revision `held`: a copy is only written over
// what it copies, so all revisions since the origin are the same snapshot.
func (s Stamp) CopyOf(held, newest uint64) bool {
	return s.Origin != 0 && s.Origin <= held && held < newest
}

// HeaderBorne says in a checkpoint's record which snapshots it counts on: all up
// to this revision.
const HeaderBorne = "Familiar-Snapshots"

// HeaderOwner says in a checkpoint's record who wrote it, by epoch and process, and
// HeaderOwners who owned the partition up to it: see eventlog.
const (
	HeaderOwner  = "Familiar-Owner"
	HeaderOwners = "Familiar-Owners"
)
