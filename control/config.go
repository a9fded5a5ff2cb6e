package control

import (
	"fmt"
	"net"
	"strings"
	"time"

	"familiar/control/access"
	"familiar/internal/bounds"
	"familiar/internal/loopback"
)

// Config is the listener's knobs.
type Config struct {
	Listen       string        `toml:"listen"`        // host:port to listen at, port 0 for any free one; "": no listener; default 127.0.0.1:7077
	Hosts        []string      `toml:"hosts"`         // further names, without port, a request may call this host by; default none
	PersonHeader string        `toml:"person_header"` // header in which a trusted proxy says who a request is from, such as X-Forwarded-User; default none
	Proxies      []string      `toml:"proxies"`       // addresses or ranges of the proxies that are trusted so, such as 10.0.0.0/8; default none
	Streams      int           `toml:"streams"`       // event streams at once, half of them for one token, 1 to 100,000; default 512
	Body         int           `toml:"body"`          // bytes of a request's body, 1,024 to 16 MiB; default 65,536
	Requests     int           `toml:"requests"`      // requests under way at once, besides streams, half of them for one token, 1 to 100,000; default 128
	ReadTimeout  time.Duration `toml:"read_timeout"`  // how long a request may take to come in, 10ms to 10m; default 10s
}

// Default returns what holds where a file says nothing.
func Default() Config {
	return Config{Listen: "127.0.0.1:7077", Streams: 512, Body: 64 << 10, Requests: 128, ReadTimeout: 10 * time.Second}
}

// Validate says which knob is out of range.
func (c Config) Validate() error {
	if c.Listen != "" {
		_, port, err := net.SplitHostPort(c.Listen)
		if err != nil {
			return fmt.Errorf(`listen is %q, want host:port, or "" for no listener`, c.Listen)
		}
		if _, err := net.LookupPort("tcp", port); err != nil {
			return fmt.Errorf("listen is %q: want a port from 0 to 65535", c.Listen)
		}
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, ":/@ *") {
			return fmt.Errorf("hosts: %q is not a host name: want one without scheme, port or wildcard", host)
		}
	}
	if _, err := access.NewProxies(c.PersonHeader, c.Proxies); err != nil {
		return err
	}
	return bounds.Is.First(
		bounds.Between("streams", c.Streams, 1, 100_000),
		bounds.Between("body", c.Body, 1<<10, 16<<20),
		bounds.Between("requests", c.Requests, 1, 100_000),
		bounds.Between("read_timeout", c.ReadTimeout, 10*time.Millisecond, 10*time.Minute).Want("10ms to 10m"),
	)
}

// Exposed reports whether other machines can reach the listener.
func (c Config) Exposed() bool { return c.Listen != "" && !loopback.Is(hostName(c.Listen)) }
