package operate

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
)

func TestOwnAddress(t *testing.T) {
	for _, tt := range []struct{ story, page, want string }{
		{"the page's address, without its token", "http://127.0.0.1:7077/#token=secret", "http://127.0.0.1:7077"},
		{"who listens everywhere is asked here", "http://0.0.0.0:7077/", "http://127.0.0.1:7077"},
		{"also by IPv6", "http://[::]:7077/", "http://[::1]:7077"},
		{"one name only", "http://den.example:80/", "http://den.example:80"},
		{"what isn't an address", "nonsense", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, err := ownAddress(tt.page); got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("ownAddress(%q) = %q, %v, want %q", tt.page, got, err, tt.want)
			}
		})
	}
}

func TestHealth(t *testing.T) {
	status := http.StatusOK
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			status = http.StatusNotFound
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte("journal: ok\n"))
	}))
	defer program.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "familiar.toml")
	write(t, file, "[models.main]\nkind = \"offline\"\n[familiars.aria]\nname = \"Aria\"\npersona = \"Likes moths.\"\n[[channels]]\nmatch = \"web:*\"\nfamiliars = [\"aria\"]\n[control]\nlisten = \"127.0.0.1:0\"\n")
	address := filepath.Join(folder, "data", "address")

	for _, tt := range []struct {
		story  string
		status int
		at     string // "": no program has left its address
		ready  bool
		want   string // part of the error; "": none
	}{
		{"nobody has started", 200, "", false, "no program is running"},
		{"all is well", 200, program.URL, true, ""},
		{"it answers, though a part isn't ready", 503, program.URL, false, ""},
		{"who wants all of it ready is told", 503, program.URL, true, "isn't ready"},
		{"localhost needs no resolver", 200, strings.Replace(program.URL, "127.0.0.1", "localhost", 1), true, ""},
		{"another program has the port", 404, program.URL, false, "another program"},
		{"it was killed, and the address is still there", 200, "http://127.0.0.1:1/", false, "doesn't answer"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			status = tt.status
			if tt.at != "" {
				write(t, address, tt.at+"/#token=secret\n")
			}
			c := healthCommand{Configured: command.Configured{Config: file}, Ready: tt.ready, Within: 10 * time.Second}
			var out bytes.Buffer
			err := c.Run(t.Context(), command.Streams{Out: &out, Err: &out})
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q in it", err, tt.want)
			case tt.want == "" && out.String() != "journal: ok\n":
				t.Errorf("printed %q, want the parts", &out)
			}
		})
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
