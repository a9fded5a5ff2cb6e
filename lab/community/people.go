package community

import (
	"math"
	"math/rand/v2"

	"familiar/messages"
)

// A person takes part in a community.
type person struct {
	author messages.Author

	activity float64         // how much of what is begun they begin, against others
	social   float64         // how readily they answer, against others
	interest [topics]float64 // of each topic; together 1
}

// drawPeople draws who is there. A few say most of it: activity has the long
// tail that chat has.
func drawPeople(rng *rand.Rand, h *Habits) []person {
	people := make([]person, h.Fewest+rng.IntN(h.Most-h.Fewest+1))
	first := rng.IntN(len(names))
	for i := range people {
		name := names[(first+i)%len(names)]
		p := &people[i]
		p.author = messages.Author{ID: messages.PersonID("p-" + name), Name: name}
		p.activity = math.Exp(rng.NormFloat64())
		p.social = math.Exp(.5 * rng.NormFloat64())
		var sum float64
		for k := range p.interest {
			p.interest[k] = rng.ExpFloat64()
			sum += p.interest[k]
		}
		for k := range p.interest {
			p.interest[k] /= sum
		}
	}
	return people
}

// pick draws one of the people by weight, but not that one; -1: nobody is left.
func pick(rng *rand.Rand, people []person, not int, weight func(*person) float64) int {
	var sum float64
	for i := range people {
		if i != not {
			sum += weight(&people[i])
		}
	}
	drawn := rng.Float64() * sum
	last := -1
	for i := range people {
		if i == not {
			continue
		}
		if last, drawn = i, drawn-weight(&people[i]); drawn < 0 {
			break
		}
	}
	return last
}

// names are what people are called. There are as many as a community may have. None
// of them has the familiar's within it, which would call it now and then.
var names = [40]string{
	"ana", "bram", "chidi", "dora", "emil", "farah", "goran", "hana", "ilse", "jorge",
	"kaya", "lars", "mina", "nuno", "olga", "pavel", "quinn", "rosa", "sven", "tariq",
	"uma", "viktor", "wanda", "ximena", "yusuf", "zofia", "anton", "bea", "cyril", "delia",
	"enzo", "freya", "gita", "henk", "imani", "jonas", "kenji", "leila", "milos", "nadia",
}
