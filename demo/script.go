package demo

import (
	"fmt"
)

// A Script is what the scenes have the familiars say. [NewScript] makes it; it
// is never changed.
type Script struct {
	lines map[scriptedLine]map[string]*part // by the familiar's name; none for a line that all leave alone
}

// A scriptedLine is a line of the scenes. No two with different parts have the
// same words of the same person.
type scriptedLine struct{ author, text string }

// NewScript reads the scenes of all channels.
func NewScript() (*Script, error) {
	s := &Script{lines: map[scriptedLine]map[string]*part{}}
	for _, channel := range Channels() {
		scenes, err := scenesOf(channel)
		if err != nil {
			return nil, err
		}
		for _, scene := range scenes {
			for _, b := range scene.beats {
				if err := s.learn(b); err != nil {
					return nil, fmt.Errorf("demo: scene %q of %s: %w", scene.title, channel, err)
				}
			}
		}
	}
	return s, nil
}

// learn takes a line and its parts in.
func (s *Script) learn(b beat) error {
	if b.pause() {
		return nil
	}
	at := scriptedLine{b.by.Name, b.text}
	if before, twice := s.lines[at]; twice && len(before)+len(b.parts) > 0 {
		return fmt.Errorf("%s says %q elsewhere too: the script couldn't tell which is meant", at.author, at.text)
	}
	s.lines[at] = make(map[string]*part, len(b.parts))
	for _, p := range b.parts {
		s.lines[at][p.familiar.Name] = p
		if p.then == nil {
			continue
		}
		if err := s.learn(*p.then); err != nil {
			return err
		}
	}
	return nil
}

// Part returns what is written for a familiar about a line, by the names of
// both: a reply, "" when it leaves the line alone, and what its judge says of
// that. It isn't known when nobody wrote the line: then somebody is there who
// isn't of the community.
func (s *Script) Part(familiar, author, text string) (reply, why string, known bool) {
	parts, known := s.lines[scriptedLine{author, text}]
	if p := parts[familiar]; p != nil {
		return p.reply, p.why, true
	}
	return "", "", known
}
