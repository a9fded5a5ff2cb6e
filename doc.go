// Package familiar holds the tests that look at the whole tree: who may import
// whom, and that policy reads no clock.
package familiar
