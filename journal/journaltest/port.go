package journaltest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Port returns a free port of this machine for a server that goes away and comes
// back. Meanwhile the system hands it to nobody: to those who take any it gives
// ports from 32768 on.
func Port(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 20_000 + rand.IntN(10_000)
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}
