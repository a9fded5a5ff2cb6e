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
	"familiar/lab/importer/irclog"
	"familiar/messages"
)

// longestLine is how long a line of a log may be, in bytes. The protocol has
// 512, or 8,191 with tags.
const longestLine = 64 << 10

// An ircLog is a log with what its path says.
type ircLog struct {
	*file
	at     irclog.Path
	called string // in the ids of its lines
}

// readIRC reads logs, those of one channel in the order of their days. Each is
// read twice: whom a line calls is only known with everybody who is there.
func readIRC(r *reading, files []*file) error {
	logs := make([]ircLog, len(files))
	for i, f := range files {
		logs[i] = ircLog{f, irclog.ParsePath(f.name, f.path), path.Base(f.name)}
	}
	slices.SortStableFunc(logs, func(a, b ircLog) int {
		return cmp.Or(cmp.Compare(a.at.Server, b.at.Server), cmp.Compare(a.at.Channel, b.at.Channel), a.at.Day.Compare(b.at.Day), cmp.Compare(a.name, b.name))
	})
	tellApart(logs)
	people := make(map[messages.ChannelID]*irclog.People)
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
	of := func(l *ircLog) name { return name{l.at.Server, irclog.Fold(l.at.Channel), path.Base(l.name)} }
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
func (r *reading) log(l ircLog, people map[messages.ChannelID]*irclog.People) error {
	where := messages.Channel{Network: "irc", Workspace: l.at.Server, Chat: irclog.Fold(l.at.Channel)}
	known := people[where.ID()]
	if known == nil {
		clear(people) // logs come channel by channel
		known = irclog.NewPeople()
		people[where.ID()] = known
	}
	head, err := l.head()
	if err != nil {
		return err
	}
	d, ok := irclog.DialectOf(head)
	if !ok {
		return fmt.Errorf("%s: not the log of a known client", l.path)
	}
	place, err := r.place(where, title(l.at.Server, l.at.Channel), d.Resolution)
	if err != nil {
		return err
	}
	clock := &irclog.Clock{Zone: r.options.Zone, Day: l.at.Day}
	if clock.Day.IsZero() {
		clock.Day = r.options.Day
	}
	look := func(_ int64, e irclog.Event) error {
		clock.LearnHours(e)
		return known.NotePresence(e)
	}
	if err := r.lines(l.file, d, look); err != nil {
		return err
	}
	clock.Begin()
	return r.lines(l.file, d, func(line int64, e irclog.Event) error {
		known.UpdatePresence(e)
		at, err := clock.At(e)
		if err != nil || !e.Kind.IsTalk() {
			return err
		}
		return r.handOverEntry(corpus.Entry{Place: place, Record: corpus.Record{Line: &messages.Line{
			ID: messages.LineID(fmt.Sprintf("%s:%d", l.called, line)), At: at,
			Author: messages.Author{ID: known.ID(e.Nick), Name: e.Nick}, Text: e.Said(), Mentions: known.Called(e),
		}}})
	})
}

// lines returns each line of a log as what it says. Lines that say nothing we
// know are passed over: every client writes some of its own.
func (r *reading) lines(f *file, d irclog.Dialect, each func(line int64, e irclog.Event) error) error {
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
		if e, ok := d.Parse(line); ok {
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
	_, ok := irclog.DialectOf(head)
	return ok
}
