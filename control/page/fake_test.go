package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const secret = "s3cret"

type object = map[string]any

// A request is what the page asked for.
type request struct {
	method, path string
	query        string
	after        string // Last-Event-ID
	body         object
}

// A fake stands for the HTTP interface: one channel called garden that takes
// lines, streams events and remembers what it was asked, and a kitchen where
// nothing happens.
type fake struct {
	*httptest.Server
	mu       sync.Mutex
	asked    []request
	events   []string      // written out, the n-th has the id n.0
	changed  chan struct{} // closed when there is more to stream, or a cut
	cuts     int           // streams begun before the last cut are over
	closed   bool          // new streams are refused
	refusing string        // lines are refused with this sentence
	tree     object        // the actors
	crowd    int           // channels of other networks
	stands   object        // how everything stands; nil: the token may not see it
	barring  string        // the actors are refused with this status and sentence
	tried    []object      // experiments that are told of
	before   int           // lines that were said before the first event
	console  console       // what an operator's sheets change
	shy      chan struct{} // closed once it may be told who listens in the kitchen: nobody
}

func newFake(t *testing.T) *fake {
	f := &fake{console: newConsole(), changed: make(chan struct{}), shy: make(chan struct{})}
	mux := http.NewServeMux()
	mux.Handle("/", Handler())
	mux.Handle("/files/", http.FileServer(http.Dir("."))) // for stories of one module
	mux.HandleFunc("GET /v1/channels", f.guarded(func(w http.ResponseWriter, _ object, r *http.Request) {
		if r.URL.Query().Get("network") != "web" {
			f.find(w, r)
			return
		}
		reply(w, 200, object{"channels": []object{{"channel": "garden", "thread": "moths"}, {"channel": "kitchen", "thread": ""}, {"channel": "garden", "thread": ""}}, "next": "", "all": 3, "now": time.Now().UnixMilli()})
	}))
	mux.HandleFunc("GET /v1/channels/{channel}", f.guarded(func(w http.ResponseWriter, _ object, r *http.Request) {
		reply(w, 200, object{"channel": r.PathValue("channel"), "members": []object{
			{"familiar": "aria", "person": "aria", "name": "Aria", "preset": "social", "model": "offline"},
			{"familiar": "vesper", "person": "vesper", "name": "Vesper", "preset": "ladder", "model": "offline"},
		}})
	}))
	mux.HandleFunc("GET /v1/channels/kitchen", f.guarded(func(w http.ResponseWriter, _ object, _ *http.Request) {
		<-f.shy
		reply(w, 200, object{"channel": "kitchen", "members": []object{}})
	}))
	mux.HandleFunc("GET /v1/channels/{channel}/events", f.guarded(f.stream))
	mux.HandleFunc("POST /v1/channels/{channel}/lines", f.guarded(func(w http.ResponseWriter, body object, _ *http.Request) {
		f.mu.Lock()
		refusing := f.refusing
		f.mu.Unlock()
		if refusing != "" {
			reply(w, 503, object{"error": refusing})
			return
		}
		body["at"] = time.Now().UnixMilli()
		f.send("line", body)
		reply(w, 202, object{"id": body["id"]})
	}))
	mux.HandleFunc("PUT /v1/channels/{channel}/lines/{id}", f.guarded(func(w http.ResponseWriter, body object, r *http.Request) {
		body["id"] = r.PathValue("id")
		f.send("edit", body)
		reply(w, 202, object{})
	}))
	mux.HandleFunc("DELETE /v1/channels/{channel}/lines/{id}", f.guarded(func(w http.ResponseWriter, _ object, r *http.Request) {
		f.send("delete", object{"id": r.PathValue("id")})
		reply(w, 202, object{})
	}))
	mux.HandleFunc("GET /v1/channels/{channel}/why", f.guarded(func(w http.ResponseWriter, _ object, r *http.Request) {
		reply(w, 200, reasons(r.URL.Query().Get("line")))
	}))
	mux.HandleFunc("GET /v1/channels/{channel}/lines", f.guarded(f.older))
	mux.HandleFunc("GET /v1/lines", f.guarded(f.older))
	mux.HandleFunc("GET /v1/events", f.guarded(f.stream))
	mux.HandleFunc("POST /v1/tools/{tool}", f.guarded(tool))
	mux.HandleFunc("GET /v1/people/{person}", f.guarded(func(w http.ResponseWriter, _ object, r *http.Request) {
		reply(w, 200, object{"person": r.PathValue("person")})
	}))
	mux.HandleFunc("GET /v1/familiars", f.guarded(cards))
	mux.HandleFunc("GET /v1/familiars/{familiar}", f.guarded(card))
	mux.HandleFunc("POST /v1/familiars/{familiar}/prompt", f.guarded(prompt))
	mux.HandleFunc("GET /v1/home", f.guarded(f.home))
	mux.HandleFunc("GET /v1/actors", f.guarded(f.actors))
	mux.HandleFunc("GET /v1/experiments", f.guarded(f.experiments))
	mux.HandleFunc("GET /v1/familiars/{familiar}/knobs", f.guarded(knobs))
	mux.HandleFunc("POST /v1/familiars/{familiar}/preview", f.guarded(preview))
	mux.HandleFunc("POST /v1/familiars/{familiar}/apply", f.guarded(apply))
	mux.HandleFunc("GET /v1/audit", f.guarded(audit))
	f.consoleRoutes(mux)
	mux.HandleFunc("GET /v1/traces", f.guarded(traces))
	mux.HandleFunc("GET /v1/traces/{trace}", f.guarded(trace))
	accept := f.guarded(func(w http.ResponseWriter, _ object, _ *http.Request) { reply(w, 202, object{}) })
	mux.HandleFunc("POST /v1/channels/{channel}/typing", accept)
	mux.HandleFunc("POST /v1/channels/{channel}/commands", accept)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		f.cut()
		f.Close()
	})
	return f
}

func reply(w http.ResponseWriter, status int, body object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (f *fake) guarded(next func(http.ResponseWriter, object, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+secret {
			reply(w, 401, object{"error": "unknown token"})
			return
		}
		body := object{}
		_ = json.NewDecoder(r.Body).Decode(&body) // a GET has none
		f.mu.Lock()
		f.asked = append(f.asked, request{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("Last-Event-ID"), body})
		f.mu.Unlock()
		next(w, body, r)
	}
}

// stream tells the past after Last-Event-ID, "ready", and then what comes.
func (f *fake) stream(w http.ResponseWriter, _ object, r *http.Request) {
	after, _, _ := strings.Cut(r.Header.Get("Last-Event-ID"), ".")
	sent, _ := strconv.Atoi(after)
	f.mu.Lock()
	begun, closed := f.cuts, f.closed
	f.mu.Unlock()
	if closed {
		reply(w, 503, object{"error": "closed for the test"})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for ready := false; ; {
		f.mu.Lock()
		more, over, changed := f.events[min(sent, len(f.events)):], f.cuts != begun, f.changed
		f.mu.Unlock()
		if over {
			return
		}
		if r.PathValue("channel") == "kitchen" {
			more = nil
		}
		for _, event := range more {
			sent++
			_, _ = fmt.Fprintf(w, "id: %d.0\n%s\n\n", sent, event)
		}
		if !ready {
			ready = true
			_, _ = fmt.Fprint(w, "event: ready\ndata: {}\n\n")
		}
		w.(http.Flusher).Flush()
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

func (f *fake) send(name string, value object) {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.events = append(f.events, fmt.Sprintf("event: %s\ndata: %s", name, encoded))
	close(f.changed)
	f.changed = make(chan struct{})
}

// cut ends every stream and refuses new ones.
func (f *fake) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cuts++
	f.closed = true
	close(f.changed)
	f.changed = make(chan struct{})
}

// reopen ends the refusing.
func (f *fake) reopen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = false
}

func (f *fake) refuse(sentence string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refusing = sentence
}

// last returns the newest request with that method and path.
func (f *fake) last(t *testing.T, method, path string) request {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := len(f.asked) - 1; i >= 0; i-- {
		if r := f.asked[i]; r.method == method && r.path == path {
			return r
		}
	}
	t.Fatalf("nobody asked for %s %s", method, path)
	return request{}
}
