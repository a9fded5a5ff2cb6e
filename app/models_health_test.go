package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"familiar/config"
	"familiar/llm"
)

// TestTheLogTellsOfAModelThatFails: a key that was refused is in the log as a
// warning, once, and so is its mending; the key itself is not.
func TestTheLogTellsOfAModelThatFails(t *testing.T) {
	var mended atomic.Bool
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !mended.Load() {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprint(w, report("authentication_error", "no such key: "+secretKey))
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(provider.Close)
	t.Setenv("HEALTH_KEY", secretKey)
	c, err := config.Parse("test.toml", fmt.Appendf(nil, `
[models.writer]
kind = "openai"
model = "m"
url = %q
key = "env:HEALTH_KEY"
break_for = "1ms"
[familiars.aria]
persona = "Aria"
[[channels]]
match = "web:*"
familiars = ["aria"]
`, provider.URL))
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	m, err := newModels(c, nil, slog.New(slog.NewTextHandler(&written, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	t.Cleanup(cancel)
	ask := func() (last error) {
		for _, err := range m.gates["writer"].Generate(ctx, llm.Request{}) {
			last = err
		}
		return last
	}
	for range 3 {
		if ask() == nil {
			t.Fatal("a refused key answered")
		}
	}
	mended.Store(true)
	for ask() != nil { // until the gate tries it again
		if ctx.Err() != nil {
			t.Fatalf("the model is never tried again: %v", ask())
		}
	}
	lines := strings.Split(strings.TrimSpace(written.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `level=WARN msg="model fails and is left alone" model=writer err="`) ||
		!strings.Contains(lines[0], "key was not accepted") || !strings.Contains(lines[1], `level=INFO msg="model answers again" model=writer`) {
		t.Errorf("log:\n%s\nwant a warning and its end", written.String())
	}
	if strings.Contains(written.String(), secretKey) {
		t.Errorf("the key is in the log:\n%s", written.String())
	}
}
