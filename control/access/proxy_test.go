package access

import (
	"net/http"
	"strings"
	"testing"
)

func TestOnlyProxiesSayWhoItIs(t *testing.T) {
	p, err := NewProxies("X-Forwarded-User", []string{"127.0.0.1", "10.1.0.0/16", "fd00::/8"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story, remote string
		said          []string
		want          string
	}{
		{"a proxy on this machine", "127.0.0.1:5000", []string{"ana@example.org"}, "ana@example.org"},
		{"a proxy of a range", "10.1.200.3:5000", []string{"ana"}, "ana"},
		{"the same as a mapped address", "[::ffff:10.1.200.3]:5000", []string{"ana"}, "ana"},
		{"another address", "10.2.0.1:5000", []string{"ana"}, ""},
		{"one of IPv6", "[fd00::1]:5000", []string{"ana"}, "ana"},
		{"no address", "", []string{"ana"}, ""},
		{"it says nothing", "127.0.0.1:5000", nil, ""},
		{"it passes one on beside its own", "127.0.0.1:5000", []string{"eve", "ana"}, ""},
		{"it is too long", "127.0.0.1:5000", []string{strings.Repeat("a", 201)}, ""},
		{"it can't be shown", "127.0.0.1:5000", []string{"ana\x1b[2J"}, ""},
	} {
		r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{"X-Forwarded-User": tt.said}}
		p.Strip(r)
		if got := p.Person(r.Header); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}

func TestProxiesOfNoSense(t *testing.T) {
	for _, tt := range []struct {
		header string
		from   []string
	}{{"X-User", nil}, {"", []string{"127.0.0.1"}}, {"X User", []string{"127.0.0.1"}}, {"X-User", []string{"localhost"}}, {"authorization", []string{"127.0.0.1"}}} {
		if _, err := NewProxies(tt.header, tt.from); err == nil {
			t.Errorf("%q from %q is taken", tt.header, tt.from)
		}
	}
}
