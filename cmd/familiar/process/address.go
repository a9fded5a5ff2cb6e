package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"familiar/config"
)

// AddressFile is where a running program leaves its page's address for
// commands on the same machine, in the data folder. It holds the run's token,
// hence only the owner may read it.
func AddressFile(c *config.Config) string { return filepath.Join(c.Data, "address") }

// LeaveAddress writes it; the returned function removes it at the program's end.
func LeaveAddress(c *config.Config, address string) (take func(), err error) {
	file := AddressFile(c)
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fmt.Errorf("write the address: %w", err)
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // writing keeps an old file's mode, which others might read
		return nil, fmt.Errorf("write the address: %w", err)
	}
	if err := os.WriteFile(file, []byte(address+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("write the address: %w", err)
	}
	return func() { _ = os.Remove(file) }, nil // the next run writes its own
}
