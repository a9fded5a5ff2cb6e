package vitals

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// ticks is how many clock ticks of /proc a second has: the kernel's USER_HZ,
// 100 on every architecture Go runs on (man 5 proc).
const ticks = 100

// A process is one that is looked at.
type process struct {
	pid int
	own bool // it is this one
}

// name reads /proc/PID/comm.
func (p process) name() string { return string(bytes.TrimSpace(p.read("comm"))) }

// resident reads /proc/PID/statm, whose second number is pages in memory.
func (p process) resident() uint64 {
	fields := bytes.Fields(p.read("statm"))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// cpu reads /proc/PID/stat, whose 14th and 15th number are ticks of the
// program and of the system for it. The 2nd, its name, may hold spaces.
func (p process) cpu() time.Duration {
	text := p.read("stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	used := uint64(0)
	for _, field := range fields[11:13] {
		n, err := strconv.ParseUint(string(field), 10, 64)
		if err != nil {
			return 0
		}
		used += n
	}
	return time.Duration(used) * time.Second / ticks
}

// files counts what is in /proc/PID/fd, its own look left aside.
func (p process) files() (n int) {
	folder, err := os.Open(p.path("fd"))
	if err != nil {
		return 0
	}
	defer folder.Close()
	if p.own {
		n--
	}
	for {
		names, err := folder.Readdirnames(1024)
		n += len(names)
		if err != nil { // io.EOF, usually
			return n
		}
	}
}

// read returns a file of the process; nothing where there is none.
func (p process) read(file string) []byte {
	text, err := os.ReadFile(p.path(file))
	if err != nil {
		return nil
	}
	return text
}

func (p process) path(file string) string { return "/proc/" + strconv.Itoa(p.pid) + "/" + file }
