package flame

import (
	"net/url"
	"slices"
	"strings"
)

// An owner is whose code a function is.
type owner int

const (
	familiar owner = iota
	load           // what says lines and plays the model
	nats           // the journal's server and its client
	module         // any other library
	std
	goRuntime // with the garbage collector and the scheduler
	owners
)

// legend has the words and colours of the owners. Frames keep their colours in
// the dark: their names are black.
var legend = [owners]struct{ class, name, colour string }{
	familiar:  {"f", "familiar", "#f4a259"},
	load:      {"l", "the load and its model", "#f7d98b"},
	nats:      {"j", "journal server (NATS)", "#8fb8ea"},
	module:    {"m", "other libraries", "#c9b3e6"},
	std:       {"s", "standard library", "#9fd3b4"},
	goRuntime: {"r", "Go's runtime", "#c4c8ce"},
}

// ownerOf tells it by the package.
func ownerOf(function string) owner {
	path, _ := split(function)
	first, _, _ := strings.Cut(path, "/")
	switch {
	case within(path, "familiar/lab/load") || within(path, "familiar/cmd/familiar") || path == "main": // the command is what loads
		return load
	case first == "familiar":
		return familiar
	case within(path, "github.com/nats-io"):
		return nats
	case first == "runtime" || within(path, "internal/runtime") || path == "" || strings.Contains(path, ":"): // type:.eq and the like
		return goRuntime
	case strings.Contains(first, "."):
		return module
	}
	return std
}

// debtor is to whom a stack is owed: the innermost frame that is nobody's tool.
// What has none, such as the garbage collector, owes its innermost one.
func debtor(stack []string) owner {
	for _, name := range slices.Backward(stack) {
		if o := ownerOf(name); o != std && o != goRuntime {
			return o
		}
	}
	if len(stack) == 0 {
		return goRuntime
	}
	return ownerOf(stack[len(stack)-1])
}

// split returns the path of a function's package, "" if it has none, and the rest
// of its name, with the package's own: "a/b.(*T).Do" is "a/b" and "b.(*T).Do".
// The linker writes a dot in the last part of a path as %2e.
func split(function string) (path, rest string) {
	plain, _, _ := strings.Cut(function, "[") // type arguments have slashes too
	slash := strings.LastIndexByte(plain, '/') + 1
	base, _, dotted := strings.Cut(plain[slash:], ".")
	if dotted {
		path = unescape(plain[:slash] + base)
	}
	return path, unescape(function[slash:])
}

func unescape(name string) string {
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}
