package conversation

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"familiar/messages"
)

// Encode gives the state as bytes that [Decode] takes: the length of the JSON,
// the JSON of all but the lines, the packed lines and ids.
func (s *State) Encode() ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode state of %s: %w", s.Channel, err)
	}
	b := make([]byte, 0, len(text)+160*len(s.Lines.Entries)+8*len(s.Seen.Hashes)+64)
	b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	if b, err = s.Lines.pack(b); err != nil {
		return nil, fmt.Errorf("encode lines of %s: %w", s.Channel, err)
	}
	return s.Seen.pack(b), nil
}

// Decode makes a state of what [State.Encode] gave, under a configuration that
// may be another. A state of a newer program is an error.
func Decode(b []byte, c *Config) (*State, error) {
	r := unpacker{b: b}
	var s State
	if err := json.Unmarshal([]byte(r.string()), &s); err != nil {
		return nil, fmt.Errorf("decode state: %w", err)
	}
	if s.Version < 1 || s.Version > Version {
		return nil, fmt.Errorf("decode state of %s: it is of version %d, this program knows 1 to %d", s.Channel, s.Version, Version)
	}
	if t := s.Turn; t != nil && (t.Seat < 0 || t.Seat >= len(s.Seats)) {
		return nil, fmt.Errorf("decode state of %s: its turn belongs to no seat", s.Channel)
	}
	if err := s.Lines.unpack(&r); err != nil {
		return nil, fmt.Errorf("decode lines of %s: %w", s.Channel, err)
	}
	if s.Seen.unpack(&r); r.damaged || len(r.b) > 0 {
		return nil, fmt.Errorf("decode lines of %s: %w", s.Channel, errPacked)
	}
	s.share()
	s.Use(c)
	return &s, nil
}

// share makes a person's lines hold one copy of the author again.
func (s *State) share() {
	known := make(map[messages.Author]*messages.Author)
	one := func(e *Entry) {
		if e.Author == nil {
			e.Author = &messages.Author{}
		}
		if known[*e.Author] == nil {
			known[*e.Author] = e.Author
		}
		e.Author = known[*e.Author]
	}
	for i := range s.Lines.Entries {
		one(&s.Lines.Entries[i])
	}
	for i := range s.Seats {
		for p := range s.Seats[i].Pending {
			one(&s.Seats[i].Pending[p])
		}
	}
	if s.Turn != nil {
		for a := range s.Turn.Asked {
			one(&s.Turn.Asked[a])
		}
	}
}
