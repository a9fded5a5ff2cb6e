package operate

import (
	"testing"

	"familiar/cluster/membership"
	"familiar/cmd/familiar/diagnosis"
	"familiar/journal"
)

// TestDivisionOf: how partitions are divided is told of processes that take a share,
// once each partition is somebody's.
func TestDivisionOf(t *testing.T) {
	having := func(draining bool, partitions ...int) node {
		return node{Member: membership.Member{Draining: draining}, Partitions: partitions}
	}
	for _, tt := range []struct {
		story string
		nodes []node
		want  diagnosis.Division
		is    bool
	}{
		{"nobody is there", nil, diagnosis.Division{}, false},
		{"one is alone", []node{having(false, 0, 1)}, diagnosis.Division{Partitions: 2, Processes: 1}, false},
		{"three share", []node{having(false, 1), having(false, 0), having(false, 2, 3)}, diagnosis.Division{Partitions: 4, Processes: 3}, true},
		{"one of them has nothing to do", []node{having(false, 1), having(false, 0), having(false)}, diagnosis.Division{Partitions: 2, Processes: 3}, true},
		{"one of them is drained", []node{having(false, 1), having(false, 0), having(true)}, diagnosis.Division{Partitions: 2, Processes: 2}, true},
		{"a partition is on its way", []node{having(false, 1), having(false, 2)}, diagnosis.Division{Partitions: 3, Processes: 2}, false},
	} {
		tt.want.Most = journal.MaxPartitions
		if got, is := divisionOf(tt.nodes); got != tt.want || is != tt.is {
			t.Errorf("%s: got %+v, %v; want %+v, %v", tt.story, got, is, tt.want, tt.is)
		}
	}
}
