// Package bench holds the benchmarks of the whole: more than one package, real
// parts. docs/performance.md has the figures; each package's own benchmarks
// stand beside it.
package bench
