package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
)

// healthCommand asks a running program how it is: an image without a shell or
// curl has nothing else that could.
type healthCommand struct {
	command.Configured
	Ready  bool
	Within time.Duration
}

// Declare implements [command.Command].
func (c *healthCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Switch(l, &c.Ready, "--ready", "Fail also while a part isn't ready, such as an account that has no connection.")
	command.Duration(l, &c.Within, "--within TIME", "How long the program may take to answer.")
}

// Help is shown by familiar health --help.
func (*healthCommand) Help() string {
	return `Prints what /readyz says of the program that runs with the configuration on this machine. The exit code is 1 if it doesn't
answer, which is what a container's health check wants: being started again doesn't help a program whose network is away.
With --ready it is 1 for that, too. The program needs a listener (listen in [control]).`
}

// Validate implements [command.Validator].
func (c *healthCommand) Validate() error {
	if c.Within <= 0 {
		return errors.New("--within wants a time above 0, such as 5s")
	}
	return nil
}

// mostHealth bounds the answer, in bytes: it is a line for each part.
const mostHealth = 64 << 10

// Run implements [command.Command].
func (c *healthCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	if loaded.Control.Listen == "" {
		return errors.New("this configuration has no listener to ask: set listen in [control], such as 127.0.0.1:7077")
	}
	file := process.AddressFile(loaded)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no program is running with this configuration")
	}
	if err != nil {
		return fmt.Errorf("read where the program listens: %w", err)
	}
	address, err := ownAddress(strings.TrimSpace(string(text)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	ctx, stop := context.WithTimeout(ctx, c.Within)
	defer stop()
	ready, parts, err := askReady(ctx, address)
	if err != nil {
		return fmt.Errorf("the program doesn't answer: %w", err)
	}
	fmt.Fprint(std.Out, parts)
	if c.Ready && !ready {
		return errors.New("a part isn't ready")
	}
	return nil
}

// ownAddress returns where this machine reaches a listener, without the token: one
// that listens everywhere is asked on the loopback, whose name it accepts.
func ownAddress(page string) (string, error) {
	at, err := url.Parse(page)
	if err != nil || at.Host == "" {
		return "", errors.New("it holds no address")
	}
	host := at.Hostname()
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.To4() == nil {
			host = "::1"
		}
	}
	return (&url.URL{Scheme: at.Scheme, Host: net.JoinHostPort(host, at.Port())}).String(), nil
}

// dialHere connects to localhost without asking anybody who that is: an image has
// no file of hosts.
func dialHere(ctx context.Context, network, address string) (net.Conn, error) {
	var dialer net.Dialer
	host, port, err := net.SplitHostPort(address)
	if err != nil || host != "localhost" {
		return dialer.DialContext(ctx, network, address)
	}
	c, err := dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err == nil {
		return c, nil
	}
	if c, other := dialer.DialContext(ctx, network, net.JoinHostPort("::1", port)); other == nil {
		return c, nil
	}
	return nil, err
}

// askReady returns whether all parts are ready, and a line for each.
func askReady(ctx context.Context, address string) (ready bool, parts string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/readyz", nil)
	if err != nil {
		return false, "", err
	}
	answer, err := (&http.Client{Transport: &http.Transport{DialContext: dialHere}}).Do(request) // no proxy: it is this machine
	if err != nil {
		return false, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, mostHealth))
	if err != nil {
		return false, "", err
	}
	switch answer.StatusCode {
	case http.StatusOK, http.StatusServiceUnavailable:
		return answer.StatusCode == http.StatusOK, string(body), nil
	default:
		return false, "", fmt.Errorf("%s answers %s: another program may have the port", address, answer.Status)
	}
}
