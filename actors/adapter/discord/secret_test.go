package discord

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
)

// TestSecrets: neither the token nor an interaction's shows in the log,
// whatever goes wrong.
func TestSecrets(t *testing.T) {
	r := newRig(t)
	var log bytes.Buffer // read after Listen has ended
	a, err := Open("moth", Config{
		Token: adapter.Secret(r.bot.Token), URL: r.URL, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		MinPause: time.Millisecond, MaxPause: time.Millisecond, IdentifyEvery: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	a.log.Info("configured", "config", a.config, "token", a.config.Token)
	e := listen(t, a)
	r.connected(t)
	r.Refuse("POST", "/callback", 500, 0, "out of order")
	r.Command(r.general, "Ana", "stop")
	r.Close(4000)
	r.Command(r.general, "Ana", "quiet")
	r.Say(r.general, "Ana", "end")
	e.wants(t, "Ana: /stop", "Ana: /quiet", "Ana: end")
	await.Until(t, "the acknowledgements", func() bool { return len(r.Requests("POST", "/callback")) == 2 })
	e.stop()
	if err := e.end(t); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "command not acknowledged") || !strings.Contains(log.String(), "gateway lost") {
		t.Errorf("the log lacks the troubles:\n%s", log.String())
	}
	for _, secret := range []string{r.bot.Token, "interaction-secret"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%s shows in\n%s", secret, log.String())
		}
	}
}
