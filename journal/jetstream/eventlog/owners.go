package eventlog

import (
	"errors"
	"fmt"

	"familiar/journal"
)

// ownedIn reads a record that says whose the partition is.
func ownedIn(seq uint64, data []byte) (journal.Owned, error) {
	e, _, err := cutEntry(data)
	if err == nil && (data[0] != ownedRecord || e.epoch == 0) {
		err = errors.New("it doesn't say whose the partition is")
	}
	if err != nil {
		return journal.Owned{}, fmt.Errorf("record %d: %w", seq, err)
	}
	return journal.Owned{Seq: seq, Epoch: e.epoch, Process: e.process}, nil
}
