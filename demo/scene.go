package demo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"familiar/messages"
)

// A scene is one short conversation. It is written as
//
//	# What it is about
//	Ana: @Aria did you see this?
//	Ben > Ana: I did        (a reply to Ana's last line of the scene)
//	...                     (a long pause)
//	Ana: anybody?
//
// and ends with an empty line.
type scene struct {
	title string // unique in its channel
	beats []beat
}

// A beat is a line of a scene; with nobody to say it, a long pause.
type beat struct {
	by       person
	replies  messages.PersonID // whose last line it answers; "" for nobody's
	text     string
	mentions []messages.PersonID
}

func (b beat) pause() bool { return b.by.ID == "" }

// longPause is how a scene writes one.
const longPause = "..."

var errSpeech = errors.New(`want "Name: text", "Name > Name: text" or "..."`)

// parseScenes reads scenes one after another. It refuses a line of another
// form, a person nobody knows, and a reply to somebody who hasn't spoken.
func parseScenes(text string) ([]scene, error) {
	var scenes []scene
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		title, heading := strings.CutPrefix(line, "# ")
		switch {
		case line == "":
		case heading:
			scenes = append(scenes, scene{title: title})
		case len(scenes) == 0:
			return nil, fmt.Errorf("line %d: a scene begins with its title: # Title", n)
		default:
			s := &scenes[len(scenes)-1]
			b, err := parseBeat(line, s.beats)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q: %w", n, line, err)
			}
			s.beats = append(s.beats, b)
		}
	}
	return scenes, nil
}

func parseBeat(line string, before []beat) (beat, error) {
	if line == longPause {
		return beat{}, nil
	}
	who, text, spoken := strings.Cut(line, ": ")
	if !spoken || text == "" {
		return beat{}, errSpeech
	}
	name, to, answers := strings.Cut(who, " > ")
	by, known := speaker(name)
	if !known {
		return beat{}, fmt.Errorf("nobody is called %q", name)
	}
	b := beat{by: by, text: text}
	if answers {
		other, known := speaker(to)
		if !known || !slices.ContainsFunc(before, func(b beat) bool { return b.by.ID == other.ID }) {
			return beat{}, fmt.Errorf("%q has said nothing yet", to)
		}
		b.replies = other.ID
	}
	var err error
	b.mentions, err = mentions(text)
	return b, err
}

// mentions finds everybody "@Name" calls, each once.
func mentions(text string) ([]messages.PersonID, error) {
	var ids []messages.PersonID
	for i, after := range strings.Split(text, "@") {
		if i == 0 {
			continue
		}
		name := after
		if end := strings.IndexFunc(after, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
			name = after[:end]
		}
		id, known := called(name)
		if !known {
			return nil, fmt.Errorf("nobody is called %q", name)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
