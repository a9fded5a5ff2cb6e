// Package embedded runs the NATS server of a folder inside this process. It
// looks at the files before the server does, and knows whether the disk still
// takes what is written. What the streams are for is not its business.
package embedded

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

// Errors of a folder that no server starts over.
var (
	ErrInUse      = errors.New("another process is using this folder")
	ErrUnfinished = errors.New("a restore is under way, or was ended before it was complete")
)

// StartWithin is how long the embedded server may take to read its files, and
// Open to read what it keeps in memory.
const StartWithin = time.Minute

// A Server has no port. Other processes of this machine reach it by
// a socket in its folder, which only their owner may open: that is how the
// operator's commands look into a journal that is in use.
type Server struct {
	*server.Server
	folder string
	lock   *flock.Flock
	socket net.Listener // nil: the path is too long for one
	log    *slog.Logger
	bridge sync.WaitGroup
	guests *guests

	keeper   *blocks.Keeper
	asClosed bool             // see AsClosed
	findings []blocks.Finding // with which the server was started all the same
	marking  context.CancelFunc
}

// A Config says how a server is started over a folder.
type Config struct {
	Folder       string
	Sync         bool                     // every write reaches the disk before it is acknowledged
	StartDamaged bool                     // go on with what is left of a damaged store
	Fleeting     func(stream string) bool // whose messages are overwritten on purpose
	Log          *slog.Logger
}

// socketPath returns where the server of a folder is reached.
func socketPath(folder string) string { return filepath.Join(folder, "journal.sock") }

// Start starts a server over the folder, once its files are looked at.
func Start(ctx context.Context, c Config) (*Server, error) {
	if err := Writable(c.Folder); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(c.Folder, "lock"), flock.SetPermissions(0o600))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", c.Folder, err)
	case !locked:
		return nil, fmt.Errorf("%s: %w: stop it, or use another folder", c.Folder, ErrInUse)
	}
	e := &Server{folder: c.Folder, lock: lock, log: c.Log, guests: newGuests()}
	if err := Finished(c.Folder); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
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

// Restoring returns where a store is filled before it is moved to [Files].
func Restoring(folder string) string { return filepath.Join(folder, "restoring") }

// Finished refuses a folder in which a restore was killed: who asked for it would find an
// empty store in its place, and be refused to restore over that.
func Finished(folder string) error {
	if _, err := os.Stat(Files(folder)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(Restoring(folder)); err != nil {
		return nil
	}
	return fmt.Errorf("%s: %w: run familiar restore again, or remove %s to begin with an empty journal", folder, ErrUnfinished, Restoring(folder))
}

// Writable makes the folder, or says why nothing can be kept there.
func Writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("create the folder for the journal: %w", err)
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return fmt.Errorf("the folder for the journal can't be written: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// start has the server read its files. Where it fails the folder is given back.
func (e *Server) start(ctx context.Context, c Config) error {
	s, err := server.NewServer(&server.Options{
		ServerName:         "familiar",
		DontListen:         true,
		JetStream:          true,
		StoreDir:           Files(c.Folder),
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
		ready <- s.ReadyForConnections(StartWithin) && s.JetStreamEnabled()
	}()
	select {
	case started := <-ready:
		if started {
			return nil
		}
		return errors.Join(fmt.Errorf("embedded journal server: it did not start with %s: its log says why", c.Folder), e.giveBack())
	case <-ctx.Done():
		go func() { // the folder is ours until it has read them
			<-ready
			_ = e.giveBack()
		}()
		return fmt.Errorf("embedded journal server: %w: it was still reading %s", context.Cause(ctx), c.Folder)
	}
}

// giveBack ends the server and unlocks the folder.
func (e *Server) giveBack() error {
	e.Shutdown()
	e.WaitForShutdown()
	return e.lock.Unlock()
}

// listen opens the socket for the operator's commands; without one they need
// the program to be stopped.
func (e *Server) listen(folder string) {
	path := socketPath(folder)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // a killed process left it
		e.log.Warn("journal has no socket: stop the program to use the journal's commands", "err", err)
		return
	}
	l, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		e.log.Warn("journal has no socket: stop the program to use the journal's commands", "err", err)
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
func (e *Server) join(outside net.Conn) {
	defer outside.Close()
	e.guests.guestCame()
	defer e.guests.guestLeft()
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

// Stop ends the server and gives the folder back.
func (e *Server) Stop() error {
	if e.socket != nil {
		e.socket.Close()
	}
	e.marking()
	e.Shutdown()
	e.WaitForShutdown()
	e.bridge.Wait()
	if err := e.keeper.Close(context.Background()); err != nil {
		e.log.Warn("journal not marked as closed: the next start checks less", "err", err)
	}
	return e.lock.Unlock()
}

// Purging writes down that a stream's records before a sequence go on purpose.
func (e *Server) Purging(stream string, before uint64) error {
	return e.keeper.Purging(stream, before)
}

// Disregard says that a stream is worth nothing until Regard: it is being made out of
// others, or it is about to go. Should the program be killed meanwhile, the next start
// removes it.
func (e *Server) Disregard(stream string) error { return e.keeper.Disregard(stream) }

// Regard ends Disregard.
func (e *Server) Regard(streams []string) error { return e.keeper.Regard(streams) }

// Records hands over a part of a stream from its files, past the server, and returns how
// far it came: see [blocks.Keeper.Records]. From where a file can't be read the server is
// to be asked, as where it is missing.
func (e *Server) Records(ctx context.Context, p blocks.Part, each func(blocks.Record) error) (last uint64, err error) {
	last, err = e.keeper.Records(ctx, p, each)
	if unread, is := errors.AsType[*blocks.UnreadError](err); is {
		e.log.Warn("journal file not read, its server is asked for the rest", "stream", p.Stream, "after", last, "err", unread.Err)
		return last, nil
	}
	return last, err
}

// Blocks returns the folder of a stream's blocks, for [blocks.ReadAt].
func (e *Server) Blocks(stream string) string { return e.keeper.Folder(stream) }

// Mended says that what the streams had lost of one another is mended.
func (e *Server) Mended() { e.keeper.Mended() }

// AsClosed reports whether the store was found as a program had closed it after it said
// that: then no stream has lost what another one counts on.
func (e *Server) AsClosed() bool { return e.asClosed }

// Mark writes down what the store holds.
func (e *Server) Mark(ctx context.Context) error { return e.keeper.Mark(ctx) }

// Findings returns what was missing or damaged when the server was started all the
// same.
func (e *Server) Findings() []blocks.Finding { return e.findings }

// Alone returns a channel that is closed when another process comes; false:
// there are some.
func (e *Server) Alone() (came <-chan struct{}, ok bool) { return e.guests.alone() }

// A Dialer reaches the embedded server of another process.
type Dialer struct{ Folder string }

// InProcessConn implements nats.InProcessConnProvider.
func (d Dialer) InProcessConn() (net.Conn, error) { return net.Dial("unix", socketPath(d.Folder)) }

// serverLog returns the server's own log a place in ours: what it tells of its
// routine messages are for debugging.
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
