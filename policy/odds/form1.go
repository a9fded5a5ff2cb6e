package odds

import "encoding/json"

// Form 1 of a state is JSON. No program writes it any more; tests do, to read it again.

// A form1 is a room in it.
type form1 struct {
	*plain
	People []form1Person `json:"p,omitempty"`
}

type plain Room // without its methods

type form1Person struct {
	Key  Key    `json:"k"`
	Name string `json:"n,omitempty"`
	Last Moment `json:"l,omitzero"`
	*Dealings
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Room) UnmarshalJSON(b []byte) error {
	with := form1{plain: (*plain)(r)}
	if err := json.Unmarshal(b, &with); err != nil {
		return err
	}
	r.People = make([]Person, len(with.People))
	var names []byte
	for i, had := range with.People {
		p := &r.People[i]
		p.Key, p.no, p.at, p.Dealings = had.Key, had.Last.No, had.Last.At, had.Dealings
		names = p.putName(names, []byte(had.Name))
	}
	r.names = string(names)
	return nil
}

// MarshalJSON implements [json.Marshaler].
func (r *Room) MarshalJSON() ([]byte, error) {
	with := form1{plain: (*plain)(r)}
	for i := range r.People {
		p := &r.People[i]
		with.People = append(with.People, form1Person{p.Key, r.nameOf(p), p.last(), p.Dealings})
	}
	return json.Marshal(&with)
}
