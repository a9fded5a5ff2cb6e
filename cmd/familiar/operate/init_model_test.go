package operate

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
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

// TestTypedKey: a key that was typed is in a file that only the user can read, and
// nowhere else.
func TestTypedKey(t *testing.T) {
	var shown strings.Builder
	hidden := 0
	ask := command.Interview{Ctx: t.Context(), In: command.Listen(strings.NewReader("sk 1\nsk-12345\n")), Out: &shown}
	ask.Hide = func() (func(), error) { hidden++; return func() { hidden-- }, nil }
	p := plan{Networks: []string{"web"}, Kind: "openai", ModelName: "m", Name: "Aria", ID: "aria", Preset: "ladder"}
	p.askKey(&ask, "OPENAI_API_KEY")
	if ask.Err != nil || p.Key != "sk-12345" || p.KeyEnv != "" || hidden != 0 || !strings.Contains(shown.String(), "want one word") {
		t.Fatalf("got %q, %q, %v; hidden %d; it showed %q", p.Key, p.KeyEnv, ask.Err, hidden, &shown)
	}
	folder := t.TempDir()
	files, err := p.write(folder, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stat, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		secret := strings.HasSuffix(file, "main-key")
		if strings.Contains(string(text), p.Key) != secret || secret && stat.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v and holds\n%s", file, stat.Mode(), text)
		}
	}
	if len(files) != 3 || strings.Contains(shown.String(), p.Key) {
		t.Errorf("wrote %q, showed %q", files, &shown)
	}
}
