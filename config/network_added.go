package config

import (
	"fmt"
	"slices"

	"familiar/messages"
)

// addedKeys are those that accounts on a network of somebody's own may have.
var addedKeys = []string{"token", "url", "server", "nick", "login", "password"}

// added are the networks that a main of one's own has brought.
var added []messages.Network

// AddNetwork has configurations know a network that a main of one's own brings, with the
// keys that its accounts need and may have besides. It is called before any is read, and
// panics if that can't be.
func AddNetwork(name messages.Network, need, may []string) {
	if slices.Contains(Networks, name) || isClass(string(name)) || !isID(string(name)) {
		panic(fmt.Sprintf("network %q is taken, or is no word of letters, digits, - and _", name))
	}
	for _, key := range slices.Concat(need, may) {
		if !slices.Contains(addedKeys, key) {
			panic(fmt.Sprintf("network %q: an account can't have the key %q: want one of %s", name, key, list(addedKeys)))
		}
	}
	Networks = append(Networks, name)
	added = append(added, name)
	accountKeys[name] = keys{need: need, may: may}
}
