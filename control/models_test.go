package control

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"familiar/messages"
)

// TestAStreamTellsWhoseModelFails: at its beginning where one does, and when
// that changes; of nobody who isn't in the channel.
func TestAStreamTellsWhoseModelFails(t *testing.T) {
	since := time.UnixMilli(77)
	dead := Ailing{Model: "writer", Since: since, Reason: "key was not accepted", Writes: []messages.FamiliarID{"aria", "stranger"}, Judges: []messages.FamiliarID{"aria"}}
	var ailing atomic.Pointer[[]Ailing]
	ailing.Store(&[]Ailing{})
	r := newRig(t, func(o *Options) { o.Ailing = func() []Ailing { return *ailing.Load() } })
	server := serve(t, r)
	whole := r.open(server, garden, "")
	whole.until("ready")
	ailing.Store(&[]Ailing{dead})
	r.Feed.ModelsChanged()
	late := r.open(server, garden, "")
	late.until("ready")
	const want = `{"ailing":[{"familiar":"aria","name":"Aria","judge":false,"model":"writer","reason":"key was not accepted","since":77},` +
		`{"familiar":"aria","name":"Aria","judge":true,"model":"writer","reason":"key was not accepted","since":77}]}`
	for story, in := range map[string]*reading{"that was open": whole, "that begins meanwhile": late} {
		e, err := in.next()
		if got := e.name + " " + e.data; err != nil || got != "models "+want {
			t.Errorf("a stream %s: got %s %v, want models %s", story, got, err, want)
		}
	}
	dead.Spares = map[messages.FamiliarID]Spares{"aria": {Writes: "second"}}
	ailing.Store(&[]Ailing{dead})
	r.Feed.ModelsChanged()
	for _, in := range []*reading{whole, late} {
		e, err := in.next()
		if want := `"since":77,"spare":"second"},{"familiar":"aria","name":"Aria","judge":true,`; err != nil || !strings.Contains(e.data, want) {
			t.Errorf("got %s %s %v, want the spare of who has one: %s", e.name, e.data, err, want)
		}
	}
	r.Feed.ModelsChanged() // of somebody else
	ailing.Store(&[]Ailing{})
	r.Feed.ModelsChanged()
	for _, in := range []*reading{whole, late} {
		if e, err := in.next(); err != nil || !strings.HasPrefix(e.data, `{"ailing":[]}`) {
			t.Errorf("got %s %s %v, want that all answer", e.name, e.data, err)
		}
		in.cancel()
	}
}
