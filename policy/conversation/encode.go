package conversation

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"familiar/internal/compact"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// header begins an encoded state. It is itself a state of form 1 that has only
// a version: a program that knows no other form says [ErrNewer] of it.
const header = "\x07{\"v\":3}"

// castagnoli is of what follows the header and the sum.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the channel as bytes that [Decode] takes: [header], the sum of
// the rest, the state, and that of its shadow if there is one. Of each these are
// the fields after their length, and the packed lines and ids.
// docs/adr/0025 says why, and docs/adr/0058 what the form before had twice.
func (ch *Channel) Encode() ([]byte, error) { return ch.AppendEncoded(nil) }

// AppendEncoded is [Channel.Encode] into the room after b.
func (ch *Channel) AppendEncoded(b []byte) ([]byte, error) {
	start := len(b)
	whole, err := ch.State.appendTo(append(append(slices.Grow(b, ch.size()), header...), 0, 0, 0, 0))
	if err == nil && ch.Shadow != nil {
		whole, err = ch.Shadow.appendTo(whole)
	}
	if err != nil {
		return b, fmt.Errorf("encode state of %s: %w", ch.Channel, err)
	}
	seal(whole[start:])
	return whole, nil
}

// seal puts the sum of what follows it into an encoded state.
func seal(b []byte) {
	sum, body := b[len(header):][:4], b[len(header)+4:]
	binary.LittleEndian.PutUint32(sum, crc32.Checksum(body, castagnoli))
}

// size returns about how many bytes the state will take, and seldom too few.
func (s *State) size() int {
	const fields = 1024 // usually
	return fields + transcript.PackedSize(&s.Lines, &s.Seen)
}

// appendTo appends the state.
func (s *State) appendTo(b []byte) ([]byte, error) {
	start := len(b)
	c := compact.Writer(b)
	s.Fields(&c)
	b, err := c.Written()
	var length [binary.MaxVarintLen64]byte
	b = slices.Insert(b, start, binary.AppendUvarint(length[:0], uint64(len(b)-start))...)
	return transcript.Pack(b, s.Now, &s.Lines, &s.Seen, &s.Roster), err
}

// What a state can't be decoded for.
var (
	// ErrNewer says that a state was written by a newer program. What this one
	// wrote in its place would lose what that one knew.
	ErrNewer = errors.New("written by a newer program")

	errSum   = errors.New("it is cut or damaged: its sum is not that of what it holds")
	errSeats = errors.New("a turn, post or line of it belongs to no seat")
)

// Decode makes a channel of what [Channel.Encode] gave, or an older program's,
// under a configuration that may be another. One of a newer program is
// [ErrNewer].
func Decode(b []byte, c *Config) (*Channel, error) {
	ch, err := Kept(b)
	if err == nil {
		ch.Use(c)
	}
	return ch, err
}

// Kept makes a channel of the same as it was kept, under no configuration: with the
// seats of all familiars it had, of which that may have fewer. It is to be read; it
// can't be stepped.
func Kept(b []byte) (*Channel, error) {
	ch := &Channel{}
	var err error
	if body, is := bytes.CutPrefix(b, []byte(header)); is {
		err = ch.decode(body, (*State).decode)
	} else if body, is = bytes.CutPrefix(b, []byte(header2)); is {
		err = ch.decode(body, (*State).decodeForm2)
	} else {
		err = ch.decodeForm1(b)
	}
	switch {
	case errors.Is(err, compact.ErrUnknown): // under a sum that is right
		return nil, fmt.Errorf("decode state of %s: %w: %w", ch.Channel, ErrNewer, err)
	case err != nil && ch.Channel == "":
		return nil, fmt.Errorf("decode state: %w", err)
	case err != nil:
		return nil, fmt.Errorf("decode state of %s: %w", ch.Channel, err)
	}
	return ch, nil
}

// decode fills a channel that is empty with what follows the header, states that are
// decoded so.
func (ch *Channel) decode(b []byte, state func(*State, []byte) (rest []byte, err error)) error {
	if len(b) < 4 || binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:], castagnoli) {
		return errSum
	}
	rest, err := state(&ch.State, b[4:])
	if err != nil || len(rest) == 0 {
		return err
	}
	ch.Shadow = &State{}
	if rest, err = state(ch.Shadow, rest); err == nil && len(rest) > 0 {
		err = errSum
	}
	return err
}

// decode fills a state that is empty and under no configuration yet, and gives
// what is behind it.
func (s *State) decode(b []byte) (rest []byte, _ error) {
	length, size := compact.Uvarint(b)
	if size <= 0 || length > uint64(len(b)-size) {
		return nil, errSum
	}
	b = b[size:]
	c := compact.Reader(b[:length])
	if s.Fields(&c); c.Read() != nil {
		return nil, c.Read()
	}
	rest, err := transcript.Unpack(b[length:], s.Now, &s.Lines, &s.Seen, &s.Roster)
	if err != nil {
		return nil, err
	}
	return rest, s.knit()
}

// knit makes what was decoded hold together: the lines outside the transcript hold its copy
// of the author again. All that names a seat has to name one there is.
func (s *State) knit() error {
	seats, t := len(s.Seats), s.Turn
	if t != nil && (t.Seat < 0 || t.Seat >= seats || !t.Posts.Within(seats)) {
		return errSeats
	}
	if seats > seating.MaxSeats || !s.Lines.Within(seats) || !s.Notices.Within(seats) || !s.Strays.Within(seats) {
		return errSeats
	}
	share := func(all transcript.Entries) { all.ShareAuthors(&s.Lines) }
	s.Seats.Each(share)
	if t != nil {
		t.Each(share)
	}
	return nil
}
