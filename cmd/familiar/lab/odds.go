package lab

import (
	"path/filepath"

	"familiar/config"
	"familiar/policy/odds"
)

// weightsOf returns the weights that knobs name, for every slice of a recording;
// nil: those the program carries. The file lies beside the configuration, if
// there is one.
func weightsOf(k config.Knobs, configuration string) (func(slice string) *odds.Weights, error) {
	file := filepath.FromSlash(k.Odds.Weights)
	if file == "" {
		return nil, nil
	}
	if configuration != "" && !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(configuration), file)
	}
	w, err := config.ReadWeights(file)
	if err != nil {
		return nil, err
	}
	return func(string) *odds.Weights { return w }, nil
}
