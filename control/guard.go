package control

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"familiar/control/page"
	"familiar/control/wire"
)

// guard lets through only requests that call this host by one of its names,
// so that a page elsewhere can't reach it by a name of its own (DNS
// rebinding), and only pages of those names. Every answer gets the security
// headers. Who a request says that it is from stays in it only if a trusted proxy says so.
// Once the program ends, it lets through only bridges.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy":      page.Policy,
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Referrer-Policy":              "no-referrer",
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
		} {
			w.Header().Set(name, value)
		}
		if !s.knows(r, r.Host) {
			wire.AnswerAway(w, r, wire.Refuse(http.StatusMisdirectedRequest, "unknown host name: use the address, or add the name to hosts in the configuration"))
			return
		}
		if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !s.isOurs(r, origins[0]) {
			wire.AnswerAway(w, r, wire.Refuse(http.StatusForbidden, "requests from pages of another origin are not allowed"))
			return
		}
		if s.isEnding() && !strings.HasPrefix(r.URL.Path, RootOfBridges) {
			wire.AnswerAway(w, r, wire.Refuse(http.StatusServiceUnavailable, "the program is ending: try again once it has started anew"))
			return
		}
		s.proxies.Strip(r)
		next.ServeHTTP(w, r)
	})
}

// isOurs reports whether an Origin is a page served from here.
func (s *Server) isOurs(r *http.Request, origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && s.knows(r, u.Host)
}

// knows reports whether host, with or without a port, is a name of ours. When
// the listener is at every address, the one the request came to is one too.
func (s *Server) knows(r *http.Request, host string) bool {
	name := hostName(host)
	if s.names[name] {
		return true
	}
	address, err := netip.ParseAddr(name)
	if err != nil || !s.everywhere {
		return false
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && local.AddrPort().Addr().Unmap() == address.Unmap()
}

// hostName takes the port and a bracket off, and a final dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// names returns what this host is called, and says whether the address is every
// address.
func names(c Config) (known map[string]bool, everywhere bool) {
	known = map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}
	for _, host := range c.Hosts {
		known[hostName(host)] = true
	}
	listen := hostName(c.Listen)
	address, err := netip.ParseAddr(listen)
	if listen == "" || err == nil && address.IsUnspecified() {
		return known, true
	}
	known[listen] = true
	return known, false
}
