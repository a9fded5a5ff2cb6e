package operate

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"familiar/cmd/familiar/process"
)

// processes has a folder for each process.
const processes = "/proc"

// holderOf finds who listens at an address. Others' processes can't be seen, but
// by root.
func holderOf(address string) holder {
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		return holder{}
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return holder{}
	}
	sockets := map[string]bool{}
	for _, table := range []string{"tcp", "tcp6"} {
		if b, err := os.ReadFile(filepath.Join(processes, "net", table)); err == nil {
			listening(b, uint16(port), sockets)
		}
	}
	if len(sockets) == 0 {
		return holder{}
	}
	files, err := filepath.Glob(filepath.Join(processes, "[0-9]*", "fd", "*"))
	if err != nil {
		return holder{}
	}
	for _, file := range files {
		if to, err := os.Readlink(file); err != nil || !sockets[to] {
			continue
		}
		folder := filepath.Dir(filepath.Dir(file))
		pid, err := strconv.Atoi(filepath.Base(folder))
		if err != nil {
			continue
		}
		name, _ := os.ReadFile(filepath.Join(folder, "comm")) // it may have ended
		return holder{pid, strings.TrimSpace(string(name))}
	}
	return holder{}
}

// listening adds the sockets of a table of the kernel that listen at a port, as
// links to them are written.
func listening(table []byte, port uint16, sockets map[string]bool) {
	const listens = "0A"
	for lines := bufio.NewScanner(bytes.NewReader(table)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) < 10 || f[3] != listens {
			continue
		}
		_, at, _ := strings.Cut(f[1], ":")
		if b, err := hex.DecodeString(at); err == nil && len(b) == 2 && uint16(b[0])<<8|uint16(b[1]) == port {
			sockets["socket:["+f[9]+"]"] = true
		}
	}
}

// filesOf returns how many files a process may have open, and how many it has.
func filesOf(pid int) (limit uint64, open int, ok bool) {
	folder := filepath.Join(processes, strconv.Itoa(pid))
	b, err := os.ReadFile(filepath.Join(folder, "limits"))
	if pid == 0 || err != nil {
		return 0, 0, false
	}
	for line := range strings.Lines(string(b)) {
		if rest, is := strings.CutPrefix(line, "Max open files"); is {
			_, err = fmt.Sscan(rest, &limit) // the soft one
		}
	}
	entries, other := os.ReadDir(filepath.Join(folder, "fd"))
	return limit, len(entries), err == nil && other == nil && limit > 0
}

// memoryOf returns how much memory a process may use: what its control group may,
// else what the machine has. 0 is this process.
func memoryOf(pid int) (limit int64, group bool) {
	self := "self"
	if pid != 0 {
		self = strconv.Itoa(pid)
	}
	limit = process.ContainerLimit(os.DirFS("/"), self)
	machine := machineMemory()
	if limit > 0 && (machine == 0 || limit < machine) {
		return limit, true
	}
	return machine, false
}

func machineMemory() (bytes int64) {
	b, err := os.ReadFile(filepath.Join(processes, "meminfo"))
	if err != nil {
		return 0
	}
	var kib int64
	if _, err := fmt.Sscanf(string(b), "MemTotal: %d kB", &kib); err != nil {
		return 0
	}
	return kib << 10
}
