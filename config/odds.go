package config

import (
	"path/filepath"

	"familiar/policy/odds"
)

// maxWeights is the largest file of weights that is read, in bytes.
const maxWeights = 64 << 10

// weigh reads a familiar's file of weights; "" is those the program carries.
func (v *validation) weigh(path, file string) {
	if file == "" || v.weights[file] != nil {
		return
	}
	at := within(v.dir, filepath.FromSlash(file))
	v.reads(at)
	text, err := readLimited(at, maxWeights)
	if err != nil {
		v.wrong(path, "%v", err)
		return
	}
	w, err := odds.Load(text)
	if err != nil {
		v.wrong(path, "%v", err)
		return
	}
	if v.weights == nil {
		v.weights = map[string]*odds.Weights{}
	}
	v.weights[file] = w
}
