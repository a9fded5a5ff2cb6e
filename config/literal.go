package config

import "reflect"

// Written gives a knob's value as a file says it: "10s", 0.5, true.
func Written(value any) string { return written(reflect.ValueOf(value)) }
