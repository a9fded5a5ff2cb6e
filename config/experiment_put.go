package config

import (
	"fmt"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/experiment"
)

// A Proposal is an experiment as [PutExperiment] writes it; what it doesn't say is as by
// default.
type Proposal struct {
	Name       string
	Familiar   messages.FamiliarID
	Match      string // pattern of its channels
	By         experiment.By
	Begin, End string   // its first day and the day after its last, 2026-12-01
	B          []Turned // what differs in arm b
}

// PutExperiment returns the text of a configuration file with one more experiment, at its
// end. Everything else stays to the byte. What comes out is sound TOML; [Load] has to say
// whether its values are. It is an error if there is one of that name.
func PutExperiment(text []byte, p Proposal) ([]byte, error) {
	return behindMark(text, p.appendedTo)
}

func (p *Proposal) appendedTo(text []byte) ([]byte, error) {
	doc, err := document.Parse("", text)
	if err != nil {
		return nil, err
	}
	if !isID(p.Name) {
		return nil, fmt.Errorf("%q can't name an experiment: %s", p.Name, wantID)
	}
	if all, _ := tableIn(doc.Tree, "experiments"); all[p.Name] != nil {
		return nil, fmt.Errorf("there is an experiment %q already: choose another name", p.Name)
	}
	table := document.Inside("experiments", p.Name)
	next := appended(text, tableOf(table, []Turned{
		{"familiar", document.Written(string(p.Familiar))},
		{"match", document.Written(p.Match)},
		{"by", document.Written(string(p.By))},
		{"begin", document.Written(p.Begin)},
		{"end", document.Written(p.End)},
	})+"\n"+tableOf(document.Inside(table, "b"), p.B))
	if _, err := document.Parse("", next); err != nil {
		return nil, fmt.Errorf("%s can't be written: %w", table, err)
	}
	return next, nil
}
