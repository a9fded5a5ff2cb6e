package process

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"familiar/config"
	"familiar/control"
	"familiar/messages"
)

// maxPicture is how large a familiar's picture may be, in bytes.
const maxPicture = 4 << 20

// pictureEndings are what its file may be called behind the name of the card.
var pictureEndings = []string{".png", ".jpg", ".jpeg", ".webp", ".gif"}

// pictureKinds are the media types of it, as its first bytes tell them.
var pictureKinds = []string{"image/png", "image/jpeg", "image/webp", "image/gif"}

// pictureOf returns where a familiar's picture is: beside its card, under the same
// name; false: it has none.
func pictureOf(c *config.Config, f *config.Familiar) (file string, has bool) {
	if f.Card == "" {
		return "", false
	}
	at := c.Beside(f.Card)
	for _, ending := range pictureEndings {
		file := strings.TrimSuffix(at, filepath.Ext(at)) + ending
		if stat, err := os.Stat(file); err == nil && stat.Mode().IsRegular() && stat.Size() <= maxPicture {
			return file, true
		}
	}
	return "", false
}

// Picture implements control.Cards.
func (c cards) Picture(id messages.FamiliarID) (kind string, picture []byte, err error) {
	now := c.App.Settings()
	f, known := now.Familiars[id]
	if !known {
		return "", nil, fmt.Errorf("%w: %q", control.ErrNoFamiliar, id)
	}
	file, has := pictureOf(now, &f)
	if !has {
		return "", nil, fmt.Errorf("%w with a picture: %q", control.ErrNoFamiliar, id)
	}
	opened, err := os.Open(file)
	if err != nil {
		return "", nil, fmt.Errorf("picture: %w", err)
	}
	defer opened.Close()
	if picture, err = io.ReadAll(io.LimitReader(opened, maxPicture)); err != nil {
		return "", nil, fmt.Errorf("picture: %w", err)
	}
	if kind = http.DetectContentType(picture); !slices.Contains(pictureKinds, kind) {
		return "", nil, fmt.Errorf("%w with a picture: %s isn't one", control.ErrNoFamiliar, filepath.Base(file))
	}
	return kind, picture, nil
}
