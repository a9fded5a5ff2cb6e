package surface

import (
	"maps"
	"slices"

	"familiar/internal/bounds"
)

// Config is what an operator may tune for each familiar. The zero Config is
// invalid.
type Config struct {
	Threads Threads         `toml:"threads"` // when a reply at the top of a Slack channel opens a thread: mention, long or stay; default mention
	Lengths map[Surface]int `toml:"lengths"` // characters told to the model by surface, in place of ours; 0: no length; default none
}

// Default opens threads and has our lengths.
func Default() Config { return Config{Threads: Mention} }

// Preset returns the surfaces of the preset of that name: ladder stays where it
// was asked, as the recorded system does; every other one opens threads.
func Preset(name string) Config {
	c := Default()
	if name == "ladder" {
		c.Threads = Stay
	}
	return c
}

// Validate says what is wrong, all of it.
func (c Config) Validate() error {
	fields := []bounds.Field{bounds.OneOf("threads", c.Threads, Mention, Long, Stay)}
	for _, s := range slices.Sorted(maps.Keys(c.Lengths)) {
		fields = append(fields,
			bounds.Must(find(s).surface != Unknown, "lengths: there is no surface %q; want one of %v", s, All()),
			bounds.OrMore("lengths."+string(s), c.Lengths[s], 0).Of("characters"))
	}
	return bounds.Check(fields...)
}
