package demo

import (
	"strings"

	"familiar/messages"
)

// A person is somebody of the community.
type person struct {
	messages.Author
	pace float64 // multiplies the pause before a line: above 1 types slowly
}

// people is everybody but the familiars. What they are like shows in the
// scenes; here stands how fast they are.
var people = []person{
	{someone("Ana"), 0.9},   // warm, corrects herself in a second line
	{someone("Bram"), 0.7},  // as few words as possible
	{someone("Cleo"), 1.0},  // careful, and disappointed by others' care
	{someone("Dov"), 0.8},   // breaks things, admits it in instalments
	{someone("Edda"), 1.3},  // knows plants, writes whole sentences
	{someone("Fen"), 1.0},   // new, bakes at night, asks
	{someone("Greta"), 1.6}, // seventy one, types with one finger, means every word
	{someone("Hugo"), 0.9},  // cheerful, lends books and loses them
	{someone("Ines"), 0.9},  // translator, argues for the fun of it
	{someone("Jonah"), 1.0}, // nurse on nights
	{messages.Author{ID: "cog", Name: "Cog", Bot: true}, 0.4}, // builds, backs up, reports
}

// familiars is who may be called, beside people. [Config] says the rest.
var familiars = []messages.Author{
	{ID: "aria", Name: "Aria", Bot: true},
	{ID: "vesper", Name: "Vesper", Bot: true},
	{ID: "pip", Name: "Pip", Bot: true},
}

func someone(name string) messages.Author {
	return messages.Author{ID: messages.PersonID(strings.ToLower(name)), Name: name}
}

// speaker finds who of the community has that name.
func speaker(name string) (person, bool) {
	for _, p := range people {
		if p.Name == name {
			return p, true
		}
	}
	return person{}, false
}

// called finds the person whom "@name" means, familiars included.
func called(name string) (messages.PersonID, bool) {
	if p, ok := speaker(name); ok {
		return p.ID, true
	}
	for _, f := range familiars {
		if f.Name == name {
			return f.ID, true
		}
	}
	return "", false
}
