package operate

import (
	"fmt"

	"familiar/cmd/familiar/diagnosis"
	"familiar/config"
)

// What the program takes, as docs/performance.md measured it: 74 files with 10,000
// busy channels, and 903 MiB; 60 MiB with none.
const (
	ownFiles       = 100
	accountFiles   = 4 // a stream of events and calls beside it
	ownMemory      = 64 << 20
	channelMemory  = 84 << 10
	channelsInside = 12_000 // in memory at once
)

// A holder is the process that listens at an address; the zero one can't be seen.
type holder struct {
	pid  int
	name string
}

func (h holder) String() string { return fmt.Sprintf("process %d (%s)", h.pid, h.name) }

// lookAtLimits compares what may be used with what can be needed: the running
// program's limits where its process is known, else this command's.
func lookAtLimits(c *config.Config, v visit, pid int) (all []diagnosis.Finding) {
	files := diagnosis.Files{Need: ownFiles + accountFiles*len(c.Accounts)}
	if c.Control.Listen != "" {
		files.Need += c.Control.Streams + c.Control.Requests
	}
	if limit, open, ok := filesOf(pid); ok {
		files.Limit, files.Open = limit, open
	} else {
		files.Limit, files.Mine = ownFileLimit(), true
	}
	if files.Limit > 0 {
		all = append(all, files)
	}
	memory := diagnosis.Memory{Need: ownMemory + channelMemory*int64(min(v.channels, channelsInside))}
	memory.Limit, memory.Group = memoryOf(pid)
	return append(all, memory)
}
