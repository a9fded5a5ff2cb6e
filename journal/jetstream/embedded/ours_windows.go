package embedded

// Ours is always nil: a folder's files have its rights, whoever makes them.
func Ours(string) error { return nil }
