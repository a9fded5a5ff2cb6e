package conversation

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"familiar/policy/seating"
	"familiar/policy/transcript"
	"familiar/policy/turns"
)

// A stored is the JSON of what is encoded: all but the lines.
type stored struct {
	*State
	*turns.Saved
	Shadow []byte `json:"shadow,omitempty"` // of the seats nobody is to notice, encoded by itself
}

// Encode returns the channel as bytes that [Decode] takes: the length of the
// JSON, the JSON of all but the lines, the packed lines and ids.
func (ch *Channel) Encode() ([]byte, error) { return ch.AppendEncoded(nil) }

// AppendEncoded is [Channel.Encode] into the room after b.
func (ch *Channel) AppendEncoded(b []byte) ([]byte, error) {
	if ch.Shadow == nil {
		return ch.encode(b, nil)
	}
	shadow, err := ch.Shadow.encode(nil, nil)
	if err != nil {
		return b, err
	}
	return ch.encode(b, shadow)
}

// encode appends the state, and that of the seats in shadow beside it.
func (s *State) encode(b, shadow []byte) ([]byte, error) {
	start, text := len(b), bytes.NewBuffer(b)
	if err := json.NewEncoder(text).Encode(stored{s, &s.Turns.Saved, shadow}); err != nil {
		return b, fmt.Errorf("encode state of %s: %w", s.Channel, err)
	}
	packed := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	length := binary.AppendUvarint(nil, uint64(len(packed)-start))
	packed = slices.Grow(packed, len(length)+transcript.PackedSize(&s.Lines, &s.Seen))
	packed, err := transcript.Pack(slices.Insert(packed, start, length...), &s.Lines, &s.Seen)
	if err != nil {
		return b, fmt.Errorf("encode lines of %s: %w", s.Channel, err)
	}
	return packed, nil
}

// ErrNewer says that a state was written by a newer program. What this one
// wrote in its place would lose what that one knew.
var ErrNewer = errors.New("written by a newer program")

// Decode makes a channel of what [Channel.Encode] gave, under a configuration
// that may be another. One of a newer program is [ErrNewer].
func Decode(b []byte, c *Config) (*Channel, error) {
	ch := &Channel{}
	packed, err := ch.decode(b)
	if err != nil {
		return nil, err
	}
	if len(packed) > 0 {
		ch.Shadow = &State{}
		none, err := ch.Shadow.decode(packed)
		if err == nil && len(none) > 0 {
			err = transcript.ErrPacked // a shadow has none
		}
		if err != nil {
			return nil, fmt.Errorf("decode state: %w", err)
		}
	}
	ch.Use(c)
	return ch, nil
}

// decode fills a state that is empty and under no configuration yet, and gives
// that of the seats in shadow as it is encoded beside it.
func (s *State) decode(b []byte) (shadow []byte, _ error) {
	with := stored{State: s, Saved: &s.Turns.Saved}
	text, packed := cutText(b)
	err := json.Unmarshal(text, &with)
	if s.Version > Version { // first of all: its fields may have other forms
		return nil, fmt.Errorf("decode state of %s: version %d, this program knows 1 to %d: %w", s.Channel, s.Version, Version, ErrNewer)
	}
	if err != nil {
		return nil, fmt.Errorf("decode state: %w", err)
	}
	if s.Version < 1 {
		return nil, fmt.Errorf("decode state of %s: it has no version", s.Channel)
	}
	if err := transcript.Unpack(packed, &s.Lines, &s.Seen); err != nil {
		return nil, fmt.Errorf("decode lines of %s: %w", s.Channel, err)
	}
	if !s.seated() {
		return nil, fmt.Errorf("decode state of %s: a turn, post or line of it belongs to no seat", s.Channel)
	}
	s.Roster.Adopt(s.Lines.Authors())
	s.shareAuthors()
	for i := range s.Seats {
		seat := &s.Seats[i]
		if seat.WasQuiet {
			seat.Manners.Hushed, seat.WasQuiet = true, false
		}
		for _, no := range seat.Copies {
			if e := s.Lines.At(no); e != nil {
				e.MarkUnheard(1 << i)
			}
		}
		seat.Copies = nil
	}
	s.adoptRetry()
	return with.Shadow, nil
}

// cutText parts an encoded state into its JSON and what is packed behind it. Of
// what is cut or damaged there is none.
func cutText(b []byte) (text, packed []byte) {
	length, n := binary.Uvarint(b)
	if n <= 0 || length > uint64(len(b)-n) {
		return nil, nil
	}
	return b[n : n+int(length)], b[n+int(length):]
}

// seated reports whether all that names a seat names one there is.
func (s *State) seated() bool {
	in := func(seat int) bool { return seat >= 0 && seat < len(s.Seats) }
	if t := s.Turn; t != nil && (!in(t.Seat) || !t.Posts.Within(len(s.Seats))) {
		return false
	}
	if !s.Notices.Within(len(s.Seats)) {
		return false
	}
	for e := range s.Lines.Each() {
		if e.By() < 0 || int(e.By()) > len(s.Seats) {
			return false
		}
	}
	return len(s.Seats) <= seating.MaxSeats && s.Strays.Within(len(s.Seats))
}

// shareAuthors makes the lines outside the transcript hold its copy of the author
// again.
func (s *State) shareAuthors() {
	share := func(all transcript.Entries) { all.ShareAuthors(&s.Lines) }
	for i := range s.Seats {
		s.Seats[i].Each(share)
	}
	if s.Turn != nil {
		s.Turn.Each(share)
	}
}
