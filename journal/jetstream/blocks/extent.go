package blocks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// An Extent is what a store held when it was written down: a file of its own
// beside the streams, so that what is lost of them can be told.
type Extent struct {
	At      time.Time        `json:"at"`
	Clean   bool             `json:"clean"`            // the program had closed the store: nothing may differ
	Mended  bool             `json:"mended,omitempty"` // and had first mended what its streams had lost of one another, see Mended
	Streams map[string]Known `json:"streams"`          // by folder, from the store's
	Losses  []Loss           `json:"losses,omitempty"`

	Passing []string `json:"passing,omitempty"` // names of streams that the next start removes: see Disregard
}

// passes reports whether the stream of a folder is worth nothing.
func (e *Extent) passes(folder string) bool {
	return slices.Contains(e.Passing, filepath.Base(folder))
}

// A Loss is a finding with which a program started.
type Loss struct {
	At      time.Time `json:"at"`
	Finding Finding   `json:"finding"`
	Aside   string    `json:"aside,omitempty"` // the folder with the files as they were found
}

// mostLosses bounds how many are remembered, the newest.
const mostLosses = 100

// Known is one stream.
type Known struct {
	Meta   []byte                `json:"meta"` // its configuration and the checksum of that, as in their files
	Sum    []byte                `json:"sum"`
	Last   uint64                `json:"last"`   // its newest sequence
	LastAt int64                 `json:"lastAt"` // and its time
	Purged uint64                `json:"purged"` // sequences before it are gone because we said so
	Blocks map[uint32]KnownBlock `json:"blocks"`
	Caches map[string]uint64     `json:"caches,omitempty"` // sums of what the server could make anew; only of a clean one
}

// KnownBlock is one of its blocks.
type KnownBlock struct {
	Size    int64  `json:"size"`
	Sum     uint64 `json:"sum"`             // of these bytes
	Live    Spans  `json:"live,omitempty"`  // that nobody had taken out
	Tombs   Spans  `json:"tombs,omitempty"` // of records in any block
	Last    uint64 `json:"last"`
	LastAt  int64  `json:"lastAt"`
	Damaged bool   `json:"damaged,omitempty"` // it was when this was written down
}

func (k Known) live() (all Spans) {
	for _, b := range k.Blocks {
		all = append(all, b.Live...)
	}
	return all.and(nil)
}

// ErrExtent says that the extent of a store is there and can't be read.
var ErrExtent = errors.New("the record of the store's contents can't be read")

const (
	extentFile  = "extent"
	extentForm  = "familiar-extent/1 "
	extentMost  = 256 << 20
	sumsWith    = "familiar"
	temporarily = ".new"
)

// sumOf returns the sum of bytes of a file.
func sumOf(b []byte) uint64 {
	h := hashOf(sumsWith)
	h.Write(b)
	return h.Sum64()
}

// readExtent reads the extent of the store at root; nil: there is none.
func readExtent(root string) (*Extent, error) {
	path := filepath.Join(root, extentFile)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && info.Size() > extentMost {
		err = ErrExtent
	}
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	head, body, _ := bytes.Cut(b, []byte("\n"))
	var e Extent
	if string(head) != extentForm+fmt.Sprintf("%016x", sumOf(body)) || json.Unmarshal(body, &e) != nil {
		return nil, ErrExtent
	}
	return &e, nil
}

// write puts it on the disk in place of the one before.
func (e *Extent) write(root string) error {
	if n := len(e.Losses); n > mostLosses {
		e.Losses = e.Losses[n-mostLosses:]
	}
	body, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write down what the store holds: %w", err)
	}
	head := fmt.Appendf(nil, "%s%016x\n", extentForm, sumOf(body))
	if err := replace(filepath.Join(root, extentFile), append(head, body...)); err != nil {
		return fmt.Errorf("write down what the store holds: %w", err)
	}
	return nil
}

// replace writes a file so that it is there whole or as it was.
func replace(path string, b []byte) (err error) {
	file, err := os.OpenFile(path+temporarily, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(b)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(path+temporarily, path)
}

// Losses returns what the store at root is known to have lost.
func Losses(root string) []Loss {
	e, err := readExtent(root)
	if err != nil || e == nil {
		return nil
	}
	return e.Losses
}
