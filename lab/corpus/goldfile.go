package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"familiar/messages"
)

// writtenGold is a line of a gold file.
type writtenGold struct {
	Channel  string            `json:"ch"`
	Familiar messages.PersonID `json:"familiar"`
	Nicks    []string          `json:"nicks"`
	Moments  []struct {
		Reply   messages.LineID   `json:"reply"`
		At      string            `json:"ts"`
		Parents []messages.LineID `json:"parents"`
		Guessed bool              `json:"implicit"`
	} `json:"moments"`
	Replied   []messages.LineID `json:"replied"`
	Addressed []messages.LineID `json:"addressed"`
}

// OpenGold reads the file at path; see [ReadGold].
func OpenGold(path string) ([]Gold, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("gold: %w", err)
	}
	defer f.Close()
	return ReadGold(f, path)
}

// ReadGold reads a gold file: JSON lines, one for each participant of a slice.
// name is what errors call it; they say in which line what is wrong.
func ReadGold(r io.Reader, name string) ([]Gold, error) {
	var golds []Gold
	err := EachLine(r, name, func(line []byte) error {
		var w writtenGold
		if err := json.Unmarshal(line, &w); err != nil {
			return err
		}
		if w.Channel == "" || w.Familiar == "" {
			return errors.New("want ch and familiar")
		}
		g := Gold{Slice: w.Channel, Familiar: w.Familiar, Nicks: w.Nicks, Replied: w.Replied, Addressed: w.Addressed}
		for _, m := range w.Moments {
			at, err := parseInstant(m.At)
			if err != nil {
				return err
			}
			g.Moments = append(g.Moments, Moment{Reply: m.Reply, At: at, Parents: m.Parents, Guessed: m.Guessed})
		}
		golds = append(golds, g)
		return nil
	})
	return golds, err
}
