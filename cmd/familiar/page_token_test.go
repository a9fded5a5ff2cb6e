package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestThePageGoesOnAfterARestart: the token that an open page has opens the
// next run, too, and stands where only its owner reads it.
func TestThePageGoesOnAfterARestart(t *testing.T) {
	file := saved(t, steered)
	t.Setenv("GARDENER", "gardener-gardener-gardener")
	t.Setenv("READER", "reader-reader-reader")
	p := start(t, "run", file)
	v := visit(p)
	data := filepath.Join(filepath.Dir(file), "data")
	if stat, err := os.Stat(filepath.Join(data, "page-token")); err != nil || stat.Mode() != 0o600 {
		t.Errorf("the token's file is %v (%v), want it for its owner only", stat, err)
	}
	v.say("garden", "l1", "hello") // it is all there
	p.quit()

	again := start(t, "run", file)
	base := again.until(`The page: (http://\S+)/ \(with the previous run's token; the whole address is in (\S+)\)`, 1)
	if base[2] != filepath.Join(data, "address") {
		t.Errorf("the address is said to be in %s, want the file in %s", base[2], data)
	}
	whole, err := os.ReadFile(base[2])
	if want := base[1] + "/#token=" + v.token + "\n"; err != nil || string(whole) != want {
		t.Errorf("the address left is %q (%v), want %q", whole, err, want)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base[1]+"/v1/channels", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+v.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the page's token is answered %s by the next run", answer.Status)
	}
	if strings.Contains(again.String(), v.token) {
		t.Errorf("the next run prints the token that pages have:\n%s", again)
	}
}
