package traffic

import (
	"math"
	"math/rand/v2"
)

// A chance is one channel's luck: 16 bytes, so that each has its own and no
// channel's lines depend on how many others there are.
type chance struct{ rand.PCG }

func newChance(seed uint64, channel int, purpose uint64) chance {
	var c chance
	c.Seed(seed, purpose<<48|uint64(channel))
	return c
}

// part returns a number from 0 to 1, without 1.
func (c *chance) part() float64 { return float64(c.Uint64()>>11) / (1 << 53) }

// happens is true in so many of all cases.
func (c *chance) happens(share float64) bool { return share > 0 && c.part() < share }

// below returns a whole number from 0 to n, without n.
func (c *chance) below(n int) int { return int(c.part() * float64(n)) }

// wait returns the time to the next event of a Poisson process, in the unit of
// 1/rate.
func (c *chance) wait(rate float64) float64 { return -math.Log(1-c.part()) / rate }

// of draws from a distribution; the normal draw is Box and Muller's.
func (c *chance) of(d logNormal) float64 {
	for {
		normal := math.Sqrt(-2*math.Log(1-c.part())) * math.Cos(2*math.Pi*c.part())
		x := math.Exp(d.mu + d.sigma*normal)
		if d.most == 0 || x <= d.most {
			return x
		}
	}
}

// zipf returns one of n with weights 1/(i+1)^authorZipf, by the inverse of the
// integral that stands for their sum: it needs no table.
func (c *chance) zipf(n int) int {
	const e = 1 - authorZipf
	x := math.Pow(c.part()*(math.Pow(float64(n)+1, e)-1)+1, 1/e)
	return min(n-1, int(x)-1)
}

// lobby draws a gap between two lines of a lobby, straight from quantile to
// quantile.
func (c *chance) lobby() float64 {
	u := c.part()
	for i := 1; i < len(lobbyGaps); i++ {
		if low, high := lobbyGaps[i-1], lobbyGaps[i]; u <= high.part {
			return low.gap + (high.gap-low.gap)*(u-low.part)/(high.part-low.part)
		}
	}
	return lobbyGaps[len(lobbyGaps)-1].gap
}

// lobbyMean is what lobby gives on average.
func lobbyMean() (mean float64) {
	for i := 1; i < len(lobbyGaps); i++ {
		low, high := lobbyGaps[i-1], lobbyGaps[i]
		mean += (high.part - low.part) * (low.gap + high.gap) / 2
	}
	return mean
}

// mean is what of gives on average, what is too large left aside.
func (d logNormal) mean() float64 { return math.Exp(d.mu + d.sigma*d.sigma/2) }

// diurnal is how much is said at a moment of the day, in seconds, over the
// day's mean.
func diurnal(at float64) float64 {
	return (dayPeak+dayTrough)/2 + (dayPeak-dayTrough)/2*math.Sin(2*math.Pi*(at/86400-0.375+dayStart))
}
