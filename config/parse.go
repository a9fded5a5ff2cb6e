package config

// Parse is [Load] of a text that stands in no file; name stands for it in
// problems, and relative paths start at the working directory.
func Parse(name string, text []byte) (*Config, error) {
	return read(name, ".", text, (*Secret).resolve)
}
