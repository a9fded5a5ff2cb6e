package corpus

import (
	"cmp"
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

	Place  messages.ChannelID `json:"channel"`     // channel: its id; "": made of platform and ch
	Reply  string             `json:"reply"`       // record: what the network shows that it answers; "": nothing
	To     string             `json:"reply_uid"`   // who wrote that; "": looked up
	Root   bool               `json:"thread_root"` // the network knows only the root of the thread
	All    bool               `json:"everyone"`    // it pings everyone
	Groups []string           `json:"groups"`      // it pings these
	DM     bool               `json:"dm"`          // a direct message
	Edited bool               `json:"edited"`      // the text is what it was changed to
}

// kindChannel begins a slice.
const kindChannel = "channel"

// kinds are the records there are.
var kinds = []string{"message", "action", "notice", "join", "part", "quit", "nick", "topic", "system"}

// mostPlaces is how many channels a file may have.
const mostPlaces = 1 << 20

// mostKnown is how many names are kept to be shared; then it begins anew.
const mostKnown = 1 << 16

// A scan hands over what the lines of a file say, one at a time.
type scan struct {
	begin  func(*Place) error // of each channel
	take   func(Entry) error  // of each line of talk
	places map[string]*Place
	known  map[string]string // one copy of each name, which many lines have
	lines  int

	source, licence string // of the header
}

func (s *scan) line(line []byte) error {
	s.lines++
	var w written
	if err := json.Unmarshal(line, &w); err != nil {
		return err
	}
	switch {
	case w.Schema != "":
		return s.header(&w)
	case w.Kind == kindChannel:
		return s.channel(&w)
	case !slices.Contains(kinds, w.Kind):
		return fmt.Errorf("kind %.80q: want %s, %s", w.Kind, kindChannel, strings.Join(kinds, ", "))
	case w.Text == nil:
		return nil
	}
	return s.record(&w)
}

func (s *scan) header(w *written) error {
	if s.lines > 1 {
		return errors.New("a header after the first line")
	}
	if w.Schema != Schema {
		return fmt.Errorf("schema %.80q: want %q", w.Schema, Schema)
	}
	s.source, s.licence = w.Source, w.Licence
	return nil
}

func (s *scan) channel(w *written) error {
	if w.Channel == "" {
		return errors.New("a channel without ch")
	}
	if s.places[w.Channel] != nil {
		return fmt.Errorf("channel %.80q appears twice", w.Channel)
	}
	if len(s.places) == mostPlaces {
		return fmt.Errorf("more than %d channels", mostPlaces)
	}
	p := &Place{Name: w.Channel, Channel: w.Place, Resolution: w.Resolution}
	if p.Channel == "" {
		network := messages.Network(w.Platform)
		if network == "" {
			network = "irc"
		}
		p.Channel = messages.Channel{Network: network, Chat: w.Channel}.ID()
	}
	if _, err := messages.ParseChannel(p.Channel); err != nil {
		return err
	}
	s.places[w.Channel] = p
	return s.begin(p)
}

func (s *scan) record(w *written) error {
	p := s.places[w.Channel]
	switch {
	case p == nil:
		return fmt.Errorf("channel %.80q has no header yet", w.Channel)
	case w.ID == "":
		return errors.New("no id")
	case w.UID == "":
		return errors.New("no uid")
	}
	at, err := parseInstant(w.At)
	if err != nil {
		return err
	}
	return s.take(Entry{
		Place: p,
		Record: Record{
			Line: &messages.Line{
				ID: messages.LineID(w.ID), Channel: p.Channel, Text: *w.Text, At: at,
				Author:   messages.Author{ID: messages.PersonID(s.one(w.UID)), Name: s.one(cmp.Or(w.Author, w.UID)), Bot: w.Bot},
				Mentions: s.people(w.Addressees),
				ReplyTo:  messages.Reply{ID: messages.LineID(w.Reply), Author: messages.PersonID(s.one(w.To)), ThreadRoot: w.Root},
				Everyone: w.All, Roles: w.Groups, DM: w.DM,
			},
			Annotated: w.ReplyTo != nil,
			Answers:   lineIDs(w.ReplyTo),
		},
		Edited: w.Edited,
	})
}

// one returns the one copy of a name.
func (s *scan) one(name string) string {
	if known, ok := s.known[name]; ok {
		return known
	}
	if len(s.known) >= mostKnown {
		clear(s.known)
	}
	s.known[name] = name
	return name
}

// people returns the ids without repetition, as [messages.Line] wants them.
func (s *scan) people(uids []string) []messages.PersonID {
	var ids []messages.PersonID
	for _, uid := range uids {
		if id := messages.PersonID(s.one(uid)); !slices.Contains(ids, id) {
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
