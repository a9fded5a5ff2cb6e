package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// invented is chat in the shape of a Discord server's channels, as measured on
// real ones: gaps inside a session lognormal (mu 3.98, sigma 1.48, seconds, at
// most 900), runs of one author (28 %, mu 3.53, sigma 1.15), authors by Zipf
// (0.95), questions (16 %), mentions (4 %), lengths lognormal (mu 4.16, sigma
// 1.06, letters). "nabi" is one of the authors.
func invented(t testing.TB, channels, lines int, seed uint64) *corpus.Corpus {
	t.Helper()
	b := corpus.NewBuilder(corpus.Options{})
	for n := range channels {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		place := &corpus.Place{Name: fmt.Sprintf("square/%d", n), Channel: messages.ChannelID(fmt.Sprintf("irc:square/%d", n)), Resolution: "second"}
		now := messages.Instant(1_700_000_000_000)
		author := "nabi"
		for i := range lines {
			mu, sigma := 3.98, 1.48
			if r.Float64() < .28 {
				mu, sigma = 3.53, 1.15
			} else {
				author = somebody(r)
			}
			gap := min(900, math.Exp(mu+sigma*r.NormFloat64()))
			now = now.Add(time.Duration(gap * float64(time.Second)))
			line := &messages.Line{
				ID: messages.LineID(fmt.Sprint(i + 1)), Channel: place.Channel, At: now,
				Author: messages.Author{ID: messages.PersonID(author), Name: author}, Text: said(r),
			}
			if to := somebody(r); r.Float64() < .041 && to != author {
				line.Text, line.Mentions = to+": "+line.Text, []messages.PersonID{messages.PersonID(to)}
			}
			if err := b.Take(corpus.Entry{Place: place, Record: corpus.Record{Line: line, Annotated: true}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Corpus()
}

// people talk the more the earlier they stand here.
var people = []string{"joss", "rhea", "tomek", "nabi", "ines", "paavo", "quill", "sable", "umber", "wren", "yarrow", "zeno"}

func somebody(r *rand.Rand) string {
	var total float64
	for i := range people {
		total += math.Pow(float64(i+1), -.95)
	}
	at := r.Float64() * total
	for i, name := range people {
		if at -= math.Pow(float64(i+1), -.95); at < 0 {
			return name
		}
	}
	return people[0]
}

var words = strings.Fields("the a kernel module garden looks like it when was here build fails again today maybe someone has tried rain tomatoes newer version does not load after update still think so")

func said(r *rand.Rand) string {
	letters := int(min(2000, math.Exp(4.16+1.06*r.NormFloat64())))
	var b strings.Builder
	for b.Len() < letters || b.Len() == 0 {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(' ')
	}
	text := strings.TrimSpace(b.String())
	if r.Float64() < .159 {
		text += "?"
	}
	return text
}
