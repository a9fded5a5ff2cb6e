package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"familiar/app"
	"familiar/config"
)

// settle is how long files must be left alone before they are read: editors
// write in several steps.
const settle = 300 * time.Millisecond

// A reloader puts a configuration in force when its files change or SIGHUP
// comes. One that is wrong is refused and the old one stays.
type reloader struct {
	file string
	app  *app.App
	log  *slog.Logger

	watcher *fsnotify.Watcher // nil: the system can't watch, SIGHUP remains
	watched map[string]bool   // folders; a file that is replaced is seen there
	print   [sha256.Size]byte // of all the files, as last read
}

// watch works until ctx ends.
func (r *reloader) watch(ctx context.Context) {
	var changes chan fsnotify.Event // without a watcher it stays silent
	var err error
	if r.watcher, err = fsnotify.NewWatcher(); err != nil {
		r.log.Warn("files are not watched: send SIGHUP after a change", "err", err)
	} else {
		defer r.watcher.Close()
		changes = r.watcher.Events
	}
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	r.watched = make(map[string]bool)
	r.follow()
	quiet := time.NewTimer(0)
	defer quiet.Stop()
	<-quiet.C
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
			quiet.Reset(settle)
		case <-quiet.C:
			if r.fingerprint() != r.print {
				r.reload(ctx)
			}
		case <-hup:
			r.reload(ctx)
		}
	}
}

// follow watches the folders of all files of the configuration in force.
func (r *reloader) follow() {
	r.print = r.fingerprint()
	if r.watcher == nil {
		return
	}
	for _, file := range r.app.Settings().Files() {
		folder := filepath.Dir(file)
		if r.watched[folder] {
			continue
		}
		if err := r.watcher.Add(folder); err != nil {
			r.log.Warn("folder is not watched: send SIGHUP after a change", "folder", folder, "err", err)
			continue
		}
		r.watched[folder] = true
	}
}

// fingerprint tells whether any of the files is different. One that can't be
// read counts as empty: reading it again will say why.
func (r *reloader) fingerprint() (sum [sha256.Size]byte) {
	hash := sha256.New()
	for _, file := range r.app.Settings().Files() {
		text, _ := os.ReadFile(file)
		fmt.Fprintf(hash, "%q %d\n", file, len(text))
		hash.Write(text)
	}
	hash.Sum(sum[:0])
	return sum
}

func (r *reloader) reload(ctx context.Context) {
	r.print = r.fingerprint()
	old := r.app.Settings()
	loaded, err := config.Load(r.file)
	if err != nil {
		r.refuse(err)
		return
	}
	change, err := r.app.Reload(ctx, loaded)
	if err != nil {
		r.refuse(err)
		return
	}
	for _, w := range loaded.Warnings {
		r.log.Warn("configuration", "problem", w.Error())
	}
	for _, part := range []struct {
		key      string
		was, now any
	}{{"control", old.Control, loaded.Control}, {"data", old.Data, loaded.Data}, {"log", old.Log, loaded.Log}} {
		if !reflect.DeepEqual(plain(part.was), plain(part.now)) {
			r.log.Warn("this part of the configuration holds after a restart only", "key", part.key)
		}
	}
	r.log.Info("configuration reloaded", "generation", change.Generation, "channels_told", change.Channels)
	r.follow()
}

// plain gives a part of the configuration in a form that can be compared:
// secrets by where they come from.
func plain(part any) any {
	if c, ok := part.(config.Control); ok {
		return fmt.Sprintf("%+v", c)
	}
	return part
}

// refuse says why a configuration doesn't hold.
func (r *reloader) refuse(err error) {
	problems, ok := errors.AsType[config.Problems](err)
	if !ok {
		r.log.Error("configuration refused, the old one stays", "err", err)
		return
	}
	for _, p := range problems {
		r.log.Error("configuration refused, the old one stays", "problem", p.Error())
	}
}
