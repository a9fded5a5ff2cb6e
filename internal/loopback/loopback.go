// Package loopback tells the hosts that only this machine can reach.
package loopback

import "net/netip"

// Is reports whether host is this machine's own, by its name or address alone: no
// name is looked up.
func Is(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
