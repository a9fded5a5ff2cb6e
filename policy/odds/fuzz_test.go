package odds

import (
	"testing"

	"familiar/messages/because"
)

// FuzzLoad: whatever a file says, what loads estimates a probability above 0
// and at most its cap, the same as a value and in words.
func FuzzLoad(f *testing.F) {
	f.Add(carried)
	f.Add([]byte(`{"form":"familiar-odds/1","provenance":"x","cap":1,"bias":20,"weights":{"question":20}}`))
	f.Add([]byte(`{"form":"familiar-odds/2","provenance":"x","cap":0.6,"bias":-20,"weights":{},"gate":"run","gated":{"run":-20}}`))
	facts := Nothing()
	facts.Run, facts.Signs.Length = true, 3
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := Load(file)
		if err != nil {
			return
		}
		e := w.Of(&facts)
		if !(e.P > 0 && e.P <= w.most) || e.P != w.P(&facts) || e.P != w.Under(facts.Values()) {
			t.Fatalf("it estimates %v, %v and %v under a cap of %v", e.P, w.P(&facts), w.Under(facts.Values()), w.most)
		}
		if text := because.Written(e.Because()); len(text) > 120 {
			t.Fatalf("in words %q", text)
		}
	})
}
