package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"familiar/journal/jetstream/blocks"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

// ErrInUse says that another process has the folder.
var ErrInUse = errors.New("another process has this folder")

// startWithin is how long the embedded server may take to read its files, and
// Open to read what it keeps in memory.
const startWithin = time.Minute

// An embedded server has no port. Other processes of this machine reach it by
// a socket in its folder, which only their owner may open: that is how the
// operator's commands look into a journal that is in use.
type embedded struct {
	*server.Server
	lock   *flock.Flock
	socket net.Listener // nil: the path is too long for one
	log    *slog.Logger
	bridge sync.WaitGroup
	guests *guests

	keeper   *blocks.Keeper
	findings []blocks.Finding // with which the server was started all the same
	marking  context.CancelFunc
}

// socketPath is where the server of a folder is reached.
func socketPath(folder string) string { return filepath.Join(folder, "journal.sock") }

// embed starts a server over the folder, once its files are looked at.
func embed(ctx context.Context, c Config) (*embedded, error) {
	if err := writable(c.Folder); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(c.Folder, "lock"), flock.SetPermissions(0o600))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", c.Folder, err)
	case !locked:
		return nil, fmt.Errorf("%s: %w: stop it, or give this one another folder", c.Folder, ErrInUse)
	}
	e := &embedded{lock: lock, log: c.Log, guests: newGuests()}
	if err := e.guard(ctx, c); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	if err := e.start(ctx, c); err != nil {
		return nil, err
	}
	e.keepMarks()
	e.listen(c.Folder)
	return e, nil
}

// writable makes the folder, or says why nothing can be kept there.
func writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the folder for the journal: %w", err)
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return fmt.Errorf("the folder for the journal can't be written: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// start has the server read its files. Where it fails the folder is given back.
func (e *embedded) start(ctx context.Context, c Config) error {
	s, err := server.NewServer(&server.Options{
		ServerName:         "familiar",
		DontListen:         true,
		JetStream:          true,
		StoreDir:           storeIn(c.Folder),
		SyncAlways:         c.Sync,
		NoSigs:             true,
		NoSystemAccount:    false,
		JetStreamMaxMemory: 1,
		JetStreamMaxStore:  1 << 50, // the journal's and the streams' own limits hold
		MaxPayload:         8 << 20,
		MaxPending:         256 << 20,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("embedded journal server: %w", err), e.lock.Unlock())
	}
	s.SetLoggerV2(serverLog{c.Log}, false, false, false)
	e.Server = s
	ready := make(chan bool, 1)
	go func() { // reading its files can't be called off
		s.Start()
		ready <- s.ReadyForConnections(startWithin) && s.JetStreamEnabled()
	}()
	select {
	case started := <-ready:
		if started {
			return nil
		}
		return errors.Join(fmt.Errorf("embedded journal server: it did not start over %s: its log says why", c.Folder), e.giveBack())
	case <-ctx.Done():
		go func() { // the folder is ours until it has read them
			<-ready
			_ = e.giveBack()
		}()
		return fmt.Errorf("embedded journal server: %w: it had not read %s yet", context.Cause(ctx), c.Folder)
	}
}

// giveBack ends the server and unlocks the folder.
func (e *embedded) giveBack() error {
	e.Shutdown()
	e.WaitForShutdown()
	return e.lock.Unlock()
}

// listen opens the socket for the operator's commands; without one they need
// the program to be stopped.
func (e *embedded) listen(folder string) {
	path := socketPath(folder)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // a killed process left it
		e.log.Warn("journal has no socket: its commands need the program stopped", "err", err)
		return
	}
	l, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		e.log.Warn("journal has no socket: its commands need the program stopped", "err", err)
		return
	}
	e.socket = l
	e.bridge.Go(func() {
		for {
			outside, err := l.Accept()
			if err != nil {
				return // closed
			}
			e.bridge.Go(func() { e.join(outside) })
		}
	})
}

// join passes bytes between a command and the server until one of them goes.
func (e *embedded) join(outside net.Conn) {
	defer outside.Close()
	e.guests.enter()
	defer e.guests.leave()
	inside, err := e.InProcessConn()
	if err != nil {
		e.log.Warn("journal command not served", "err", err)
		return
	}
	defer inside.Close()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{inside, outside}, {outside, inside}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done
}

// stop ends the server and gives the folder back.
func (e *embedded) stop() error {
	if e.socket != nil {
		e.socket.Close()
	}
	e.marking()
	e.Shutdown()
	e.WaitForShutdown()
	e.bridge.Wait()
	if err := e.keeper.Close(context.Background()); err != nil {
		e.log.Warn("journal not marked as closed: its next start compares less", "err", err)
	}
	return e.lock.Unlock()
}

// A dialer reaches the embedded server of another process.
type dialer struct{ path string }

// InProcessConn implements nats.InProcessConnProvider.
func (d dialer) InProcessConn() (net.Conn, error) { return net.Dial("unix", d.path) }

// serverLog gives the server's own log a place in ours: what it tells of its
// daily life is for whoever debugs.
type serverLog struct{ log *slog.Logger }

func (l serverLog) say(level slog.Level, f string, a []any) {
	l.log.Log(context.Background(), level, "journal server", "said", fmt.Sprintf(f, a...))
}

func (l serverLog) Noticef(f string, a ...any) { l.say(slog.LevelDebug, f, a) }
func (l serverLog) Warnf(f string, a ...any)   { l.say(slog.LevelInfo, f, a) }
func (l serverLog) Fatalf(f string, a ...any)  { l.say(slog.LevelError, f, a) }
func (l serverLog) Errorf(f string, a ...any)  { l.say(slog.LevelError, f, a) }
func (l serverLog) Debugf(string, ...any)      {}
func (l serverLog) Tracef(string, ...any)      {}
