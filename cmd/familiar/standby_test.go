//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"familiar/journal/journaltest"
)

// beside runs the program with the same configuration and a data folder of its own,
// as on another machine.
func (h *troubled) beside(name string) *program {
	h.t.Helper()
	text, err := os.ReadFile(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	file := h.file(filepath.Join(name, "familiar.toml"))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		h.t.Fatal(err)
	}
	return launch(h.t, "run", file)
}

// signal sends one to the process.
func (p *program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// TestStandBy: of several processes with one journal one runs. When it is killed,
// frozen or stopped, one that stands by goes on where it was: each line is
// answered once, and one that was frozen says nothing more.
func TestStandBy(t *testing.T) {
	t.Parallel()
	port := journaltest.Port(t)
	outside(t, t.TempDir(), port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\n")
	var kept, tokens []string
	runs := h.beside("p0")
	runs.until(`msg=running`, 1)
	for n, end := range []func(p *program){
		func(p *program) { p.signal(syscall.SIGKILL) },
		func(p *program) { p.signal(syscall.SIGSTOP) },
		func(p *program) { p.stop() },
	} {
		v := visit(runs)
		garden, line, token := v.listen("garden"), fmt.Sprintf("l%d", n), fmt.Sprintf("t%d", n)
		v.say("garden", line, "@Aria "+token)
		kept, tokens = append(kept, line), append(tokens, token)
		answered(garden, token)
		next := h.beside(fmt.Sprintf("p%d", n+1))
		next.until(`standing by: another process has the journal`, 1)
		under, asked := fmt.Sprintf("u%d", n), fmt.Sprintf("t9%d", n)
		v.say("cellar", under, "@Aria "+asked) // the answer is under way, or not yet
		kept, tokens = append(kept, under), append(tokens, asked)
		ended := time.Now()
		end(runs)
		next.until(`msg=running`, 1)
		t.Logf("the next one ran %v after the %s", time.Since(ended).Round(10*time.Millisecond), []string{"kill", "freeze", "stop"}[n])
		if n == 1 {
			runs.signal(syscall.SIGCONT)
			runs.ends(1)
		}
		runs = next
	}
	v := visit(runs)
	cellar := v.listen("cellar")
	v.say("cellar", "last", "@Aria t77")
	kept, tokens = append(kept, "last"), append(tokens, "t77")
	for _, token := range []string{"t90", "t91", "t92", "t77"} {
		if n := answered(cellar, token); n != 1 {
			t.Errorf("%s was answered %d times, want once", token, n)
		}
	}
	if again := len(regexp.MustCompile(`msg=running`).FindAllString(runs.String(), -1)); again != 1 {
		t.Errorf("the program started %d times, want once", again)
	}
	stands := h.beside("last")
	stands.until(`standing by`, 1)
	stands.stop()
	stands.ends(0)
	runs.stop()
	runs.ends(0)
	h.wantKept(kept, tokens)
}
