package odds_test

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/credit"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/roster"
	"familiar/replay/corpus"
)

// A guess is the estimate for one annotated line of a recorded channel, in the
// place of one participant.
type guess struct {
	p        float64
	mentions bool // the line calls it at the head: no estimate is needed
	positive bool // it really answered, or was addressed
}

// TestRecordedTalk holds the weights the program carries to recorded channels:
// every participant who answered often is played by a familiar that says what
// the participant said, and every line it hears is estimated. One line is one
// wake-up. The channels were looked at when the weights were set, so this is no
// proof of how good they are elsewhere: it fails when a feature breaks or a
// sign is turned round.
func TestRecordedTalk(t *testing.T) {
	guesses, moments := recordedGuesses(t)
	alone := slices.DeleteFunc(slices.Clone(guesses), func(g guess) bool { return g.mentions })
	positives := count(alone, func(g guess) bool { return g.positive })
	auc := areaUnder(alone)
	t.Logf("%d lines, %d of them for nobody by name, of which %d were answered: AUC %.3f", len(guesses), len(alone), positives, auc)
	if auc < .895 {
		t.Errorf("AUC %.3f on unaddressed lines, want at least 0.895", auc)
	}
	if p, r, _ := rates(guesses, 2); p != 1 || math.Abs(r-.551) > .001 {
		t.Errorf("answering only what is addressed gives P %.3f R %.3f, want the recorded 1 and 0.551", p, r)
	}
	for _, bar := range []float64{.05, .1, .15, .2, .25, .3, .35, .4, .5, .65} {
		p, r, f := rates(alone, bar)
		ap, ar, af := rates(guesses, bar)
		n := count(alone, func(g guess) bool { return g.p >= bar })
		t.Logf("bar %.2f: unaddressed P %.3f R %.3f F1 %.3f, %.2f lines a reply; with addressed lines P %.3f R %.3f F1 %.3f", bar, p, r, f, float64(n)/float64(moments), ap, ar, af)
	}
	c := odds.Default()
	if _, _, f := rates(guesses, c.Alone); f < .735 {
		t.Errorf("with no judge F1 %.3f with addressed lines, want at least 0.735; answering these alone gives 0.71", f)
	}
	if asked := count(alone, func(g guess) bool { return g.p >= c.Ask.Lo && g.p < c.Ask.Hi }); asked > moments {
		t.Errorf("%d questions to the judge for %d replies, want at most one each", asked, moments)
	}
	if off := miscalibration(alone); off > .005 {
		t.Errorf("estimates are off by %.4f on average, want at most 0.005", off)
	} else {
		t.Logf("estimates are off by %.4f on average", off)
	}
}

// miscalibration is the expected calibration error: by tenths of probability,
// how far the estimates are from how many lines were answered.
func miscalibration(all []guess) float64 {
	var said, was [10]float64
	for _, g := range all {
		tenth := min(9, int(g.p*10))
		said[tenth] += g.p
		if g.positive {
			was[tenth]++
		}
	}
	sum := 0.0
	for i := range said {
		sum += math.Abs(said[i] - was[i])
	}
	return sum / float64(len(all))
}

// recordedGuesses also gives how often the participants really answered.
func recordedGuesses(t *testing.T) (all []guess, moments int) {
	t.Helper()
	dir := os.Getenv("FAMILIAR_CORPUS")
	if dir == "" {
		t.Skip("no recorded corpus: set FAMILIAR_CORPUS to its folder")
	}
	c, err := corpus.Open(filepath.Join(dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold(filepath.Join(dir, "gold.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range golds {
		all = append(all, played(c.Slice(golds[i].Slice), &golds[i])...)
		moments += len(golds[i].Moments)
	}
	return all, moments
}

// played estimates every annotated line of a slice in one participant's place.
func played(s *corpus.Slice, g *corpus.Gold) (all []guess) {
	var (
		room   odds.Room
		seat   odds.Seat
		people roster.State
		held   credit.Ledger
	)
	self, names := odds.KeyOf(g.Familiar), ladder.CompileNames(ladder.Auto, g.Nicks...)
	positive := make(map[messages.LineID]bool)
	for _, id := range append(slices.Clone(g.Replied), g.Addressed...) {
		positive[id] = true
	}
	for i := range s.Records {
		r := &s.Records[i]
		folded := ladder.Fold(r.Line.Text)
		if r.Line.Author.ID == g.Familiar {
			l := room.Hear(r.Line.Author, folded, r.Own.Mentions, r.Line.At)
			seat.Say(&l)
			held.GrantAll(r.Own.Mentions, r.Line.At, credit.Default())
			continue
		}
		people.Hear(r.Line.Author, r.Line.At)
		l := room.Hear(r.Line.Author, folded, r.Line.Mentions, r.Line.At)
		mentioned := slices.Contains(r.Line.Mentions, g.Familiar)
		var bits messages.Facts
		for _, b := range []struct {
			is  bool
			bit messages.Facts
		}{
			{mentioned, messages.MentionsUs},
			{len(r.Line.Mentions) > 0 && !mentioned, messages.MentionsOthers},
			{names.In(folded), messages.NamesUs},
			{r.Line.Author.Bot, messages.FromBot},
			{strings.Contains(folded, "?"), messages.IsQuestion},
			{held.Has(r.Line.Author.ID, r.Line.At), messages.HasCredit},
		} {
			if b.is {
				bits |= b.bit
			}
		}
		f := seat.Hear(&l, self, bits, people.Humans(), nil)
		if r.Annotated {
			all = append(all, guess{odds.Builtin().Of(&f).P, mentioned, positive[r.Line.ID]})
		}
	}
	return all
}

// rates are precision, recall and F1 of answering from a bar on. A line that
// mentions us is answered whatever the estimate.
func rates(all []guess, bar float64) (p, r, f float64) {
	fired := count(all, func(g guess) bool { return g.mentions || g.p >= bar })
	right := count(all, func(g guess) bool { return g.positive && (g.mentions || g.p >= bar) })
	p = float64(right) / float64(max(1, fired))
	r = float64(right) / float64(max(1, count(all, func(g guess) bool { return g.positive })))
	return p, r, 2 * p * r / max(1e-9, p+r)
}

// areaUnder is the area under the ROC curve: how often a line that was
// answered has the higher estimate than one that wasn't, ties half.
func areaUnder(all []guess) float64 {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b guess) int { return cmp.Compare(a.p, b.p) })
	var sum, pos float64
	for i := 0; i < len(sorted); {
		k, n := i, 0
		for ; k < len(sorted) && sorted[k].p == sorted[i].p; k++ {
			if sorted[k].positive {
				n++
			}
		}
		sum += float64(n) * float64(i+k+1) / 2
		pos += float64(n)
		i = k
	}
	return (sum - pos*(pos+1)/2) / max(1, pos*(float64(len(sorted))-pos))
}

func count(all []guess, is func(guess) bool) int {
	n := 0
	for _, g := range all {
		if is(g) {
			n++
		}
	}
	return n
}
