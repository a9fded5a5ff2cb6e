package layout

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/messages"
)

// Names are those of one store's streams and subjects.
type Names struct {
	Prefix     string
	Generation int // of the partitions: 0 until the store is repartitioned
}

// part returns how a partition is written: <k>, or <generation>-<k> once the store was
// repartitioned, so that no process takes a partition of one division for one of another.
func (l Names) part(partition int) string {
	if l.Generation == 0 {
		return strconv.Itoa(partition)
	}
	return strconv.Itoa(l.Generation) + "-" + strconv.Itoa(partition)
}

// GenerationOf returns of which generation of partitions a stream is; false: of none.
func (l Names) GenerationOf(stream string) (generation int, is bool) {
	word := l.Word(stream)
	if !IsLines(word) && !IsSnapshots(word) {
		return 0, false
	}
	_, part, _ := strings.Cut(word, "-")
	before, _, divided := strings.Cut(part, "-")
	if !divided {
		return 0, true
	}
	generation, err := strconv.Atoi(before)
	return generation, err == nil
}

// Stream returns the name of a stream.
func (l Names) Stream(word string) string { return l.Prefix + "-" + word }

// Lines returns the name of the stream of a partition's records.
func (l Names) Lines(partition int) string { return l.Stream("lines-" + l.part(partition)) }

// Snapshots returns the name of the stream of a partition's snapshots.
func (l Names) Snapshots(partition int) string { return l.Stream("snaps-" + l.part(partition)) }

// Subject returns a kind's word joined with its tokens.
func (l Names) Subject(tokens ...string) string {
	size := len(l.Prefix)
	for _, t := range tokens {
		size += 1 + len(t)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(l.Prefix)
	for _, t := range tokens {
		b.WriteByte('.')
		b.WriteString(t)
	}
	return b.String()
}

// OfChannel is [Names.Subject] with a channel's tokens behind the others.
func (l Names) OfChannel(channel messages.ChannelID, tokens ...string) (string, error) {
	var room [usualSubject]byte
	b := append(room[:0], l.Prefix...)
	for _, t := range tokens {
		b = append(append(b, '.'), t...)
	}
	b, err := appendChannel(append(b, '.'), channel)
	return string(b), err
}

// LineOf is [Names.Line] by the channel's id.
func (l Names) LineOf(partition int, channel messages.ChannelID) (string, error) {
	return l.OfChannel(channel, "line", l.part(partition))
}

// SnapshotOf is [Names.Snapshot] by the channel's id.
func (l Names) SnapshotOf(partition int, channel messages.ChannelID) (string, error) {
	return l.OfChannel(channel, "snap", l.part(partition))
}

// Line returns the subject of a channel's records.
func (l Names) Line(partition int, channel string) string {
	return l.Subject("line", l.part(partition), channel)
}

// Owned returns the subject of the records that say whose a partition is. No
// channel has it.
func (l Names) Owned(partition int) string { return l.Line(partition, "=owned") }

// Snapshot returns the subject of a channel's snapshots.
func (l Names) Snapshot(partition int, channel string) string {
	return l.Subject("snap", l.part(partition), channel)
}

// KeySlot returns the name of the stream of what leads to one copy of the keys.
func (l Names) KeySlot(s int) string { return l.Stream("key-" + strconv.Itoa(s)) }

// TreeSlot returns the name of the stream of one copy of the keys.
func (l Names) TreeSlot(s int) string { return l.Stream("tree-" + strconv.Itoa(s)) }

// KeyRoot returns the subject of a copy's root.
func (l Names) KeyRoot(s int) string { return l.Subject("key", strconv.Itoa(s), "root") }

// KeyIndex returns the subject of a copy's index of that version.
func (l Names) KeyIndex(s int, version uint64) string {
	return l.Subject("key", strconv.Itoa(s), "index", strconv.FormatUint(version, 10))
}

// KeyTree returns the subject of a copy's trees of a part, of that version.
func (l Names) KeyTree(s, part int, version uint64) string {
	return l.Subject("tree", strconv.Itoa(s), strconv.Itoa(part), strconv.FormatUint(version, 10))
}

// AuditWord is the stream of what people had the program do.
const AuditWord = "audit"

// Audit returns the subject of all its entries: they are one chain.
func (l Names) Audit() string { return l.Subject(AuditWord, "entry") }

// Slots is how many places the keys of all texts are kept in.
const Slots = 2

// CheckpointWord returns the word of the meta record of a partition's checkpoint.
func (l Names) CheckpointWord(partition int) string { return "checkpoint-" + l.part(partition) }

// CheckpointOf returns the word of the checkpoint of a log, by its stream's name; false:
// it has no log.
func (l Names) CheckpointOf(stream string) (word string, is bool) {
	part, is := strings.CutPrefix(l.Word(stream), "lines-")
	return "checkpoint-" + part, is
}

// Hole returns the subject of what stands in for a record that is not there, in a
// partition's log that is being written. No channel has it.
func (l Names) Hole(partition int) string { return l.Line(partition, "=hole") }

// Restoring is the word of the meta record that says that a backup is being restored, and
// that the store is no store yet.
const Restoring = "restoring"

// SealsWord returns the word of the meta record that says that a process seals texts.
func SealsWord(process string) string { return "seals." + process }

// Removed is the last token, in place of the account's, of the mark that an
// entry leaves: from then on nobody gets it and nobody adds it again. Marks
// are kept as long as events are.
const Removed = "=done"

// PartitionTokens is how many tokens the subject of a record or a snapshot has before
// the channel's: prefix, word and partition.
const PartitionTokens = 3

// WordTokens is how many tokens are before the channel's where the subject has no
// partition: prefix and word.
const WordTokens = 2

// PostOf returns what stands in the subject of an entry, or of a mark.
func PostOf(subject string) (messages.ChannelID, messages.PostID, error) {
	all := strings.Split(subject, ".")
	if len(all) < WordTokens+5 { // a channel's three, the post's and the account's
		return "", "", fmt.Errorf("subject %q doesn't name a post", subject)
	}
	channel, err := ChannelOf(all[WordTokens : len(all)-2]) // as many before it as of a deadline
	if err != nil {
		return "", "", err
	}
	id, err := Untoken(all[len(all)-2])
	return channel, messages.PostID(id), err
}

// DeadLetterChannel returns the channel in a dead letter's subject: the last token is what
// the letter is about.
func DeadLetterChannel(subject string) (messages.ChannelID, error) {
	all := strings.Split(subject, ".")
	return ChannelIn(strings.Join(all[:len(all)-1], "."), WordTokens) // as many before it as of a deadline
}

// Word returns a stream's name without the store's prefix.
func (l Names) Word(stream string) string { return strings.TrimPrefix(stream, l.Stream("")) }

// IsRoots reports whether a stream, by its word, has what leads to the keys.
func IsRoots(stream string) bool { return strings.HasPrefix(stream, "key-") }

// IsLines reports whether a stream has the log of a partition.
func IsLines(stream string) bool { return strings.HasPrefix(stream, "lines-") }

// IsSnapshots reports whether a stream has the snapshots of a partition.
func IsSnapshots(stream string) bool { return strings.HasPrefix(stream, "snaps-") }

// IsKeys reports whether a stream has keys.
func IsKeys(stream string) bool {
	return IsRoots(stream) || strings.HasPrefix(stream, "tree-")
}
