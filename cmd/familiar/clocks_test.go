//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/journal/journaltest"
)

var clocks = flag.Bool("clocks", false, "run TestClocks, which builds the program and the whole of Go's library anew: minutes")

// skewed builds the program with a wall clock that is wrong by as many seconds as
// FAMILIAR_SKEW says: Go asks the kernel without a C library, so nothing can be put in
// between but Go's own time.Now. The clock that never jumps stays right, as on a machine
// whose time is set wrong.
func skewed(t *testing.T) (binary string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("there is no Go here")
	}
	library, folder := filepath.Join(strings.TrimSpace(string(root)), "src", "time"), t.TempDir()
	source, err := os.ReadFile(filepath.Join(library, "time.go"))
	if err != nil {
		t.Fatal(err)
	}
	const now = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if !bytes.Contains(source, []byte(now)) {
		t.Fatal("time.Now is written in another way by now")
	}
	wrong := bytes.Replace(source, []byte(now), []byte(now+"\tsec += skew\n"), 1)
	const skew = "package time\n\nimport \"syscall\"\n\nvar skew = func() int64 {\n\ttext, _ := syscall.Getenv(\"FAMILIAR_SKEW\")\n\tn, _ := atoi(text)\n\treturn int64(n)\n}()\n"
	replaced := map[string]string{}
	for name, text := range map[string][]byte{"time.go": wrong, "skew.go": []byte(skew)} {
		replaced[filepath.Join(library, name)] = filepath.Join(folder, name)
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	binary = filepath.Join(folder, "skewed")
	if said, err := exec.Command("go", "build", "-overlay", filepath.Join(folder, "overlay.json"), "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return binary
}

// TestClocks, of which docs/cluster.md says what comes of it: of three processes one's clock is five minutes slow and one's as much fast.
// Lines that are said to each are answered once and soon, wherever their channel is, also
// after one is killed.
func TestClocks(t *testing.T) {
	if !*clocks {
		t.Skip("builds Go's library anew: -clocks")
	}
	binary := skewed(t)
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	text, err := os.ReadFile(h.main())
	if err != nil {
		t.Fatal(err)
	}
	run := func(skew time.Duration) *program {
		file := saved(t, string(text))
		return launchBinary(t, "env", fmt.Sprintf("FAMILIAR_SKEW=%d", int(skew.Seconds())), binary, "run", file)
	}
	slow, right, fast := run(-5*time.Minute), run(0), run(5*time.Minute)
	if at := logged(slow, "running"); len(at) == 1 && time.Since(at[0]) < 4*time.Minute {
		t.Fatal("its clock is not wrong")
	}
	h.has(slow, right, fast)
	var kept, tokens []string
	longest := time.Duration(0)
	talk := func(from int, to ...*program) {
		const rooms = 12
		here := visit(right)
		for n, p := range to {
			v := visit(p)
			for k := range rooms {
				room, number := fmt.Sprint("room", k), from+n*rooms+k
				stream := here.listen(room)
				kept, tokens = append(kept, fmt.Sprint("l", number)), append(tokens, fmt.Sprint("t", number))
				began := time.Now()
				v.say(room, fmt.Sprint("l", number), "@Aria "+fmt.Sprint("t", number))
				if said := answered(stream, fmt.Sprint("t", number)); said != 1 {
					t.Errorf("t%d is answered %d times, want once", number, said)
				}
				longest = max(longest, time.Since(began))
			}
		}
	}
	talk(100, slow, fast, right)
	t.Logf("answered after %v at the latest", longest.Round(time.Millisecond))
	killed := time.Now()
	fast.signal(syscall.SIGKILL)
	h.has(slow, right)
	t.Logf("the others had what it had %v after the kill", time.Since(killed).Round(100*time.Millisecond))
	longest = 0
	talk(200, slow, right)
	again := run(5 * time.Minute)
	h.has(slow, right, again)
	talk(300, again, slow)
	t.Logf("afterwards answered after %v at the latest", longest.Round(time.Millisecond))
	for _, p := range []*program{slow, right, again} {
		p.quit()
	}
	h.wantKept(kept, tokens)
}
