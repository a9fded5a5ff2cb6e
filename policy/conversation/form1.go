package conversation

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"familiar/policy/transcript"
	"familiar/policy/turns"
)

// Form 1, which nothing writes any more: the length of the JSON, the JSON of all
// but the lines, the packed lines and ids. The names of the fields in JSON are
// its own; a field that was made since needs none.

// A form1 is the JSON of what is encoded: all but the lines.
type form1 struct {
	Version int `json:"v"`
	*State
	*turns.Saved
	Shadow []byte `json:"shadow,omitempty"` // of the seats nobody is to notice, encoded by itself
}

// decodeForm1 fills a channel that is empty.
func (ch *Channel) decodeForm1(b []byte) error {
	packed, err := ch.State.decodeForm1(b)
	if err != nil || len(packed) == 0 {
		return err
	}
	ch.Shadow = &State{}
	none, err := ch.Shadow.decodeForm1(packed)
	if err == nil && len(none) > 0 {
		err = transcript.ErrPacked // a shadow has none
	}
	return err
}

// decodeForm1 fills a state that is empty and under no configuration yet, and gives
// that of the seats in shadow as it is encoded beside it.
func (s *State) decodeForm1(b []byte) (shadow []byte, _ error) {
	with := form1{State: s, Saved: &turns.Saved{}}
	text, packed := cutText(b)
	err := json.Unmarshal(text, &with)
	switch {
	case with.Version > Version: // first of all: its fields may have other forms
		return nil, fmt.Errorf("version %d, this program knows 1 to %d: %w", with.Version, Version, ErrNewer)
	case err != nil:
		return nil, err
	case with.Version != 1:
		return nil, fmt.Errorf("this is no state of version %d", with.Version)
	}
	s.Turns.Saved = with.Saved
	if err := transcript.UnpackForm1(packed, &s.Lines, &s.Seen); err != nil {
		return nil, err
	}
	if err := s.knit(); err != nil {
		return nil, err
	}
	if err := s.adoptEarlier(text); err != nil {
		return nil, err
	}
	s.adoptRetry()
	return with.Shadow, nil
}

// An earlierSeat is what a seat of form 1 had that stands elsewhere since.
type earlierSeat struct {
	Quiet  bool     `json:"quiet"`  // from before Manners
	Copies []uint32 `json:"copies"` // from before Marks.Unheard
}

// adoptEarlier puts what the seats of form 1 had earlier where it stands now.
func (s *State) adoptEarlier(text []byte) error {
	var had struct {
		Seats []earlierSeat `json:"seats"`
	}
	if err := json.Unmarshal(text, &had); err != nil {
		return err
	}
	for i, seat := range had.Seats {
		if seat.Quiet {
			s.Seats[i].Told().Hushed = true
		}
		for _, no := range seat.Copies {
			if e := s.Lines.At(no); e != nil {
				s.Lines.MarkUnheard(e, 1<<i)
			}
		}
	}
	return nil
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
