package process

import (
	"maps"
	"slices"
	"testing"

	"familiar/config"
)

// TestNetworksAreThoseOfTheConfiguration: what may be written down can be
// connected, and the other way round.
func TestNetworksAreThoseOfTheConfiguration(t *testing.T) {
	connected, written := slices.Sorted(maps.Keys(Networks)), slices.Sorted(slices.Values(config.Networks))
	if !slices.Equal(connected, written) {
		t.Errorf("got %v connected, want those of the configuration, %v", connected, written)
	}
}
