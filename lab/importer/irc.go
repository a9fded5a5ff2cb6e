package importer

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"familiar/lab/corpus"
	"familiar/messages"
)

// longestLine is how long a line of a log may be, in bytes. The protocol has
// 512, or 8,191 with tags.
const longestLine = 64 << 10

// An ircLog is a log with what its path says.
type ircLog struct {
	*file
	at     ircPath
	called string // in the ids of its lines
}

// readIRC reads logs, those of one channel in the order of their days. Each is
// read twice: whom a line calls is only known with everybody who is there.
func readIRC(r *reading, files []*file) error {
	logs := make([]ircLog, len(files))
	for i, f := range files {
		logs[i] = ircLog{f, whence(f), path.Base(f.name)}
	}
	slices.SortStableFunc(logs, func(a, b ircLog) int {
		return cmp.Or(cmp.Compare(a.at.server, b.at.server), cmp.Compare(a.at.channel, b.at.channel), a.at.day.Compare(b.at.day), cmp.Compare(a.name, b.name))
	})
	tellApart(logs)
	people := make(map[messages.ChannelID]*ircPeople)
	for _, l := range logs {
		if err := r.log(l, people); err != nil {
			return err
		}
	}
	return nil
}

// tellApart calls logs by their paths where others of the channel have the same
// file name, as those of an archive with a folder for each day.
func tellApart(logs []ircLog) {
	type name struct{ server, channel, file string }
	of := func(l *ircLog) name { return name{l.at.server, fold(l.at.channel), path.Base(l.name)} }
	alike := make(map[name]int)
	for i := range logs {
		alike[of(&logs[i])]++
	}
	for i := range logs {
		if l := &logs[i]; alike[of(l)] > 1 {
			l.called = l.name
		}
	}
}

// log reads one log; people are those its channel has met so far.
func (r *reading) log(l ircLog, people map[messages.ChannelID]*ircPeople) error {
	where := messages.Channel{Network: "irc", Workspace: l.at.server, Chat: fold(l.at.channel)}
	known := people[where.ID()]
	if known == nil {
		clear(people) // logs come channel by channel
		known = newPeople()
		people[where.ID()] = known
	}
	head, err := l.head()
	if err != nil {
		return err
	}
	d, ok := dialectOf(head)
	if !ok {
		return fmt.Errorf("%s: not the log of a known client", l.path)
	}
	place, err := r.place(where, title(l.at.server, l.at.channel), d.resolution)
	if err != nil {
		return err
	}
	clock := &ircClock{zone: r.options.Zone, day: l.at.day}
	if clock.day.IsZero() {
		clock.day = r.options.Day
	}
	look := func(_ int64, e ircEvent) error {
		clock.learnHours(e)
		return known.notePresence(e)
	}
	if err := r.lines(l.file, d, look); err != nil {
		return err
	}
	clock.begin()
	return r.lines(l.file, d, func(line int64, e ircEvent) error {
		known.updatePresence(e)
		at, err := clock.at(e)
		if err != nil || !e.kind.isTalk() {
			return err
		}
		return r.handOverEntry(corpus.Entry{Place: place, Record: corpus.Record{Line: &messages.Line{
			ID: messages.LineID(fmt.Sprintf("%s:%d", l.called, line)), At: at,
			Author: messages.Author{ID: known.id(e.nick), Name: e.nick}, Text: e.said(), Mentions: known.called(e),
		}}})
	})
}

// lines returns each line of a log as what it says. Lines that say nothing we
// know are passed over: every client writes some of its own.
func (r *reading) lines(f *file, d dialect, each func(line int64, e ircEvent) error) error {
	in, err := r.open(f)
	if err != nil {
		return err
	}
	defer in.close()
	buf := bufio.NewReaderSize(&unmarked{from: in}, longestLine)
	var at, n int64
	for {
		text, err := buf.ReadSlice('\n')
		n++
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return &Error{f.path, at, n, fmt.Errorf("a line longer than %d bytes", longestLine)}
		case err != nil && !errors.Is(err, io.EOF):
			return &Error{f.path, at, n, err}
		}
		line := strings.ToValidUTF8(strings.TrimRight(string(text), "\r\n"), "\uFFFD")
		if e, ok := d.parse(line); ok {
			if err := each(n, e); err != nil {
				return &Error{f.path, at, n, err}
			}
		}
		if at += int64(len(text)); err != nil {
			return nil
		}
	}
}

func logFile(f *file) bool {
	return slices.Contains([]string{".log", ".txt", ".weechatlog", ""}, strings.ToLower(path.Ext(f.name))) || strings.ContainsAny(path.Base(f.name), "#&")
}

func looksIRC(head []byte) bool {
	_, ok := dialectOf(head)
	return ok
}
