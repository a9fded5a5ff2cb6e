package turns

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// start is when the tests begin.
const start messages.Instant = 1_772_366_400_000

// turnBased returns the default configuration with these taking turns.
func turnBased(members ...messages.FamiliarID) Config {
	c := Default()
	c.Mode, c.Members = TurnBased, members
	return c
}

// use puts a configuration in force in which nothing is wrong.
func use(t *testing.T, s *State, c *Config, seats ...messages.FamiliarID) {
	t.Helper()
	if _, err := s.Use(start, seats, c, nil); err != nil {
		t.Fatal(err)
	}
}

// many returns n different familiars.
func many(n int) []messages.FamiliarID {
	all := make([]messages.FamiliarID, n)
	for i := range all {
		all[i] = messages.FamiliarID(fmt.Sprint("f", i))
	}
	return all
}

func sameCommand(a, b Command) bool { return fmt.Sprintf("%T%v", a, a) == fmt.Sprintf("%T%v", b, b) }
