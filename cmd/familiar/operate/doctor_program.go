package operate

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"time"

	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/config"
)

// doctorWithin is how long the running program has to answer.
const doctorWithin = 10 * time.Second

// askProgram asks whichever runs with the configuration how it is. An address
// that was left by one that was killed is nobody's.
func askProgram(ctx context.Context, c *config.Config, v visit) diagnosis.Program {
	p := diagnosis.Program{Running: v.running, Owner: v.owner, Asked: c.Control.Listen != ""}
	address := leftAddress(c)
	if !p.Asked || address == "" {
		return p
	}
	ctx, stop := context.WithTimeout(ctx, doctorWithin)
	defer stop()
	_, parts, err := askReady(ctx, address)
	if err != nil {
		if p.Running {
			p.Error = oneLine(err.Error())
		}
		return p
	}
	p.Running, p.Answers = true, true
	for lines := bufio.NewScanner(strings.NewReader(parts)); lines.Scan(); {
		if _, says, ok := strings.Cut(lines.Text(), ": "); ok && says != "ok" && !strings.HasPrefix(says, "ok,") {
			p.Ailing = append(p.Ailing, oneLine(lines.Text()))
		}
	}
	return p
}

// leftAddress is where the program that runs, or ran last, is reached; "": there
// is none.
func leftAddress(c *config.Config) string {
	text, err := os.ReadFile(process.AddressFile(c))
	if err != nil {
		return ""
	}
	address, err := ownAddress(strings.TrimSpace(string(text)))
	if err != nil {
		return ""
	}
	return address
}

// tryListener finds out whether the address of [control] can be had, by having it
// for a moment, and who has it: 0 if that can't be seen.
func tryListener(ctx context.Context, c *config.Config, p diagnosis.Program) (diagnosis.Listener, int) {
	l := diagnosis.Listener{Address: c.Control.Listen}
	if l.Address == "" {
		return l, 0
	}
	at := l.Address
	if p.Answers {
		l.Ours = true
		if _, address, ok := strings.Cut(leftAddress(c), "//"); ok {
			at = address // the port may have been any
		}
		return l, holderOf(at).pid
	}
	var any net.ListenConfig
	had, err := any.Listen(ctx, "tcp", at)
	if err == nil {
		_ = had.Close() // nobody has come
		return l, 0
	}
	l.Error = oneLine(err.Error())
	if op, ok := errors.AsType[*net.OpError](err); ok {
		l.Error = oneLine(op.Err.Error())
	}
	if holder := holderOf(at); holder.pid != 0 {
		l.Holder = oneLine(holder.String())
		if p.Running {
			return l, holder.pid
		}
	}
	return l, 0
}

func isFolder(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.IsDir()
}
