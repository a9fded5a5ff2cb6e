package process

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"familiar/cmd/familiar/command"
	"familiar/control"
)

// mostTurnings is how many changes of the configuration's file are kept, the newest.
const mostTurnings = 50

// turningsFile is where they are kept, in the data folder.
const turningsFile = "turnings.json"

// A turning is a change of a file of the configuration with what takes it back: the one
// place in which the two texts differ.
type turning struct {
	control.Turning
	Before string `json:"before"` // sum of the file as it was
	After  string `json:"after"`  // sum of the file as it became
	From   int    `json:"from"`   // bytes before the place
	Old    string `json:"old"`    // what stood there
	New    string `json:"new"`    // what stands there
}

// turningOf returns what led from one text to another.
func turningOf(told control.Turning, old, text []byte) turning {
	from := 0
	for from < min(len(old), len(text)) && old[from] == text[from] {
		from++
	}
	tail := 0
	for tail < min(len(old), len(text))-from && old[len(old)-1-tail] == text[len(text)-1-tail] {
		tail++
	}
	return turning{told, sumOf(old), sumOf(text), from, string(old[from : len(old)-tail]), string(text[from : len(text)-tail])}
}

// takeBack returns the text as it was before; false: this is not the text it became.
func (t *turning) takeBack(text []byte) ([]byte, bool) {
	if sumOf(text) != t.After || t.From < 0 || t.From+len(t.New) > len(text) {
		return nil, false
	}
	old := slices.Concat(text[:t.From], []byte(t.Old), text[t.From+len(t.New):])
	return old, sumOf(old) == t.Before
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// readTurnings returns those kept in a data folder, oldest first.
func readTurnings(folder string) ([]turning, error) {
	text, err := os.ReadFile(filepath.Join(folder, turningsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("changes of the configuration: %w", err)
	}
	var all []turning
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("changes of the configuration: %s: %w", filepath.Join(folder, turningsFile), err)
	}
	return all, nil
}

// keepTurnings writes the newest of them.
func keepTurnings(folder string, all []turning) error {
	if len(all) > mostTurnings {
		all = all[len(all)-mostTurnings:]
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("changes of the configuration: %w", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("changes of the configuration: %w", err)
	}
	// The texts are of a file that may hold secrets.
	return command.ReplaceChecked(filepath.Join(folder, turningsFile), text, 0o600, nil)
}

// addTurning keeps one more, with the next number.
func addTurning(folder string, t turning) error {
	all, err := readTurnings(folder)
	if err != nil {
		return err
	}
	if t.N = 1; len(all) > 0 {
		t.N = all[len(all)-1].N + 1
	}
	return keepTurnings(folder, append(all, t))
}
