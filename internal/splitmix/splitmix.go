// Package splitmix is the output function of SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", 2014): near numbers come out
// far apart. It keeps no state, so the same arguments give the same number.
package splitmix

const gamma = 0x9e3779b97f4a7c15

// At returns the number at position k of the sequence that seed begins, the
// first at 0.
func At(seed, k uint64) uint64 {
	z := seed + (k+1)*gamma
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Scatter returns the number that v stands for: the first of v's sequence.
func Scatter(v uint64) uint64 { return At(v, 0) }

// Fraction returns the upper 53 bits of v as a number in [0,1).
func Fraction(v uint64) float64 { return float64(v>>11) / (1 << 53) }
