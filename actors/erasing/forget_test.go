package erasing

import (
	"slices"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/credit"
)

// TestChannelsOfSeats: whom only a familiar's seat remembers is found, whatever the
// configuration says of that familiar today.
func TestChannelsOfSeats(t *testing.T) {
	j := memory.New(memory.Config{})
	for channel, remember := range map[messages.ChannelID]func(*conversation.Seat){
		"web//credited": func(s *conversation.Seat) { s.Credit.Entries = []credit.Entry{{Author: "ana", Until: 5}} },
		"web//alone":    func(s *conversation.Seat) { s.Manners = &admission.State{Alone: []messages.PersonID{"ana"}} },
		"web//others":   func(s *conversation.Seat) { s.Credit.Entries = []credit.Entry{{Author: "ben", Until: 5}} },
	} {
		state := conversation.New(channel, &conversation.Config{Seats: []conversation.SeatConfig{{Familiar: "gone"}}})
		remember(&state.Seats[0])
		body, err := state.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: channel, Seq: 1, Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	found, err := ChannelsOf(t.Context(), j, "ana", func() {})
	if want := []messages.ChannelID{"web//alone", "web//credited"}; err != nil || !slices.Equal(found, want) {
		t.Errorf("got %q, %v; want %q", found, err, want)
	}
}
