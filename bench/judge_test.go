//go:build unix

package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"familiar/actors/monitor"
	"familiar/llm/answer"
	"familiar/llm/gate"
	"familiar/llm/openai"
	"familiar/llm/wire"
	"familiar/messages"
)

// askers is how many questions are open at once.
const askers = 8

// BenchmarkJudge asks a judge in one word about a page of ten lines and the card
// of one familiar: through the monitor, the gate and the client of OpenAI's API, and
// for comparison the same bytes by net/http alone, the answer read and thrown away.
// The server is in the process too, does as little as it can, and is counted in
// both.
func BenchmarkJudge(b *testing.B) {
	verdict := `data: {"choices":[{"index":0,"delta":{"content":"NO"},"finish_reason":null}]}` + "\n\n" +
		`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n" +
		`data: {"choices":[],"usage":{"prompt_tokens":700,"completion_tokens":1}}` + "\n\ndata: [DONE]\n\n"
	var mu sync.Mutex
	var sent []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			b.Error(err)
		}
		mu.Lock()
		sent = body
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		if _, err := io.WriteString(w, verdict); err != nil {
			b.Error(err)
		}
	}))
	b.Cleanup(server.Close)

	settings := gate.Default()
	settings.Concurrency = askers
	judge := gate.New(openai.New(openai.Options{Model: "small", URL: server.URL + "/v1"}), settings)
	options := monitor.Options{Collect: &answer.Collector{}, Wordy: &monitor.Wordy{}}
	card := monitor.Card{Familiar: "aria", Name: "Aria", Persona: strings.Repeat("Aria keeps the lighthouse and its long log. ", 12), Chattiness: "sometimes"}
	order := questioned()
	if v := monitor.Ask(b.Context(), judge, card, order, options); v.Error != "" || v.Yes {
		b.Fatalf("got %+v, want a no", v)
	}
	if !json.Valid(sent) {
		b.Fatalf("sent %q", sent)
	}
	asked := bytes.Clone(sent)

	for _, way := range []struct {
		name string
		ask  func() error
	}{
		{"familiar", func() error {
			if v := monitor.Ask(b.Context(), judge, card, order, options); v.Error != "" {
				return fmt.Errorf("judge: %s", v.Error)
			}
			return nil
		}},
		{"net/http", exchange(wire.HTTPClient(), server.URL, asked)},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			before := spent(b)
			b.ResetTimer()
			var asking sync.WaitGroup
			for i := range askers {
				asking.Go(func() {
					for range (b.N + i) / askers {
						if err := way.ask(); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			asking.Wait()
			b.StopTimer()
			b.ReportMetric(float64((spent(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-µs/call")
		})
	}
}

// exchange posts those bytes and reads the answer.
func exchange(client *http.Client, url string, body []byte) func() error {
	return func() error {
		response, err := client.Post(url+"/v1/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			return err
		}
		defer response.Body.Close()
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
}

// questioned is a question after a lull: six lines before it and four in question.
func questioned() messages.Judge {
	order := messages.Judge{N: 1, Channel: "discord/1/2", Familiar: "aria", Trigger: messages.Lull, Word: true, Count: 10}
	for i := range 10 {
		q := messages.Quoted{
			ID:     messages.LineID(fmt.Sprint("line", i)),
			Author: messages.Author{ID: messages.PersonID(fmt.Sprint("person", i%4)), Name: fmt.Sprint("Person ", i%4)},
			Text:   "does anybody know whether the ferry still runs when there's so much wind?",
			At:     messages.Instant(1_772_366_400_000 + int64(i)*1000),
		}
		if i < 6 {
			order.Context = append(order.Context, q)
		} else {
			order.Waiting = append(order.Waiting, q)
		}
	}
	return order
}
