// Package grow makes room in lists that stay short, or of which there are many: append
// doubles them, and so wastes up to half.
package grow

// By returns a list with room for one more; where there is none, it is made for n, at
// least 1.
func By[T any](list []T, n int) []T {
	if len(list) < cap(list) {
		return list
	}
	return append(make([]T, 0, len(list)+n), list...)
}

// ByQuarter does so for a quarter of what there is, and for n at least.
func ByQuarter[T any](list []T, n int) []T { return By(list, max(n, len(list)/4)) }
