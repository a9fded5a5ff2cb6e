package main

import (
	"flag"
	"net/http"
	"regexp"
	"strconv"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal/journaltest"

	nats "github.com/nats-io/nats-server/v2/server"
)

// away is how long an outside NATS is gone: long enough for readers and the
// lease to notice. Longer by -away 30s.
var away = flag.Duration("away", 6*time.Second, "how long the outside NATS is away in TestNATSAway")

// outside runs a NATS server with a port, as an operator would.
func outside(t *testing.T, folder string, port int) (stop func()) {
	t.Helper()
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: port, JetStream: true, JetStreamMaxStore: 1 << 50, StoreDir: folder, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	stop = func() {
		s.Shutdown()
		s.WaitForShutdown()
	}
	t.Cleanup(stop)
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server did not start")
	}
	return stop
}

// TestNATSAway: while an outside NATS is away lines are refused and what is
// under way waits; when it is back the same process goes on, and everything is
// answered once.
func TestNATSAway(t *testing.T) {
	long.Test(t)
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	stop := outside(t, folder, port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	p := launch(t, "run", h.main())
	v := visit(p)
	garden, cellar := v.listen("garden"), v.listen("cellar")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")
	v.say("cellar", "l2", "@Aria t999")
	cellar.until(`event: doing\ndata: .*"act":"composing"`, 1)

	stop()
	close(h.silent) // the model answers into the outage
	kept, gone, longest := []string{"l1", "l2"}, time.Now(), time.Duration(0)
	for n := 0; time.Since(gone) < *away; n++ {
		began := time.Now()
		status, said := v.try("garden", "r"+strconv.Itoa(n), "is anybody there?")
		took := time.Since(began)
		longest = max(longest, took)
		if status != http.StatusServiceUnavailable || took > 15*time.Second { // after 20 the interface gives up
			t.Errorf("%v after NATS went: got %d %s in %v, want 503 in some seconds", began.Sub(gone), status, said, took)
		}
		<-time.After(250 * time.Millisecond)
	}
	t.Logf("away for %v; a line was refused within %v", time.Since(gone).Round(time.Millisecond), longest.Round(time.Millisecond))
	p.until("journal server is away", 1)

	outside(t, folder, port)
	p.until("journal server is back", 1)
	for i, line := range []string{"r0", "l3"} { // the one that was refused is said again
		v.say("garden", line, "@Aria t"+strconv.Itoa(3+i))
		kept = append(kept, line)
	}
	for _, token := range []string{"t3", "t4"} {
		if n := answered(garden, token); n != 1 {
			t.Errorf("%s was answered %d times, want once", token, n)
		}
	}
	if n := answered(cellar, "t999"); n != 1 {
		t.Errorf("what was under way was answered %d times, want once", n)
	}
	if again := len(regexp.MustCompile("running").FindAllString(p.String(), -1)); again != 1 {
		t.Errorf("the program started %d times, want once", again)
	}
	p.quit()
	h.wantKept(kept, []string{"t1", "t3", "t4", "t999"})
}
