// Package cast records what a program prints, with the moments, as an asciicast
// (version 2, https://docs.asciinema.org/manual/asciicast/v2/), and draws it as
// an animated SVG. It knows terminals as far as lines and colours go: a program
// that moves the cursor is not for it.
package cast

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Cast is what was printed, line by line.
type Cast struct {
	Title string
	Width int // columns; longer lines go on in the next row
	Lines []Line
}

// A Line is one line, without its end, and when it was printed.
type Line struct {
	At   time.Duration // since the beginning
	Text string
}

// mostLines bounds what is recorded or read.
const mostLines = 1000

// Record takes down lines as they come, until the program ends or there are too
// many.
func Record(from io.Reader, title string, width int) (Cast, error) {
	c := Cast{Title: title, Width: width}
	began := time.Now()
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		if len(c.Lines) == mostLines {
			return c, fmt.Errorf("cast: more than %d lines", mostLines)
		}
		c.Lines = append(c.Lines, Line{time.Since(began), lines.Text()})
	}
	return c, lines.Err()
}

// header is the first line of a file.
type header struct {
	Version int    `json:"version"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Title   string `json:"title"`
}

// Write writes the file.
func (c Cast) Write(to io.Writer) error {
	out := json.NewEncoder(to)
	out.SetEscapeHTML(false)
	if err := out.Encode(header{2, c.Width, rows, c.Title}); err != nil {
		return err
	}
	for _, l := range c.Lines {
		at := json.Number(fmt.Sprintf("%.2f", l.At.Seconds()))
		if err := out.Encode([]any{at, "o", l.Text + "\r\n"}); err != nil {
			return err
		}
	}
	return nil
}

// Read reads a file that Write has written.
func Read(from io.Reader) (c Cast, err error) {
	in := json.NewDecoder(from)
	var h header
	if err := in.Decode(&h); err != nil {
		return c, fmt.Errorf("cast: %w", err)
	}
	if h.Version != 2 || h.Width < 1 {
		return c, fmt.Errorf("cast: version %d of %d columns: want 2, and one at least", h.Version, h.Width)
	}
	c.Title, c.Width = h.Title, h.Width
	for {
		var event [3]any
		switch err := in.Decode(&event); {
		case errors.Is(err, io.EOF):
			return c, nil
		case err != nil:
			return c, fmt.Errorf("cast: %w", err)
		}
		at, isNumber := event[0].(float64)
		text, isText := event[2].(string)
		if !isNumber || event[1] != "o" || !isText || !strings.HasSuffix(text, "\r\n") || len(c.Lines) == mostLines {
			return c, fmt.Errorf("cast: event %d: want a line of output, at most %d of them", len(c.Lines), mostLines)
		}
		c.Lines = append(c.Lines, Line{time.Duration(at * float64(time.Second)), strings.TrimSuffix(text, "\r\n")})
	}
}
