// Package examples has the example configuration that says what every knob is.
package examples

import _ "embed"

// Familiar is familiar.toml: every knob at its default, with what it is.
//
//go:embed familiar.toml
var Familiar string
