package process

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control/access"
)

// tokenFile is where the page's token is kept between runs, so that open pages
// survive a restart. It gives access to everything: only its owner may read it, and
// it is never logged. If the file is deleted, a new token is drawn.
func tokenFile(c *config.Config) string { return filepath.Join(c.Data, "page-token") }

// PageToken returns the previous run's token, or a new one for the next run to find;
// kept says which. Without a page for this machine alone there is none.
func PageToken(c *config.Config, log *slog.Logger) (token string, kept bool) {
	if c.Control.Listen == "" || c.Control.Exposed() {
		return "", false
	}
	file := tokenFile(c)
	token, err := readToken(file)
	if err == nil {
		return token, true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the page has a new token, because the previous run's can't be used", "file", file, "err", err)
	}
	token = access.DrawSecret()
	if err := keepToken(file, token); err != nil {
		log.Warn("the page's token is valid for this run only", "err", err)
	}
	return token, false
}

var errNotRegular = errors.New("it is not a regular file")

// readToken reads a token that only its owner can have read or written.
func readToken(file string) (string, error) {
	f, err := openPrivate(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if secret, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(secret) != access.SecretBytes {
		return "", errors.New("it contains no token")
	}
	return token, nil
}

// keepToken writes it atomically, readable only by its owner from the start.
func keepToken(file, token string) error {
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		_, err = command.ReplaceFile(file, func(w io.Writer) error {
			_, err := io.WriteString(w, token+"\n")
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("keep the page's token: %w", err)
	}
	return nil
}

// PageLine is what run prints about the page. The token is shown on a terminal, and
// otherwise only when it is new: output may be stored, and the token outlives the
// run.
func PageLine(address, file string, shown bool) string {
	base, _, secret := strings.Cut(address, "#")
	if shown || !secret {
		return "The page: " + address
	}
	return fmt.Sprintf("The page: %s (with the previous run's token; the whole address is in %s)", base, file)
}
