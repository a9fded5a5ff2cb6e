package operate

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestPulled(t *testing.T) {
	for _, tt := range []struct {
		story, list string
		status      int
		want        []string
	}{
		{"what was pulled", `{"models":[{"name":"qwen3:8b"},{"name":"llama3.2:latest"}]}`, 200, []string{"qwen3:8b", "llama3.2:latest"}},
		{"nothing was", `{"models":[]}`, 200, nil},
		{"a name that would upset a terminal is left out", `{"models":[{"name":"a\u001b[2J"},{"name":"b"}]}`, 200, []string{"b"}},
		{"no list", `hello`, 200, nil},
		{"an error", `{"models":[{"name":"b"}]}`, 500, nil},
		{"a list without end", `{"models":[{"name":"` + strings.Repeat("b", maxPulled), 200, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/api/tags" {
					t.Errorf("asked for %s", r.URL.Path)
				}
				w.WriteHeader(tt.status)
				w.Write([]byte(tt.list)) //nolint:errcheck // whoever asks may hang up
			}))
			defer s.Close()
			if got := pulled(t.Context(), s.URL+"/v1"); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := pulled(t.Context(), "http://models.test/v1"); got != nil {
		t.Errorf("another machine has %q", got)
	}
}
