package server_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"familiar/llm/llmtest/server"
)

func TestInFlight(t *testing.T) {
	arrived, release := make(chan struct{}, 3), make(chan struct{})
	script := server.Func(func(server.Request) server.Answer {
		arrived <- struct{}{}
		<-release
		return server.Say("hi")
	})
	address := server.Start(t, script)
	var all sync.WaitGroup
	for _, path := range []string{"/v1/messages", "/v1/messages", "/v1/chat/completions"} {
		all.Go(func() {
			response, err := http.Post(address+path, "application/json", strings.NewReader("{}"))
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if body, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(body), `"hi"`) {
				t.Errorf("%s: got %s, error %v, want hi in it", path, body, err)
			}
		})
	}
	for range 3 {
		<-arrived
	}
	if now, most := script.InFlight(); now != 3 || most != 3 {
		t.Errorf("got %d in flight and %d at most, want 3 and 3", now, most)
	}
	close(release)
	all.Wait()
}
