package membership

import (
	"slices"
	"testing"

	"familiar/cluster/placement"
)

// TestShardKeys: a key says which shard it is of, whatever the account is called; other
// keys are no shard's, nor is what nobody here has written.
func TestShardKeys(t *testing.T) {
	t.Parallel()
	all := []Shard{{"a.b c", 1, 2}, {"moth", 2, 4}, {"moth", 3, 4}}
	v := View{Holders: placement.Places{
		Account("moth"): "m", Partition(3): "m", "shard.moth.1": "m", "shard.moth.x.4": "m", "shard.moth.1.y": "m", "shard.=Z.1.2": "m",
		(Shard{"moth", 1, 4}).Key(): "other",
	}}
	for _, s := range all {
		v.Holders[s.Key()] = "m"
	}
	if got := v.Shards("m"); !slices.Equal(got, all) {
		t.Errorf("got %v, want %v", got, all)
	}
	if got, want := all[1].String(), "moth:2/4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
