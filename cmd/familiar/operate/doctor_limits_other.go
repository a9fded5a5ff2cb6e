//go:build !linux

package operate

// holderOf can't be told on this system.
func holderOf(string) holder { return holder{} }

// filesOf can't be told on this system.
func filesOf(int) (limit uint64, open int, ok bool) { return 0, 0, false }

// memoryOf can't be told on this system.
func memoryOf(int) (limit int64, group bool) { return 0, false }
