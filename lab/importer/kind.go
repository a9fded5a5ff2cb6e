package importer

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Kind is a form of recorded chat.
type Kind string

// The kinds, as --from names them.
const (
	Discord  Kind = "discord"
	Slack    Kind = "slack"
	Telegram Kind = "telegram"
	Element  Kind = "element"
	IRC      Kind = "irc"
	JSONL    Kind = "jsonl"
)

// A format is how a kind is found and read.
type format struct {
	kind Kind
	says string // what it is, for people
	look string // what it was looked for by

	passes int64 // how often each file is read

	mine func(f *file) bool                    // by its name: one of its files
	like func(head []byte) bool                // by its first bytes
	read func(r *reading, files []*file) error // files: those that are mine, in the order of their paths
}

// formats, those with the surest marks first.
var formats = []format{
	{Slack, "Slack export", "channels.json or users.json beside folders with files named YYYY-MM-DD.json", 1, slackFile, looksJSON, readSlack},
	{Discord, "DiscordChatExporter file", `a JSON object with "guild" and "channel"`, 1, jsonFile, rooted("guild", "channel"), readDiscord},
	{Element, "Element export", `a JSON object with "room_name" and "exported_by" or "room_creator"`, 2, jsonFile, looksElement, readElement},
	{Telegram, "Telegram export", `a JSON object with "chats", or with "name", "type" and "id"`, 1, jsonFile, looksTelegram, readTelegram},
	{JSONL, "recording", `JSON lines with "schema":"familiar-replay/1" or "ch" first`, 1, linesFile, looksJSONL, readJSONL},
	{IRC, "IRC log", "lines as weechat, irssi, ZNC or irclogs.ubuntu.com write them", 2, logFile, looksIRC, readIRC},
}

// Kinds returns every kind there is.
func Kinds() []Kind {
	all := make([]Kind, len(formats))
	for i, f := range formats {
		all[i] = f.kind
	}
	return all
}

// find returns the format of a source and the files that are its.
func find(s *source, from Kind) (*format, []*file, error) {
	var looked []string
	for i := range formats {
		f := &formats[i]
		if from != "" && from != f.kind {
			continue
		}
		files, err := f.pick(s, from != "")
		if err != nil {
			return nil, nil, err
		}
		if len(files) > 0 {
			return f, files, nil
		}
		looked = append(looked, fmt.Sprintf("%s (%s)", f.kind, f.look))
	}
	if len(looked) == 0 {
		return nil, nil, fmt.Errorf("%s: no kind %q: want one of %v", s.name, from, Kinds())
	}
	return nil, nil, fmt.Errorf("%s: nothing to import: looked for %s; use --from to say what it is", s.name, strings.Join(looked, ", "))
}

// pick returns the files of a source that are the format's. Told that it is this
// format, a source of one file is taken whatever it looks like.
func (f *format) pick(s *source, told bool) ([]*file, error) {
	if told && len(s.files) == 1 {
		return s.files, nil
	}
	var mine []*file
	for _, file := range s.files {
		if !f.mine(file) {
			continue
		}
		head, err := file.head()
		if err != nil {
			return nil, err
		}
		if f.like(head) {
			mine = append(mine, file)
		}
	}
	if f.kind == Slack && !isSlackExport(mine) {
		return nil, nil
	}
	return mine, nil
}

func jsonFile(f *file) bool { return strings.EqualFold(path.Ext(f.name), ".json") }

func linesFile(f *file) bool {
	return slices.Contains([]string{".jsonl", ".ndjson", ".json"}, strings.ToLower(path.Ext(f.name)))
}
