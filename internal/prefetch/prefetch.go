// Package prefetch reads memory shortly before it is used. What is in no cache is then
// waited for side by side, and not each piece when the program comes to it.
package prefetch

import "unsafe"

// line is how many bytes the processor reads at once; some read twice as many.
const line = 64

// Value reads a byte of every cache line of a value. What it returns says nothing; it is
// there so that the compiler doesn't leave the reads out.
func Value[T any](v *T) (read byte) { return lines(unsafe.Pointer(v), unsafe.Sizeof(*v)) }

// Slice is [Value] of what a slice holds.
func Slice[T any](s []T) (read byte) {
	if len(s) == 0 {
		return 0
	}
	return lines(unsafe.Pointer(&s[0]), uintptr(len(s))*unsafe.Sizeof(s[0]))
}

// Inlined it would be left out where nobody uses what it returns.
//
//go:noinline
func lines(at unsafe.Pointer, size uintptr) (read byte) {
	for from := uintptr(0); from < size; from += line {
		read ^= *(*byte)(unsafe.Add(at, from))
	}
	return read
}
