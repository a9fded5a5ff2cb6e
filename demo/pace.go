package demo

import (
	"math"
	"math/rand/v2"
	"time"
)

// A spread is a log-normal duration: as often below the median as above,
// seldom far above. Pauses between messages of people in a chat have that
// shape.
type spread struct {
	median         time.Duration
	sigma          float64 // of the logarithm: 0.6 puts two thirds within a factor of 1.8
	least, longest time.Duration
}

// How long people take, at speed 1.
var (
	typing  = spread{6 * time.Second, 0.6, time.Second, 45 * time.Second}             // between two lines of a scene
	silence = spread{35 * time.Second, 0.4, 15 * time.Second, 2 * time.Minute}        // a long pause within one
	between = spread{110 * time.Second, 0.4, time.Minute, 5 * time.Minute}            // from one scene to the next
	reading = spread{5 * time.Second, 0.4, 2 * time.Second, 15 * time.Second}         // before somebody answers a familiar
	arrival = spread{5 * time.Second, 0.5, 1500 * time.Millisecond, 12 * time.Second} // from one channel's beginning to the next one's
)

// firstLine is how long after the beginning the first channel speaks, at
// speed 1.
const firstLine = 500 * time.Millisecond

// secondThought is by how much a line of the last speaker comes sooner.
const secondThought = 0.6

// draw returns one of the durations, times slower.
func (s spread) draw(draws *rand.Rand, slower float64) time.Duration {
	d := time.Duration(float64(s.median) * slower * math.Exp(s.sigma*draws.NormFloat64()))
	return min(max(d, s.least), s.longest)
}
