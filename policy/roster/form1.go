package roster

import (
	"encoding/json"

	"familiar/messages"
)

// A person1 is a [Person] in the first form of a state, which nothing writes any
// more.
type person1 struct {
	ID     messages.PersonID `json:"i"`
	Name   string            `json:"n,omitempty"`
	Folded *string           `json:"f,omitempty"`
	Bot    bool              `json:"b,omitempty"`
	Count  uint32            `json:"c"`
	Last   messages.Instant  `json:"l"`
}

// MarshalJSON implements [json.Marshaler].
func (p Person) MarshalJSON() ([]byte, error) {
	return json.Marshal(person1{p.ID, p.Name, p.Folded, p.Bot, p.Count, p.Last})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Person) UnmarshalJSON(b []byte) error {
	var was person1
	err := json.Unmarshal(b, &was)
	*p = Person{
		Face: &Face{Author: messages.Author{ID: was.ID, Name: was.Name, Bot: was.Bot}, Folded: was.Folded},
		Bot:  was.Bot, Count: was.Count, Last: was.Last,
	}
	return err
}
