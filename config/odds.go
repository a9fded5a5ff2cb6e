package config

import (
	"path/filepath"

	"familiar/config/document"
	"familiar/policy/conversation"
	"familiar/policy/odds"
)

// maxWeights is the largest file of weights that is read, in bytes.
const maxWeights = 64 << 10

// ReadWeights reads a file of weights of the odds, of at most 64 KiB.
func ReadWeights(file string) (*odds.Weights, error) {
	text, err := readLimited(file, maxWeights)
	if err != nil {
		return nil, err
	}
	return odds.Load(text)
}

// weigh reads a familiar's file of weights; "" is those the program carries.
func (v *validation) weigh(path, file string) {
	if file == "" || v.weights[file] != nil {
		return
	}
	at := within(v.dir, filepath.FromSlash(file))
	v.reads(at)
	w, err := ReadWeights(at)
	if err != nil {
		v.wrong(path, "%v", err)
		return
	}
	if v.weights == nil {
		v.weights = map[string]*odds.Weights{}
	}
	v.weights[file] = w
}

// otherWeights reads those of a rule's table that is laid over the familiar's
// knobs, if it names other ones than they do.
func (v *validation) otherWeights(o document.Override, p conversation.Policy) {
	was := p.Odds.Weights
	if o.LayOver(&p, v.doc); p.Odds.Weights != was {
		v.weigh(document.Inside(o.Path, "odds", "weights"), p.Odds.Weights)
	}
}
