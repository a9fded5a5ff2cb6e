//go:build unix

package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"syscall"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/internal/natstest"
)

// TestServerDiskFull: one of three NATS servers has no room left. Lines go on being taken
// and answered, by all processes; once it has room and is started again it has what the
// others have, and another may be lost.
func TestServerDiskFull(t *testing.T) {
	long.Test(t)
	t.Parallel()
	small := t.TempDir()
	mount(t, small, "size=32m")
	servers := natstest.StartOn(t, []string{t.TempDir(), t.TempDir(), small})
	h := newTroubled(t, "[journal]\nreplicas = 3\nmax_mb = 256\nobserved_mb = 64\nurl = \""+servers.URL()+"\"\n")
	first := h.beside("p0")
	first.until("entered the list of processes", 1) // it has made some forty streams on three servers
	second := h.beside("p1")
	h.has(first, second)
	here, there := visit(first), visit(second)
	const rooms = 8
	var streams []*written
	for k := range rooms {
		streams = append(streams, here.listen(fmt.Sprint("room", k)))
	}
	var kept, tokens []string
	longest := time.Duration(0)
	n := 100
	talk := func(lines int, more string) {
		t.Helper()
		for ; lines > 0; lines-- {
			v, began := []*visitor{here, there}[n%2], time.Now()
			kept, tokens = append(kept, fmt.Sprint("l", n)), append(tokens, fmt.Sprint("t", n))
			v.say(fmt.Sprint("room", n%rooms), kept[len(kept)-1], "@Aria "+tokens[len(tokens)-1]+" "+more)
			if said := answered(streams[n%rooms], tokens[len(tokens)-1]); said != 1 {
				t.Errorf("%s is answered %d times, want once", tokens[len(tokens)-1], said)
			}
			longest = max(longest, time.Since(began))
			n++
		}
	}
	talk(rooms, "")
	noise := make([]byte, 6<<10)
	_, _ = rand.Read(noise) // never fails
	room := crowd(t, small, 64<<10)
	longest = 0
	talk(2*rooms, hex.EncodeToString(noise))
	t.Logf("with one disk full %d lines were answered, after %v at the latest", 2*rooms, longest.Round(time.Millisecond))
	h.has(first, second)
	var disk syscall.Statfs_t
	if err := syscall.Statfs(small, &disk); err != nil || disk.Bavail*uint64(disk.Bsize) >= uint64(2*len(noise)) {
		t.Fatalf("the disk has %d blocks of %d bytes left, %v; want less than a line", disk.Bavail, disk.Bsize, err)
	}

	room()
	servers.Stop(2)
	servers.Restart(2)
	longest = 0
	talk(rooms, "")
	servers.Stop(0) // now the one that was full is needed
	talk(rooms, "")
	t.Logf("as it came back and another was lost lines were answered after %v at the latest", longest.Round(time.Millisecond))
	h.has(first, second)
	for _, p := range []*program{first, second} {
		p.quit()
	}
	h.wantKept(kept, tokens)
}
