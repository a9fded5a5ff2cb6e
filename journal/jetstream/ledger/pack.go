package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"familiar/internal/compact"
	"familiar/messages"
	"familiar/messages/because"
)

// A pack is several notes of one channel in a row, oldest first. A note says
// only where it differs from the one before, the first from an empty one:
//
//	version  one byte, [packVersion]
//	note     varint: a bit for each field that differs, then these fields
//
// Numbers are varints, odds and their bar four bytes; At and Due count from the note before and from At.
// Strings have their length before them. The bits are storage: they are never
// given another meaning, only added.
const packVersion = 1

const (
	diffFamiliar = 1 << iota
	diffLine
	diffAt
	diffAct
	diffRung
	diffTrigger
	diffN
	diffReason
	diffDue
	diffTerm
	diffFacts
	diffMeta
	diffOdds
	diffBar
	diffPartly // the field is the other than before
	diffArm
	diffUnknown
)

// A packing is a pack that is being filled.
type packing struct {
	bytes []byte
	count int
	last  messages.Note // a copy: the notes of one line's familiars lie together, and it would keep them all
	why   string        // the last one's reason, written
}

// add appends n. Its channel is not kept: the pack's subject says it.
func (p *packing) add(n *messages.Note) {
	if p.count == 0 {
		p.bytes = append(p.bytes, packVersion)
	}
	b, was, why := p.bytes, &p.last, because.Written(n.Reason)
	b = binary.AppendUvarint(b, differences(was, n, p.why != why))
	text := func(was, is string) {
		if was != is {
			b = append(binary.AppendUvarint(b, uint64(len(is))), is...)
		}
	}
	text(string(was.Familiar), string(n.Familiar))
	text(string(was.Line), string(n.Line))
	if was.At != n.At {
		b = binary.AppendVarint(b, int64(n.At-was.At))
	}
	text(string(was.Act), string(n.Act))
	text(string(was.Rung), string(n.Rung))
	text(string(was.Trigger), string(n.Trigger))
	if was.N != n.N {
		b = binary.AppendUvarint(b, n.N)
	}
	text(p.why, why)
	if was.Due != n.Due {
		b = binary.AppendVarint(b, int64(n.Due-n.At))
	}
	text(was.Term, n.Term)
	if was.Facts != n.Facts {
		b = binary.AppendUvarint(b, uint64(n.Facts))
	}
	if was.Meta != n.Meta {
		b = append(append(b, n.Meta.TraceID[:]...), n.Meta.SpanID[:]...)
		b = binary.AppendVarint(b, int64(n.Meta.At-n.At))
		b = append(binary.AppendUvarint(b, uint64(n.Meta.ID)), n.Meta.Flags)
	}
	if was.Odds != n.Odds {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(n.Odds))
	}
	if was.Bar != n.Bar {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(n.Bar))
	}
	text(string(was.Arm), string(n.Arm))
	p.bytes, p.last, p.why = b, *n, why
	p.count++
}

// differences has the bit of each field that differs; whether the reasons are
// written otherwise, is given.
func differences(a, b *messages.Note, reasons bool) (bits uint64) {
	differs := func(is bool, bit uint64) {
		if is {
			bits |= bit
		}
	}
	differs(a.Familiar != b.Familiar, diffFamiliar)
	differs(a.Line != b.Line, diffLine)
	differs(a.At != b.At, diffAt)
	differs(a.Act != b.Act, diffAct)
	differs(a.Rung != b.Rung, diffRung)
	differs(a.Trigger != b.Trigger, diffTrigger)
	differs(a.N != b.N, diffN)
	differs(reasons, diffReason)
	differs(a.Due != b.Due, diffDue)
	differs(a.Term != b.Term, diffTerm)
	differs(a.Facts != b.Facts, diffFacts)
	differs(a.Meta != b.Meta, diffMeta)
	differs(a.Odds != b.Odds, diffOdds)
	differs(a.Bar != b.Bar, diffBar)
	differs(a.Partly != b.Partly, diffPartly)
	differs(a.Arm != b.Arm, diffArm)
	return bits
}

var errPack = errors.New("pack of notes is damaged")

// unpack reads a pack of the channel's notes. Their strings share memory of
// their own, none of b's.
func unpack(channel messages.ChannelID, b []byte) ([]*messages.Note, error) {
	if len(b) == 0 {
		return nil, errPack
	}
	if b[0] != packVersion {
		return nil, fmt.Errorf("pack of notes has version %d, this program knows %d", b[0], packVersion)
	}
	r := unpacking{rest: string(b[1:])}
	var notes []*messages.Note
	last := messages.Note{Channel: channel}
	for r.rest != "" {
		r.note(&last)
		if r.bad {
			return nil, errPack
		}
		n := last
		notes = append(notes, &n)
	}
	return notes, nil
}

// An unpacking is what is left of a pack to read.
type unpacking struct {
	rest string
	bad  bool
	why  string // the last note's reason, written
}

// note changes the note before into the next one.
func (r *unpacking) note(n *messages.Note) {
	bits := r.uvarint()
	if bits >= diffUnknown {
		r.bad = true
		return
	}
	has := func(bit uint64) bool { return bits&bit != 0 }
	if has(diffFamiliar) {
		n.Familiar = messages.FamiliarID(r.text())
	}
	if has(diffLine) {
		n.Line = messages.LineID(r.text())
	}
	if has(diffAt) {
		n.At += messages.Instant(r.varint())
	}
	if has(diffAct) {
		n.Act = messages.Act(r.text())
	}
	if has(diffRung) {
		n.Rung = messages.Rung(r.text())
	}
	if has(diffTrigger) {
		n.Trigger = messages.Trigger(r.text())
	}
	if has(diffN) {
		n.N = r.uvarint()
	}
	if has(diffReason) {
		r.why = r.text()
	}
	if has(diffReason | diffRung) {
		n.Reason = because.Read(n.Rung, r.why)
	}
	if has(diffDue) {
		n.Due = n.At + messages.Instant(r.varint())
	}
	if has(diffTerm) {
		n.Term = r.text()
	}
	if has(diffFacts) {
		n.Facts = messages.Facts(r.uvarint())
	}
	if has(diffMeta) {
		r.meta(n)
	}
	if has(diffOdds) {
		n.Odds = r.float()
	}
	if has(diffBar) {
		n.Bar = r.float()
	}
	if has(diffPartly) {
		n.Partly = !n.Partly
	}
	if has(diffArm) {
		n.Arm = messages.Arm(r.text())
	}
}

func (r *unpacking) meta(n *messages.Note) {
	copy(n.Meta.TraceID[:], r.cut(uint64(len(n.Meta.TraceID))))
	copy(n.Meta.SpanID[:], r.cut(uint64(len(n.Meta.SpanID))))
	n.Meta.At = n.At + messages.Instant(r.varint())
	n.Meta.ID = uint32(r.uvarint())
	if flags := r.cut(1); flags != "" {
		n.Meta.Flags = flags[0]
	}
}

// float is four bytes, the lowest first.
func (r *unpacking) float() float32 {
	b := r.cut(4)
	if b == "" {
		return 0
	}
	f := math.Float32frombits(binary.LittleEndian.Uint32([]byte(b)))
	r.bad = r.bad || math.IsNaN(float64(f)) // no odds are no number
	return f
}

func (r *unpacking) text() string { return r.cut(r.uvarint()) }

func (r *unpacking) cut(n uint64) string {
	if n > uint64(len(r.rest)) {
		r.rest, r.bad = "", true
		return ""
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}

func (r *unpacking) uvarint() (v uint64) {
	for shift := 0; shift < 64; shift += 7 {
		c := r.cut(1)
		if c == "" {
			return 0
		}
		v |= uint64(c[0]&0x7f) << shift
		if c[0] < 0x80 {
			return v
		}
	}
	r.bad = true
	return 0
}

func (r *unpacking) varint() int64 { return compact.Signed(r.uvarint()) }
