//go:build unix

package main

import (
	"log/slog"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/long"
	"familiar/policy/conversation"
)

// TestNoStart: where nothing can be kept, or the server isn't there, the
// program says so and doesn't start.
func TestNoStart(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for _, tt := range []struct {
		what    string
		more    string // of the configuration
		prepare func(*troubled)
		says    string
	}{
		{"a file stands where the folder should be", "", func(h *troubled) {
			h.write("data", "a file")
		}, `create the folder for the journal: .*data.*: not a directory`},
		{"the folder can't be written", "", func(h *troubled) {
			h.unwritable("data/journal")
		}, `the folder for the journal can't be written: .*data/journal/.*: (read-only file system|permission denied)`},
		{"a newer program has written there", "", func(h *troubled) {
			h.newer()
		}, `store has states of version \d+, this program knows up to \d+: a newer program has written to this store: use that program`},
		{"nothing listens at the URL", "[journal]\nurl = \"nats://127.0.0.1:1\"\n", nil, `nats://127\.0\.0\.1:1: .*(refused|no servers)`},
		{"whoever listens at the URL says nothing", "", func(h *troubled) {
			h.mute()
		}, `nats://127\.0\.0\.1:\d+: .*timeout`},
		{"the URL's host does not exist", "[journal]\nurl = \"nats://nowhere.invalid:4222\"\n", nil, `nats://nowhere\.invalid:4222: `},
		{"the URL holds a password", "[journal]\nurl = \"nats://ana:xyzzy@127.0.0.1:1\"\n", nil, `familiar.toml:\d+.*url: want the address only`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			h := newTroubled(t, tt.more)
			if tt.prepare != nil {
				tt.prepare(h)
			}
			p := launch(t, "run", h.main())
			p.ends(1)
			if !regexp.MustCompile(tt.says).MatchString(p.String()) || strings.Contains(p.String(), "xyzzy") {
				t.Errorf("it wrote\n%swant %s, and no password", p, tt.says)
			}
		})
	}
}

// TestSecondProgram: one on a folder that another has does not start, and the
// other goes on.
func TestSecondProgram(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "")
	first := launch(t, "run", h.main())
	v := visit(first)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")

	second := launch(t, "run", h.main())
	second.until(`data/journal: another process is using this folder: stop it, or use another folder`, 1)
	second.ends(1)

	v.say("garden", "l2", "@Aria t2")
	answered(garden, "t2")
	first.quit()
	h.wantKept([]string{"l1", "l2"}, []string{"t1", "t2"})
}

// TestKilled: a line that is being answered when the program is killed is
// answered by the next, once.
func TestKilled(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "")
	p := launch(t, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t999")
	garden.until(`event: doing\ndata: .*"act":"composing"`, 1)
	if err := p.process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.ends(-1)
	close(h.silent)

	again := launch(t, "run", h.main())
	answered(visit(again).listen("garden"), "t999")
	again.quit()
	h.wantKept([]string{"l1"}, []string{"t999"})
}

// unwritable makes a folder that can't be written: for root, to whom modes
// don't matter, by a mount.
func (h *troubled) unwritable(name string) {
	h.t.Helper()
	if err := os.MkdirAll(h.file(name), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		mount(h.t, h.file(name), "ro")
		return
	}
	if err := os.Chmod(h.file(name), 0o500); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = os.Chmod(h.file(name), 0o700) }) // or the folder stays
}

// newer has the store opened by a program that knows one version more.
func (h *troubled) newer() {
	h.t.Helper()
	loaded, err := config.Load(h.main())
	if err != nil {
		h.t.Fatal(err)
	}
	settings := command.Stored(loaded, slog.New(slog.DiscardHandler))
	settings.StateVersion = conversation.Version + 1
	damage(h.t, settings)
}

// mute points the configuration to a server that takes connections and says
// nothing.
func (h *troubled) mute() {
	h.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { l.Close() })
	h.change("familiar.toml", "[control]", "[journal]\nurl = \"nats://"+l.Addr().String()+"\"\n\n[control]")
}
