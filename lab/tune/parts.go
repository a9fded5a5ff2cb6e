package tune

import (
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
)

// How a recording is parted. Half of the parts choose, half are held back, and
// the interval of a gain draws those anew.
const (
	enoughParts = 16  // with fewer channels than that each is cut by time
	shortest    = 100 // lines a piece has at least
)

// parted returns what each part of a recording has golds of, oldest first within
// a channel, and the recording with those parts as its slices. A channel in
// which nobody has anything to answer is left out. Verdicts that were recorded
// name their channel, so for those channels stay whole.
func parted(c *corpus.Corpus, golds []corpus.Gold, judge replay.Judge) (*corpus.Corpus, [][]corpus.Gold) {
	type channel struct {
		slice *corpus.Slice
		golds []corpus.Gold
	}
	var channels []channel
	for _, s := range c.Slices {
		of := slices.DeleteFunc(slices.Clone(golds), func(g corpus.Gold) bool {
			return g.Slice != s.Name || len(g.Replied)+len(g.Addressed) == 0
		})
		if len(of) > 0 {
			channels = append(channels, channel{s, of})
		}
	}
	pieces := 1
	if n := len(channels); n > 0 && n < enoughParts && judge != replay.Recorded {
		pieces = (enoughParts + n - 1) / n
	}
	cut := &corpus.Corpus{Source: c.Source, Licence: c.Licence}
	var parts [][]corpus.Gold
	for _, ch := range channels {
		for _, piece := range ch.slice.Cut(min(pieces, len(ch.slice.Records)/shortest)) {
			of := ch.golds
			if piece != ch.slice {
				of = make([]corpus.Gold, len(ch.golds))
				for i, g := range ch.golds {
					of[i] = g.In(piece)
				}
			}
			cut.Slices, parts = append(cut.Slices, piece), append(parts, of)
		}
	}
	return cut, parts
}
