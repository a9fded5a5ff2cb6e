package vitals

import (
	"os"
	"runtime"
	"strings"
)

// A Machine is where figures were taken, without which they mean nothing.
type Machine struct {
	CPU   string `json:"cpu"` // its model; "" where the system doesn't tell
	Cores int    `json:"cores"`
	OS    string `json:"os"`
	Go    string `json:"go"`
	Load  string `json:"load"` // of the machine as it began: the averages of /proc/loadavg
}

// ThisMachine returns the one this process runs on.
func ThisMachine() Machine {
	m := Machine{Cores: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	text, _ := os.ReadFile("/proc/cpuinfo") // elsewhere it stays unknown
	for line := range strings.Lines(string(text)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			m.CPU = strings.TrimSpace(model)
			break
		}
	}
	text, _ = os.ReadFile("/proc/loadavg") // the same
	if averages := strings.Fields(string(text)); len(averages) >= 3 {
		m.Load = strings.Join(averages[:3], " ")
	}
	return m
}
