package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// Bounds of what is kept and of what one line may hold. A longer text is cut;
// more of anything else is an error.
const (
	mostPlaces   = 1 << 20
	mostPeople   = 1 << 20
	longestID    = 256 // bytes
	mostMentions = 100
)

// A reading is one call of Read.
type reading struct {
	ctx     context.Context
	options Options
	emit    func(corpus.Entry) error
	places  map[messages.ChannelID]*corpus.Place
	names   map[string]bool // of places
	any     bool            // a line has been found, wanted or not

	done, told, total int64 // bytes read, when last told, of all files
}

func newReading(ctx context.Context, o Options, emit func(corpus.Entry) error) *reading {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return &reading{
		ctx: ctx, options: o, emit: emit,
		places: make(map[messages.ChannelID]*corpus.Place), names: make(map[string]bool),
	}
}

// place returns a channel's place, the same one each time. Two channels of one
// name are told apart by their ids.
func (r *reading) place(c messages.Channel, name, resolution string) (*corpus.Place, error) {
	if c.Chat == "" || len(c.Workspace) > longestID || len(c.Chat) > longestID || len(c.Thread) > longestID {
		return nil, fmt.Errorf("channel id %.50q: want 1 to %d bytes", c.Chat, longestID)
	}
	id := c.ID()
	if p := r.places[id]; p != nil {
		return p, nil
	}
	if len(r.places) == mostPlaces {
		return nil, fmt.Errorf("more than %d channels", mostPlaces)
	}
	if name == "" {
		name = string(id)
	}
	if r.names[name] {
		name += " [" + string(id) + "]" // no other channel has this id
	}
	p := &corpus.Place{Name: name, Channel: id, Resolution: resolution}
	r.places[id], r.names[name] = p, true
	return p, nil
}

var errNoAuthor = errors.New("a message without an author")

// handOverEntry hands a line over, cleaned. Its Channel is the place's.
func (r *reading) handOverEntry(e corpus.Entry) error {
	l := e.Line
	r.any = true
	if r.options.Only != nil && !r.options.Only(e.Place.Name) {
		return nil
	}
	switch {
	case l.ID == "" || len(l.ID) > longestID:
		return fmt.Errorf("message id %.50q: want 1 to %d bytes", l.ID, longestID)
	case l.Author.ID == "":
		return errNoAuthor
	case len(l.Author.ID) > longestID:
		return fmt.Errorf("author id %.50q: want at most %d bytes", l.Author.ID, longestID)
	case l.At < earliest || l.At > latest:
		return fmt.Errorf("message %s: time %s: want one from 1980 to 2199", l.ID, l.At)
	case len(l.ReplyTo.ID) > longestID || len(l.ReplyTo.Author) > longestID:
		return fmt.Errorf("message %s answers an id longer than %d bytes", l.ID, longestID)
	}
	l.Channel = e.Place.Channel
	l.Text = clean(l.Text)
	r.who(l)
	l.Author.Name = cmp.Or(name(l.Author.Name), name(string(l.Author.ID)), "?")
	l.Roles = l.Roles[:min(len(l.Roles), mostMentions)]
	return r.heard(e)
}

// heard hands a line over as it is to be heard.
func (r *reading) heard(e corpus.Entry) error {
	if r.options.Heard != nil {
		var heard bool
		if e.Line, heard = r.options.Heard(e.Line); !heard {
			return nil
		}
	}
	return r.emit(e)
}

// who puts in what Options say of people.
func (r *reading) who(l *messages.Line) {
	l.Author.ID = r.same(l.Author.ID)
	l.Author.Bot = l.Author.Bot || slices.Contains(r.options.Bots, l.Author.ID)
	l.ReplyTo.Author = r.same(l.ReplyTo.Author)
	l.Mentions = r.people(l.Mentions)
}

// earliest and latest bound a message's time: before 1980 nobody chatted, and
// what is far ahead is a broken number.
var (
	earliest = messages.InstantOf(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC))
	latest   = messages.InstantOf(time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)) - 1
)

func (r *reading) same(id messages.PersonID) messages.PersonID {
	if other, ok := r.options.Same[id]; ok {
		return other
	}
	return id
}

// people returns ids as they are to be called, without repetition.
func (r *reading) people(ids []messages.PersonID) []messages.PersonID {
	var all []messages.PersonID
	for _, id := range ids {
		if id = r.same(id); id != "" && len(id) <= longestID && !slices.Contains(all, id) && len(all) < mostMentions {
			all = append(all, id)
		}
	}
	return all
}

// reportProgress says how far it is, at every MiB.
func (r *reading) reportProgress(end bool) {
	const often = 1 << 20
	if r.options.Progress != nil && (end || r.done-r.told >= often) {
		r.told = r.done
		r.options.Progress(min(r.done, r.total), r.total)
	}
}

// title joins the names that together are a channel's, such as workspace and
// chat.
func title(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part = name(part); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "/")
}
