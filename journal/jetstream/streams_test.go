package jetstream

import (
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// TestSmallServer: who runs a NATS server that may store less than the journal
// asks for is told what to raise.
func TestSmallServer(t *testing.T) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, JetStreamMaxStore: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { shut(s) })
	j, err := Open(t.Context(), Config{URL: s.ClientURL(), Partitions: 1})
	if err == nil {
		t.Fatal(j.Close())
	}
	if want := "the server is not allowed to store 20 GiB: raise its max_file_store"; !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
