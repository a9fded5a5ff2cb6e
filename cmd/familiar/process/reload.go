package process

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"familiar/app"
	"familiar/config"
	"familiar/config/document"
)

const (
	// settle is how long files must be left alone before they are read: editors
	// write in several steps.
	settle = 300 * time.Millisecond
	// hangs is how long reading them may take before the operator is told.
	hangs = 5 * time.Second
)

// A reloader puts a configuration in force when its files change or on SIGHUP. An
// invalid one is refused and the old one stays.
type reloader struct {
	file string
	app  *app.App
	log  *slog.Logger

	hup     chan os.Signal
	asked   chan chan<- reloaded // requests that wait for the outcome
	watcher *fsnotify.Watcher    // nil: the system can't watch, SIGHUP remains
	watched map[string]bool      // folders, by whether they are watched; replaced files are seen there
	print   [sha256.Size]byte    // of all the files, from before they were last read
}

// NewReloader makes one for a configuration read by [ReadStill]. No change since then
// is missed, and from here on SIGHUP doesn't end the process, until [Service.Run] returns.
func NewReloader(loaded *config.Config, print [sha256.Size]byte, log *slog.Logger) *reloader {
	r := &reloader{file: loaded.Files()[0], log: log, hup: make(chan os.Signal, 1), asked: make(chan chan<- reloaded), watched: make(map[string]bool), print: print}
	signal.Notify(r.hup, syscall.SIGHUP)
	return r
}

// watch works until ctx ends.
func (r *reloader) watch(ctx context.Context) {
	var changes chan fsnotify.Event // without a watcher both stay silent
	var troubles chan error
	var err error
	if r.watcher, err = fsnotify.NewWatcher(); err != nil {
		r.log.Warn("files are not watched: send SIGHUP after a change", "err", err)
	} else {
		defer r.watcher.Close()
		changes, troubles = r.watcher.Events, r.watcher.Errors
	}
	r.onFiles(ctx, r.follow)
	quiet := time.NewTimer(settle) // for changes while the program started
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
			quiet.Reset(settle)
		case err := <-troubles:
			r.log.Warn("watching files failed: send SIGHUP after a change", "err", err)
			quiet.Reset(settle)
		case <-quiet.C:
			var print [sha256.Size]byte
			if r.onFiles(ctx, func() {
				r.follow()
				print = Fingerprint(r.app.Settings().Files())
			}) && print != r.print {
				r.reload(ctx)
			}
		case <-r.hup:
			r.reload(ctx)
		case tell := <-r.asked:
			tell <- r.reload(ctx)
		}
	}
}

// onFiles does something that reads files, and reports whether that is over. On a file
// system that hangs it never is: the log says so, and the end of ctx doesn't wait for it.
func (r *reloader) onFiles(ctx context.Context, do func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	late := time.NewTimer(hangs)
	defer late.Stop()
	for {
		select {
		case <-done:
			return true
		case <-late.C:
			r.log.Warn("files of the configuration take long to read: nothing is reloaded until they are", "files", r.app.Settings().Files(), "after", hangs)
		case <-ctx.Done():
			return false
		}
	}
}

// follow watches the folders of all files of the configuration in force, and the
// folders that links lead to.
func (r *reloader) follow() {
	if r.watcher == nil {
		return
	}
	for _, file := range r.app.Settings().Files() {
		r.add(filepath.Dir(file))
		if _, err := os.Readlink(file); err != nil {
			continue // it is not a link
		}
		if target, err := filepath.EvalSymlinks(file); err == nil {
			r.add(filepath.Dir(target))
		}
	}
}

// add watches a folder, also one that is watched: it may have been replaced.
func (r *reloader) add(folder string) {
	watched, known := r.watched[folder]
	err := r.watcher.Add(folder)
	if err != nil && (watched || !known) {
		r.log.Warn("folder is not watched: send SIGHUP after a change", "folder", folder, "err", err)
	}
	r.watched[folder] = err == nil
}

// ReadStill reads a configuration, and returns the fingerprint of its files from
// before that, so that changes during the read count as changes afterwards. If it has
// other files than expected it is read once more, now that they are known.
func ReadStill(load func(string) (*config.Config, error), file string, files []string) (*config.Config, [sha256.Size]byte, error) {
	for {
		print := Fingerprint(files)
		loaded, err := load(file)
		if err != nil || slices.Equal(loaded.Files(), files) {
			return loaded, print, err
		}
		files = loaded.Files()
	}
}

// Fingerprint tells whether any of the files is different. One that can't be
// read counts as empty: reading it again will say why.
func Fingerprint(files []string) (sum [sha256.Size]byte) {
	hash := sha256.New()
	for _, file := range files {
		text, _ := os.ReadFile(file)
		fmt.Fprintf(hash, "%q %d\n", file, len(text))
		hash.Write(text)
	}
	hash.Sum(sum[:0])
	return sum
}

// reload reads the configuration again, logs the outcome and reports it to the
// requester.
func (r *reloader) reload(ctx context.Context) reloaded {
	old := r.app.Settings()
	var before, print [sha256.Size]byte
	var loaded *config.Config
	var err error
	if !r.onFiles(ctx, func() {
		before = Fingerprint(old.Files())
		loaded, print, err = ReadStill(config.Load, r.file, old.Files())
	}) {
		return reloaded{err: fmt.Errorf("reload: %w", ctx.Err())}
	}
	r.print = before
	if err != nil {
		r.refuse(err)
		return reloaded{err: err}
	}
	change, err := r.app.Reload(ctx, loaded)
	if err != nil {
		r.refuse(err)
		return reloaded{err: err}
	}
	for _, w := range loaded.Warnings {
		r.log.Warn("configuration", "problem", w.Error())
	}
	for _, part := range []struct { // compared as printed: a secret by where it comes from
		key      string
		was, now any
	}{{"control", old.Control, loaded.Control}, {"data", old.Data, loaded.Data}, {"journal", old.Journal, loaded.Journal}, {"log", old.Log, loaded.Log}, {"telemetry", old.Telemetry, loaded.Telemetry}} {
		if fmt.Sprintf("%+v", part.was) != fmt.Sprintf("%+v", part.now) {
			r.log.Warn("this part of the configuration takes effect after a restart only", "key", part.key)
		}
	}
	if change.Untold != nil {
		r.log.Warn("configuration is in force, channels in memory go by the old one until the journal takes it", "err", change.Untold)
	}
	r.log.Info("configuration reloaded", "generation", change.Generation, "channels_told", change.Channels)
	r.print = print
	r.onFiles(ctx, r.follow)
	return reloaded{change: change}
}

// refuse says why a configuration was refused.
func (r *reloader) refuse(err error) {
	problems, ok := errors.AsType[document.Problems](err)
	if !ok {
		r.log.Error("configuration refused, the old one stays in force", "err", err)
		return
	}
	for _, p := range problems {
		r.log.Error("configuration refused, the old one stays in force", "problem", p.Error())
	}
}
