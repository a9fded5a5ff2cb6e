package loading

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"

	"familiar/lab/load/flame"
)

// profile writes what this process does from now on to cpu.pprof in a folder,
// for go tool pprof; the function it gives ends that and adds what has been
// allocated, what is held and who runs, as allocs, heap and goroutine.pprof, and
// flame graphs of the first two, cpu.svg and allocs.svg. "": nothing is written.
func profile(folder string) (end func() error, err error) {
	if folder == "" {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	cpu, err := os.Create(filepath.Join(folder, "cpu.pprof"))
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return nil, errors.Join(fmt.Errorf("profile: %w", err), cpu.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		runtime.GC() // so that heap is what is held
		err := errors.Join(cpu.Close(), lookup(folder, "allocs"), lookup(folder, "heap"), lookup(folder, "goroutine"))
		return errors.Join(err, draw(folder, "cpu", "cpu", "CPU time of familiar load"), draw(folder, "allocs", "alloc_space", "Memory allocated by familiar load"))
	}, nil
}

func lookup(folder, name string) error {
	f, err := os.Create(filepath.Join(folder, name+".pprof"))
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	return errors.Join(pprof.Lookup(name).WriteTo(f, 0), f.Close())
}

// draw makes the flame graph of a profile's value beside it.
func draw(folder, name, value, title string) error {
	in, err := os.Open(filepath.Join(folder, name+".pprof"))
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	defer in.Close()
	graph, err := flame.Read(in, value)
	if err != nil {
		return fmt.Errorf("profile: draw %s: %w", in.Name(), err)
	}
	out, err := os.Create(filepath.Join(folder, name+".svg"))
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	return errors.Join(graph.Draw(out, title), out.Close())
}
