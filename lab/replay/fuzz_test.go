package replay

import (
	"bytes"
	"testing"

	"familiar/messages"
)

// FuzzReadVerdicts: whatever a file of verdicts holds, it is refused, or
// answers each question it was read from and no other one.
func FuzzReadVerdicts(f *testing.F) {
	f.Add([]byte(`{"ch":"a","familiar":"b","trigger":"lull","lines":["1","2"],"yes":true,"reason":"r"}` + "\n\n"))
	f.Add([]byte(`{"ch":"a","familiar":"b","lines":["1"],"error":"late"}`))
	f.Add([]byte("{"))
	f.Fuzz(func(t *testing.T, file []byte) {
		v, err := ReadVerdicts(bytes.NewReader(file), "f")
		if err != nil {
			return
		}
		for _, known := range v.exact {
			for _, judge := range []Judge{Recorded, Exact} {
				if got, ok := v.answer(known, judge); !ok || got.Yes != known.Yes {
					t.Errorf("%s answers %+v with %+v, %v", judge, known, got, ok)
				}
			}
		}
		if got, ok := v.answer(Verdict{Slice: "nowhere \x00 at all", Familiar: "b", Lines: []messages.LineID{"1"}}, Recorded); ok {
			t.Errorf("a question nobody asked is answered with %+v", got)
		}
	})
}
