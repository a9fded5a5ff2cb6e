package control

import (
	"sync/atomic"
	"testing"
)

// TestAStreamTellsWhichProcessesAreSilent: at its beginning where one is, and when that
// changes, also that it is back.
func TestAStreamTellsWhichProcessesAreSilent(t *testing.T) {
	var silent atomic.Pointer[[]SilentProcess]
	silent.Store(&[]SilentProcess{})
	r := newRig(t, func(o *Options) { o.Silences = func() []SilentProcess { return *silent.Load() } })
	server := serve(t, r)
	for story, path := range map[string]string{"a channel's": garden, "of decisions": "/v1/decisions"} {
		whole := r.open(server, path, "")
		whole.until("ready")
		silent.Store(&[]SilentProcess{{Silent{"C9", "cellar"}, 77}})
		r.Feed.SilenceChanged()
		late := r.open(server, path, "")
		late.until("ready")
		told := func(in *reading, want string) {
			t.Helper()
			if e, err := in.next(); err != nil || e.name != "silent" || e.data != want {
				t.Errorf("a stream %s: got %s %s %v, want silent %s", story, e.name, e.data, err, want)
			}
		}
		told(whole, `{"silent":[{"process":"C9","host":"cellar","since":77}]}`)
		told(late, `{"silent":[{"process":"C9","host":"cellar","since":77}]}`)
		silent.Store(&[]SilentProcess{})
		r.Feed.SilenceChanged()
		told(whole, `{"silent":[]}`)
		told(late, `{"silent":[]}`)
		whole.cancel()
		late.cancel()
	}
}
