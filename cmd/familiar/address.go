package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"familiar/config"
)

// addressFile is where a running program leaves its page's address for
// commands on the same machine, in the data folder. It holds the run's token,
// hence only the owner may read it.
func addressFile(c *config.Config) string { return filepath.Join(c.Data, "address") }

// leaveAddress writes it; take it away when the program ends.
func leaveAddress(c *config.Config, address string) (take func(), err error) {
	file := addressFile(c)
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fmt.Errorf("leave the address: %w", err)
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // one that others can read would stay so
		return nil, fmt.Errorf("leave the address: %w", err)
	}
	if err := os.WriteFile(file, []byte(address+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("leave the address: %w", err)
	}
	return func() { _ = os.Remove(file) }, nil // the next run writes its own
}

// A window is a running program as seen from another: where it listens and the
// token to show there.
type window struct{ base, token string }

// openWindow reads an address as run and demo print it, or without a token.
func openWindow(address, token string) (window, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return window{}, fmt.Errorf("address %s: want one as the program prints it, http://127.0.0.1:7077/", quoted(address))
	}
	fragment, _ := url.ParseQuery(u.Fragment) // without a token there is none
	if token == "" {
		token = fragment.Get("token")
	}
	if token == "" {
		return window{}, errors.New("there is no token: set FAMILIAR_TOKEN, or give the address as the program prints it")
	}
	return window{u.Scheme + "://" + u.Host, token}, nil
}

// nearby finds the program that runs with a configuration on this machine.
func (c *configured) nearby(token string) (window, error) {
	loaded, err := c.load()
	if err != nil {
		return window{}, err
	}
	text, err := os.ReadFile(addressFile(loaded))
	if errors.Is(err, fs.ErrNotExist) {
		return window{}, fmt.Errorf("no program runs with this configuration, or it has no listener: give --at ADDRESS for another")
	}
	if err != nil {
		return window{}, fmt.Errorf("find the program: %w", err)
	}
	return openWindow(string(text), token)
}
