package console

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
)

// A window is a running program as seen from another: where it listens and the
// token to show there.
type window struct{ base, token string }

// openWindow reads an address as run and demo print it, or without a token.
func openWindow(address, token string) (window, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return window{}, fmt.Errorf("address %s: want one in the form the program prints, http://127.0.0.1:7077/", command.Quoted(address))
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
func nearby(c *command.Configured, token string) (window, error) {
	loaded, err := c.Load()
	if err != nil {
		return window{}, err
	}
	text, err := os.ReadFile(process.AddressFile(loaded))
	if errors.Is(err, fs.ErrNotExist) {
		return window{}, fmt.Errorf("no program with a listener is running with this configuration: give --at ADDRESS for another")
	}
	if err != nil {
		return window{}, fmt.Errorf("find the program: %w", err)
	}
	return openWindow(string(text), token)
}
