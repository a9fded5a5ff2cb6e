package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"familiar/app/models"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/messages"
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
	changed := 0
	m, err := models.New(c, nil, slog.New(slog.NewTextHandler(&written, nil)), func() { changed++ }, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	t.Cleanup(cancel)
	ask := func() (last error) {
		for _, err := range m.Gates["writer"].Generate(ctx, llm.Request{}) {
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
	if len(lines) != 2 || !strings.Contains(lines[0], `level=WARN msg="model keeps failing and is not called for now" model=writer err="`) ||
		!strings.Contains(lines[0], "key was not accepted") || !strings.Contains(lines[1], `level=INFO msg="model answers again" model=writer`) {
		t.Errorf("log:\n%s\nwant a warning and its end", written.String())
	}
	if strings.Contains(written.String(), secretKey) {
		t.Errorf("the key is in the log:\n%s", written.String())
	}
	if changed != 2 {
		t.Errorf("whoever looks on was told %d times, want once that it fails and once that it answers", changed)
	}
}

// TestAModelThatFailsIsAiling: while a model is left alone the program says so,
// whose it is, and why in words of its own; it is ready all the same, and says
// that it is whole again when the model answers.
func TestAModelThatFailsIsAiling(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	var mended atomic.Bool
	address := server.Start(t, server.Func(func(r server.Request) server.Answer {
		if r.Model == "dead" && !mended.Load() {
			return server.Fail(http.StatusUnauthorized, report("authentication_error", "no such key: "+secretKey))
		}
		return server.Say("fine")
	}))
	w := wire(t, seated("dead", "openai", address, "")+seated("quick", "openai", address, `judge = "dead"`))
	want := func(says string, ails bool) {
		t.Helper()
		for _, part := range w.app.Ready(w.ctx) {
			if part.Part == "models" {
				if !part.OK || part.Ails != ails || part.Says != says {
					t.Errorf("got %+v, want it ready, ailing %v, %q", part, ails, says)
				}
				return
			}
		}
		t.Error("models are no part of what is ready")
	}
	want("2 of 2 answer", false)
	w.say(t, "dead", "one")
	w.posted(t, "dead", 1) // that there will be no answer
	want("1 of 2 answer; key was not accepted", true)
	ailing, _ := w.app.Ailing()
	if len(ailing) != 1 || ailing[0].Model != "dead" || ailing[0].Since.IsZero() ||
		!slices.Equal(ailing[0].Writes, []messages.FamiliarID{"dead"}) || !slices.Equal(ailing[0].Judges, []messages.FamiliarID{"quick"}) {
		t.Errorf("got %+v, want dead, which writes for dead and judges for quick", ailing)
	}
	mended.Store(true)
	w.say(t, "dead", "two")
	w.posted(t, "dead", 2)
	want("2 of 2 answer", false)
}
