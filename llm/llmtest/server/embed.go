package server

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Embeds has the server give vectors, too, which vector makes of each text; it is called by
// many at once. A request counts a token a word, and its answer has the last vector first.
// It returns the server.
func (s *Server) Embeds(vector func(text string) []float64) *Server {
	s.vector = vector
	return s
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var sent struct {
		Model string
		Input []string
	}
	if err := json.Unmarshal(body, &sent); err != nil || len(sent.Input) == 0 {
		http.Error(w, `{"error":{"message":"input is required","type":"invalid_request_error"}}`, http.StatusBadRequest)
		return
	}
	s.begin(Request{API: OpenAI, Model: sent.Model, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), Body: body})
	defer s.end()
	words, data := 0, []object{}
	for k, text := range sent.Input {
		words += len(strings.Fields(text))
		data = append(data, object{"object": "embedding", "index": k, "embedding": s.vector(text)})
	}
	slices.Reverse(data)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Request-Id", "req_1")
	_ = json.NewEncoder(w).Encode(object{"object": "list", "model": sent.Model, "data": data, "usage": object{"prompt_tokens": words, "total_tokens": words}}) // nobody may listen any more
}
