package membership

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/journaltest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// natsServer, in the environment, has this binary be a NATS server, which can be
// killed.
const natsServer = "FAMILIAR_TEST_NATS"

// A spare is how such a server is to run.
type spare struct {
	Name, Folder, Routes string
	Port, Cluster        int
}

func TestMain(m *testing.M) {
	if how := os.Getenv(natsServer); how != "" {
		serve(how)
		return
	}
	os.Exit(m.Run())
}

// serve runs a server until whoever started it is gone.
func serve(how string) {
	var s spare
	if err := json.Unmarshal([]byte(how), &s); err != nil {
		panic(err)
	}
	n, err := server.NewServer(&server.Options{
		ServerName: s.Name, Host: "127.0.0.1", Port: s.Port, JetStream: true, NoSigs: true, NoLog: true, StoreDir: s.Folder, JetStreamMaxStore: 1 << 50,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: s.Cluster}, Routes: server.RoutesFromStr(s.Routes),
	})
	if err != nil {
		panic(err)
	}
	n.Start()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// spares runs a cluster of three servers as processes, and returns them by name and
// where they are.
func spares(t *testing.T) (running map[string]*os.Process, urls []string) {
	t.Helper()
	folder, all, routes := t.TempDir(), make([]spare, 3), make([]string, 3)
	running = map[string]*os.Process{}
	for i := range all {
		all[i] = spare{Name: fmt.Sprintf("n%d", i), Folder: filepath.Join(folder, fmt.Sprintf("n%d", i)), Port: journaltest.Port(t), Cluster: journaltest.Port(t)}
		routes[i] = fmt.Sprintf("nats://127.0.0.1:%d", all[i].Cluster)
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", all[i].Port))
	}
	for _, s := range all {
		s.Routes = strings.Join(routes, ",")
		how, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), natsServer+"="+string(how))
		stdin, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			stdin.Close()
			_ = c.Process.Kill()
			_ = c.Wait()
		})
		running[s.Name] = c.Process
	}
	return running, urls
}

// TestLeaderKilled: the server that leads the bucket is killed, and for some seconds
// nobody can renew. Whoever loses what he has does so before another gets it, and
// all is held again.
func TestLeaderKilled(t *testing.T) {
	long.Test(t)
	t.Parallel()
	running, urls := spares(t)
	var members []*process
	for i := range 3 {
		at := strings.Join(append(urls[i:3:3], urls[:i]...), ",")
		var conn *nats.Conn
		await.Until(t, "a server", func() (is bool) {
			var err error
			conn, err = nats.Connect(at, append(options("", slog.New(slog.DiscardHandler)), nats.DontRandomize())...)
			return err == nil
		})
		t.Cleanup(conn.Close)
		var m *Membership
		await.Until(t, "a NATS cluster that takes a bucket", func() bool {
			var err error
			m, err = Join(t.Context(), conn, Config{Replicas: 3, Log: slog.New(slog.DiscardHandler)})
			return err == nil
		})
		t.Cleanup(m.Close)
		members = append(members, &process{Membership: m, conn: conn})
	}
	var holds []*Hold
	for i, p := range members {
		for k := range 4 {
			holds = append(holds, p.claim(t, Partition(10*i+k)))
		}
	}
	if err := running[leader(t, members[0].Membership)].Kill(); err != nil {
		t.Fatal(err)
	}
	down := time.Now()
	lost, beliefs := lostAfter(t, members[0], holds, down)
	if got := overlap(beliefs); got != "" {
		t.Error(got)
	}
	t.Logf("%d of %d keys were lost; all renewed or claimed anew %v after the kill", lost, len(holds), time.Since(down).Round(10*time.Millisecond))
}
