package blocks

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The server's files of a stream, in its folder.
const (
	metaFile  = "meta.inf"
	sumFile   = "meta.sum"
	blocksDir = "msgs"
	purgedDir = "__new_msgs__" // takes the blocks' place: everything is being purged
	blockEnds = ".blk"
)

// caches are what the server makes anew where it is missing: what the blocks
// hold, and when messages with a limit of their own go. Only the first has a
// checksum of its own.
var caches = []string{"index.db", "thw.db", "sched.db"}

// settings is what matters here of a stream's configuration.
type settings struct {
	Name       string        `json:"name"`
	Subjects   []string      `json:"subjects"`
	MaxAge     time.Duration `json:"max_age"`
	MaxBytes   int64         `json:"max_bytes"`
	MaxSubject int64         `json:"max_msgs_per_subject"`
	OwnLimits  bool          `json:"allow_msg_ttl"`
}

// replaced reports whether the server takes records out between others
// without a tombstone.
func (s settings) replaced() bool {
	return s.OwnLimits || s.MaxSubject > 0 && s.MaxSubject < 1<<30
}

// beginnings returns what its subjects begin with.
func (s settings) beginnings() (all []string) {
	for _, subject := range s.Subjects {
		begin, wild := strings.CutSuffix(subject, ">")
		if !wild || strings.Contains(begin, "*") {
			return nil
		}
		all = append(all, begin)
	}
	return all
}

// A stream is one of a store as it stands on the disk.
type stream struct {
	folder   string // from the store's
	name     string
	settings settings
	meta     []byte // nil: what is there can't be used
	sum      []byte
	blocks   map[uint32]*blockFile
}

// A blockFile is a block with its file.
type blockFile struct {
	block
	info   fs.FileInfo
	read   time.Time // when
	sum    uint64    // of all of it
	packed bool      // it is compressed
	long   bool      // more than a block can be
}

// streamsOf returns the folders of the streams that the store at root has.
func streamsOf(root string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(escaped(root), "jetstream", "*", "streams", "*"))
	if err != nil {
		return nil, err
	}
	for i, path := range found {
		if found[i], err = filepath.Rel(root, path); err != nil {
			return nil, err
		}
	}
	// The server marks with a point what it is deleting.
	return slices.DeleteFunc(found, func(folder string) bool { return filepath.Base(folder)[0] == '.' }), nil
}

// escaped returns a path as a pattern that matches only it.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// readSettings reads a stream's configuration. known is what it was, and used
// where it can't be read; nil: that isn't known.
func (s *stream) readSettings(root string, known *Known) (sound bool) {
	meta, err := os.ReadFile(filepath.Join(root, s.folder, metaFile))
	sum, err2 := os.ReadFile(filepath.Join(root, s.folder, sumFile))
	sound = err == nil && err2 == nil && string(sum) == metaSum(s.name, meta) && json.Unmarshal(meta, &s.settings) == nil
	s.meta, s.sum = meta, sum
	if sound {
		return true
	}
	s.meta, s.sum, s.settings = nil, nil, settings{}
	if known != nil && json.Unmarshal(known.Meta, &s.settings) == nil {
		s.meta, s.sum = known.Meta, known.Sum
	}
	return false
}

func metaSum(name string, meta []byte) string {
	h := hashOf(name)
	h.Write(meta)
	return hex.EncodeToString(h.Sum(nil))
}

// indices returns the numbers of a stream's blocks.
func (s *stream) indices(root string) (all []uint32, err error) {
	entries, err := os.ReadDir(filepath.Join(root, s.folder, blocksDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		var index uint32
		if n, _ := fmt.Sscanf(e.Name(), "%d"+blockEnds, &index); n == 1 && e.Name() == blockName(index) {
			all = append(all, index)
		}
	}
	return all, err
}

func blockName(index uint32) string { return fmt.Sprint(index, blockEnds) }

func (s *stream) blockPath(index uint32) string {
	return filepath.Join(s.folder, blocksDir, blockName(index))
}

// readBlock reads a block. Where known vouches for it as it is, its records
// need no look. buffer is lent for its bytes.
func (s *stream) readBlock(ctx context.Context, root string, index uint32, known *KnownBlock, clean bool, buffer *[]byte) (*blockFile, error) {
	file, err := os.Open(filepath.Join(root, s.blockPath(index)))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := &blockFile{read: time.Now()}
	if b.info, err = file.Stat(); err != nil {
		return nil, err
	}
	data, err := b.load(file, buffer)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.blockPath(index), err)
	}
	b.sum = sumOf(data)
	if known != nil && clean && !known.Damaged && known.Size == int64(len(data)) && known.Sum == b.sum && !b.long {
		b.live, b.tombs, b.last, b.lastAt, b.size = known.Live, known.Tombs, known.Last, known.LastAt, len(data)
		return b, nil
	}
	data, b.altered = inflate(data)
	return b, b.walk(ctx, newReader(s.name, index, s.settings.beginnings()), data)
}

// load reads the bytes of a block's file, as many as one can have.
func (b *blockFile) load(file *os.File, buffer *[]byte) ([]byte, error) {
	size := min(b.info.Size(), mostBlock)
	b.long = size < b.info.Size()
	if int64(cap(*buffer)) < size {
		*buffer = make([]byte, size, size+size/8)
	}
	data := (*buffer)[:size]
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // it was cut meanwhile
		err = nil
	}
	data = data[:n]
	b.packed = bytes.HasPrefix(data, compressed)
	return data, err
}

// known returns what is to be written down of it.
func (s *stream) known(purged uint64) Known {
	k := Known{Meta: s.meta, Sum: s.sum, Purged: purged, Blocks: make(map[uint32]KnownBlock, len(s.blocks))}
	taken := s.taken()
	for index, b := range s.blocks {
		k.Blocks[index] = KnownBlock{Size: b.info.Size(), Sum: b.sum, Live: b.live.without(taken), Tombs: b.tombs, Last: b.last, LastAt: b.lastAt, Damaged: len(b.holes) > 0 || b.altered || b.long}
		if b.last > k.Last {
			k.Last, k.LastAt = b.last, b.lastAt
		}
	}
	return k
}

// sorted returns the numbers of its blocks in order.
func (s *stream) sorted() []uint32 { return slices.Sorted(maps.Keys(s.blocks)) }
