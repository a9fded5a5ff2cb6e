package obstacle

import (
	"familiar/messages"
	"familiar/messages/because"
)

// Words are what people are told of the rules of one name.
type Words struct {
	Name    messages.Rung
	Says    string           // a clause; {name} is the familiar
	Glance  string           // a few words for the page; "": the name will do
	Fact    messages.Facts   // that a note of this name has; 0: none
	Repeats []because.Reason // those that say no more than Says
}

// AllWords returns them in the order of the rules.
func AllWords() []Words {
	var all []Words
	for i := range rules {
		r := &rules[i]
		if r.says != "" {
			all = append(all, Words{Name: r.Name, Says: r.says, Glance: r.glance})
		}
		if r.Name == "" || len(all) == 0 || all[len(all)-1].Name != r.Name {
			continue
		}
		w := &all[len(all)-1]
		if w.Fact == 0 {
			w.Fact = r.when.Facts()
		}
		if r.same {
			w.Repeats = append(w.Repeats, r.Reason)
		}
	}
	return all
}
