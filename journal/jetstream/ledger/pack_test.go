package ledger

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
)

func packed(notes ...*messages.Note) []byte {
	var p packing
	for _, n := range notes {
		p.add(n)
	}
	return p.bytes
}

func TestPackComesBack(t *testing.T) {
	full := &messages.Note{
		Channel: "c", Familiar: "felix", Line: "m1", At: 1_700_000_000_000, Act: messages.Wait, Rung: "lull", Trigger: messages.Lull,
		N: 1<<64 - 1, Reason: because.Says("nobody \x00 spoke"), Due: 1_700_000_030_000, Term: "lull", Facts: messages.IsDM | messages.ModeOther, Odds: .25, Bar: .3, Arm: "calmer@3f2a9c1b/b", Partly: true,
		Meta: messages.Meta{TraceID: [16]byte{1, 15: 2}, SpanID: [8]byte{3}, At: 1_700_000_000_001, ID: 1<<32 - 1, Flags: 1},
	}
	later := *full
	later.At, later.Line = full.At+40, "m2"
	for _, tt := range []struct {
		story string
		notes []*messages.Note
	}{
		{"a note that says nothing", []*messages.Note{{Channel: "c"}}},
		{"one that says all", []*messages.Note{full}},
		{"one like the one before", []*messages.Note{full, full}},
		{"one a little later", []*messages.Note{full, &later}},
		{"one earlier, and empty", []*messages.Note{&later, {Channel: "c", At: -5, Due: -7}, full}},
	} {
		got, err := unpack("c", packed(tt.notes...))
		if err != nil || !reflect.DeepEqual(got, tt.notes) {
			t.Errorf("%s: got %+v, %v", tt.story, got, err)
		}
	}
}

func TestPackIsSmall(t *testing.T) {
	var p packing
	for n := range PackOf {
		p.add(observed("c", n))
	}
	if perNote := len(p.bytes) / PackOf; perNote > 60 {
		t.Errorf("a note takes %d bytes, want at most 60", perNote)
	}
}

// Observed is a note as nearly all are.
func observed(channel messages.ChannelID, n int) *messages.Note {
	at := messages.Instant(1_700_000_000_000 + n*2000)
	return &messages.Note{
		Channel: channel, Familiar: "felix", Line: messages.LineID(fmt.Sprint("118273645543322", n)), At: at,
		Act: messages.Observe, Rung: "default", Facts: messages.HasCredit | messages.Crowd,
		Meta: messages.Meta{TraceID: [16]byte{byte(n), 1}, SpanID: [8]byte{byte(n)}, At: at, ID: uint32(n)},
	}
}

func TestDamagedPack(t *testing.T) {
	whole := packed(observed("c", 1))
	for _, tt := range []struct {
		story string
		pack  []byte
	}{
		{"nothing", nil},
		{"a newer version", []byte{packVersion + 1, 0}},
		{"a field this program doesn't know", binary.AppendUvarint([]byte{packVersion}, diffUnknown)},
		{"a text longer than the pack", []byte{packVersion, diffFamiliar, 200, 1, 'x'}},
		{"a number without end", []byte{packVersion, diffN, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}},
		{"odds that are no number", append(binary.AppendUvarint([]byte{packVersion}, diffOdds), 0, 0, 0xc0, 0x7f)},
		{"the last byte is missing", whole[:len(whole)-1]},
	} {
		if notes, err := unpack("c", tt.pack); err == nil {
			t.Errorf("%s: got %+v, want an error", tt.story, notes)
		}
	}
}

// FuzzPack: whatever unpacks packs into the same notes, and what was packed
// comes back.
func FuzzPack(f *testing.F) {
	f.Add(packed(observed("c", 1), observed("c", 2)))
	f.Add([]byte{packVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		notes, err := unpack("c", b)
		if err != nil || len(notes) == 0 {
			return
		}
		again, err := unpack("c", packed(notes...))
		if err != nil || !reflect.DeepEqual(notes, again) {
			t.Errorf("got %+v, %v\nwant %+v", again, err, notes)
		}
	})
}
