package control

import (
	"fmt"
	"unicode/utf8"

	"familiar/messages"
)

// What is attached to a line from outside may be at most.
const (
	maxFiles    = 20
	maxFileName = 200 // characters, of a file's name and of its type
)

// A file is what is attached to a line, as it is sent in and out: the model is
// shown what it is, and nobody opens it.
type file struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// attached checks files and gives them as a line has them.
func attached(files []file) (all []messages.Attachment, err error) {
	if len(files) > maxFiles {
		return nil, bad(fmt.Sprintf("attachments: got %d, want at most %d", len(files), maxFiles))
	}
	known := make(map[string]bool, len(files))
	for _, f := range files {
		switch {
		case f.ID == "":
			return nil, bad("attachments: id is missing: each attachment of a line needs its own")
		case known[f.ID]:
			return nil, bad(fmt.Sprintf("attachments: %q is there twice", f.ID))
		case f.Bytes < 0:
			return nil, bad("attachments: bytes is negative: leave it out if the size is unknown")
		case utf8.RuneCountInString(f.Name) > maxFileName || utf8.RuneCountInString(f.Type) > maxFileName:
			return nil, bad(fmt.Sprintf("attachments: name and type have at most %d characters each", maxFileName))
		}
		if err := checkName("attachments.id", f.ID); err != nil {
			return nil, err
		}
		known[f.ID] = true
		all = append(all, messages.Attachment(f))
	}
	return all, nil
}

// filesOf returns what is attached to a line in the form of the interface.
func filesOf(l *messages.Line) (all []file) {
	for _, a := range l.Attachments {
		all = append(all, file(a))
	}
	return all
}
