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
//	= Aria: yes, twice      (what Aria says to the line above, if she speaks)
//	+ Ana: twice?           (said in answer to that; it may have replies too)
//	? Pip: she asked Aria   (what Pip's judge says about the line above; yes when Pip has a reply to it)
//	Ben > Ana: I did        (a reply to Ana's last line of the scene)
//	...                     (a long pause)
//	Ana: anybody?
//
// and ends with an empty line. A line without a reply for a familiar leaves that
// familiar silent, when the script plays its part; a model writes what it likes,
// and is answered otherwise (see answer.go).
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
	parts    []*part // of the familiars; those left out say nothing
}

// A part is what is written for one familiar about a beat.
type part struct {
	familiar messages.Author
	reply    string // "": it leaves the line alone
	why      string // what its judge says of that; "": no more than yes or no
	then     *beat  // what somebody answers the reply; nil: nobody does
}

func (b beat) pause() bool { return b.by.ID == "" }

// longPause is how a scene writes one.
const longPause = "..."

// What the lines for familiars begin with.
const (
	replyMark  = "= "
	answerMark = "+ "
	judgeMark  = "? "
)

var (
	errSpeech = errors.New(`want "Name: text", "Name > Name: text" or "..."`)
	errPart   = errors.New(`want "= Familiar: text" or "? Familiar: text" below somebody's line`)
	errAnswer = errors.New(`want "+ Name: text" below a familiar's reply that nobody answers yet`)
)

// parseScenes reads scenes one after another. It refuses a line of another
// form, a person nobody knows, and a reply to somebody who hasn't spoken.
func parseScenes(text string) ([]scene, error) {
	var scenes []scene
	var reader sceneReader
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		title, heading := strings.CutPrefix(line, "# ")
		switch {
		case line == "":
		case heading:
			scenes = append(scenes, scene{title: title})
			reader = sceneReader{scene: &scenes[len(scenes)-1]}
		case reader.scene == nil:
			return nil, fmt.Errorf("line %d: a scene begins with its title: # Title", n)
		default:
			if err := reader.read(line); err != nil {
				return nil, fmt.Errorf("line %d: %q: %w", n, line, err)
			}
		}
	}
	return scenes, nil
}

// A sceneReader reads the lines of one scene.
type sceneReader struct {
	scene *scene
	at    *beat // the line that parts are for; nil: none, or a pause
	reply *part // the last reply, while nobody answers it; nil: none
}

func (r *sceneReader) read(line string) error {
	if text, ok := strings.CutPrefix(line, replyMark); ok {
		p, err := r.part(text)
		if err == nil && p.reply != "" {
			return fmt.Errorf("%s has two replies to a line", p.familiar.Name)
		}
		if err == nil {
			_, p.reply, _ = strings.Cut(text, ": ")
			r.reply = p
		}
		return err
	}
	if text, ok := strings.CutPrefix(line, judgeMark); ok {
		p, err := r.part(text)
		if err == nil {
			_, p.why, _ = strings.Cut(text, ": ")
		}
		return err
	}
	if text, ok := strings.CutPrefix(line, answerMark); ok {
		if r.reply == nil {
			return errAnswer
		}
		b, err := parseBeat(text, r.scene.beats, r.reply.familiar)
		if err != nil {
			return err
		}
		r.reply.then, r.at, r.reply = &b, &b, nil
		return nil
	}
	b, err := parseBeat(line, r.scene.beats, messages.Author{})
	if err != nil {
		return err
	}
	r.scene.beats = append(r.scene.beats, b)
	r.at, r.reply = nil, nil
	if !b.pause() {
		r.at = &r.scene.beats[len(r.scene.beats)-1]
	}
	return nil
}

// part returns the familiar's part of the line above, a new one if need be.
func (r *sceneReader) part(text string) (*part, error) {
	name, said, spoken := strings.Cut(text, ": ")
	i := slices.IndexFunc(familiars, func(f messages.Author) bool { return f.Name == name })
	if i < 0 || !spoken || said == "" || r.at == nil {
		return nil, errPart
	}
	for _, p := range r.at.parts {
		if p.familiar.ID == familiars[i].ID {
			return p, nil
		}
	}
	p := &part{familiar: familiars[i]}
	r.at.parts = append(r.at.parts, p)
	return p, nil
}

// parseBeat reads what somebody says. It may reply to whoever spoke before, and
// to the familiar it answers, if any.
func parseBeat(line string, before []beat, answered messages.Author) (beat, error) {
	if line == longPause && answered.ID == "" {
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
	switch {
	case answers && answered.ID != "" && to == answered.Name:
		b.replies = answered.ID
	case answers:
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
