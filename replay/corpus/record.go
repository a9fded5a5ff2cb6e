package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
)

// written is a line of the file. Which fields it has depends on its kind.
type written struct {
	Schema  string `json:"schema"` // header
	Source  string `json:"source"`
	Licence string `json:"licence"`

	Channel    string `json:"ch"`
	Kind       string `json:"kind"`
	Platform   string `json:"platform"` // channel
	Resolution string `json:"ts_resolution"`

	ID         string   `json:"id"` // record
	At         string   `json:"ts"`
	Author     string   `json:"author"`
	UID        string   `json:"uid"`
	Bot        bool     `json:"is_bot"`
	Text       *string  `json:"text"` // without it the record is not talk
	Addressees []string `json:"addressees"`
	ReplyTo    []string `json:"reply_to"` // null: not annotated; []: answers nothing
}

// kindChannel begins a slice.
const kindChannel = "channel"

// kinds are the records there are.
var kinds = []string{"message", "action", "notice", "join", "part", "quit", "nick", "topic", "system"}

// A builder puts a corpus together from the lines of a file.
type builder struct {
	corpus Corpus
	slices map[string]*Slice
	known  map[string]string // one copy of each name, which many lines have
	lines  int
}

func (b *builder) take(line []byte) error {
	b.lines++
	var w written
	if err := json.Unmarshal(line, &w); err != nil {
		return err
	}
	switch {
	case w.Schema != "":
		return b.header(&w)
	case w.Kind == kindChannel:
		return b.begin(&w)
	case !slices.Contains(kinds, w.Kind):
		return fmt.Errorf("kind %q: want %s, %s", w.Kind, kindChannel, strings.Join(kinds, ", "))
	case w.Text == nil:
		return nil
	}
	return b.record(&w)
}

func (b *builder) header(w *written) error {
	if b.lines > 1 {
		return errors.New("a header that is not the first line")
	}
	if w.Schema != Schema {
		return fmt.Errorf("schema %q: want %q", w.Schema, Schema)
	}
	b.corpus.Source, b.corpus.Licence = w.Source, w.Licence
	return nil
}

func (b *builder) begin(w *written) error {
	if w.Channel == "" {
		return errors.New("a channel without ch")
	}
	if b.slices[w.Channel] != nil {
		return fmt.Errorf("channel %q is there twice", w.Channel)
	}
	network := messages.Network(w.Platform)
	if network == "" {
		network = "irc"
	}
	s := &Slice{
		Name:       w.Channel,
		Channel:    messages.Channel{Network: network, Chat: w.Channel}.ID(),
		Resolution: w.Resolution,
		index:      make(map[messages.LineID]int),
	}
	b.slices[w.Channel] = s
	b.corpus.Slices = append(b.corpus.Slices, s)
	return nil
}

func (b *builder) record(w *written) error {
	s := b.slices[w.Channel]
	switch {
	case s == nil:
		return fmt.Errorf("channel %q has not begun", w.Channel)
	case w.ID == "":
		return errors.New("no id")
	case w.UID == "":
		return errors.New("no uid")
	}
	at, err := parseInstant(w.At)
	if err != nil {
		return err
	}
	id := messages.LineID(w.ID)
	if _, ok := s.index[id]; ok {
		return fmt.Errorf("id %q is there twice in channel %q", id, w.Channel)
	}
	s.index[id] = len(s.Records)
	s.Records = append(s.Records, Record{
		Line: &messages.Line{
			ID: id, Channel: s.Channel, Text: *w.Text, At: at,
			Author:   messages.Author{ID: messages.PersonID(b.one(w.UID)), Name: b.one(w.Author), Bot: w.Bot},
			Mentions: b.people(w.Addressees),
		},
		Annotated: w.ReplyTo != nil,
		Answers:   lineIDs(w.ReplyTo),
	})
	return nil
}

// one gives the one copy of a name.
func (b *builder) one(name string) string {
	if known, ok := b.known[name]; ok {
		return known
	}
	b.known[name] = name
	return name
}

// people gives the ids without repetition, as [messages.Line] wants them.
func (b *builder) people(uids []string) []messages.PersonID {
	var ids []messages.PersonID
	for _, uid := range uids {
		if id := messages.PersonID(b.one(uid)); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func lineIDs(written []string) []messages.LineID {
	if len(written) == 0 {
		return nil
	}
	ids := make([]messages.LineID, len(written))
	for i, id := range written {
		ids[i] = messages.LineID(id)
	}
	return ids
}

func parseInstant(written string) (messages.Instant, error) {
	at, err := time.Parse(time.RFC3339, written)
	if err != nil {
		return 0, fmt.Errorf("ts: %w", err)
	}
	return messages.InstantOf(at), nil
}
