package card

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

const (
	pngBegins = "\x89PNG\r\n\x1a\n"
	zipBegins = "PK\x03\x04"

	jpegBegins = "\xff\xd8\xff" // RisuAI writes a picture before an archive
)

// find returns the card's JSON from a file, and what else of the file may belong to
// the card.
func find(data []byte) (text []byte, beside []Unsupported, err error) {
	switch {
	case bytes.HasPrefix(data, []byte(pngBegins)):
		text, err = fromPNG(data[len(pngBegins):])
		return text, nil, err
	case bytes.HasPrefix(data, []byte(zipBegins)), bytes.HasPrefix(data, []byte(jpegBegins)):
		return fromCHARX(data)
	}
	text, err = plainJSON(data)
	return text, nil, err
}

func plainJSON(data []byte) ([]byte, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if !bytes.HasPrefix(text, []byte("{")) {
		return nil, fmt.Errorf("%w: the file is neither JSON nor PNG nor CHARX", ErrNoCard)
	}
	return sized(text)
}

func sized(text []byte) ([]byte, error) {
	if len(text) > MaxJSON {
		return nil, fmt.Errorf("the card is %w: want %d bytes at most", ErrTooLarge, MaxJSON)
	}
	return text, nil
}

// Keywords of the chunks that hold a card as JSON in base64. What V3 wrote goes
// before what was put beside it for older programs.
const (
	chunkV3 = "ccv3"
	chunkV2 = "chara" // V1 and V2
)

// A chunk is a piece of a picture.
type chunk struct {
	kind           string
	content, whole []byte // whole is with length, kind and checksum
}

// lastChunk is the kind of the one that ends a picture.
const lastChunk = "IEND"

// chunksOf yields the chunks of a picture up to the last, or as many as are whole.
func chunksOf(picture []byte) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		const frame = 12 // length, kind and checksum
		for len(picture) >= frame {
			n := int64(binary.BigEndian.Uint32(picture))
			if n > int64(len(picture)-frame) {
				return
			}
			c := chunk{string(picture[4:8]), picture[8 : 8+n], picture[:frame+n]}
			picture = picture[frame+n:]
			if !yield(c) || c.kind == lastChunk {
				return
			}
		}
	}
}

// fromPNG looks through the chunks of a picture. A picture that is cut off behind
// the card is good enough.
func fromPNG(chunks []byte) ([]byte, error) {
	var v2 []byte
	otherwise := ""
	for c := range chunksOf(chunks) {
		keyword, text, _ := bytes.Cut(c.content, []byte{0})
		isV3, isV2 := strings.EqualFold(string(keyword), chunkV3), strings.EqualFold(string(keyword), chunkV2)
		switch {
		case !isV3 && !isV2:
		case c.kind == "zTXt" || c.kind == "iTXt":
			otherwise = c.kind
		case c.kind == "tEXt" && isV3:
			return fromBase64(text)
		case c.kind == "tEXt" && v2 == nil:
			v2 = text
		}
	}
	switch {
	case v2 != nil:
		return fromBase64(v2)
	case otherwise != "":
		return nil, fmt.Errorf("%w: the picture holds it as %s, and only tEXt is read: export it as JSON", ErrNoCard, otherwise)
	}
	return nil, fmt.Errorf("%w in the picture: no text chunk %s or %s; a picture that was edited or re-encoded has lost it", ErrNoCard, chunkV2, chunkV3)
}

func fromBase64(text []byte) ([]byte, error) {
	if len(text) > MaxJSON/3*4+4 {
		return nil, fmt.Errorf("the card is %w: want %d bytes at most", ErrTooLarge, MaxJSON)
	}
	text = bytes.TrimRight(bytes.Join(bytes.Fields(text), nil), "=")
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(text)))
	n, err := base64.RawStdEncoding.Decode(decoded, text)
	if err != nil {
		return nil, fmt.Errorf("%w: the picture's text is not base64: %w", ErrNoCard, err)
	}
	return sized(decoded[:n])
}

// Files of a CHARX archive.
const (
	cardFile   = "card.json"
	moduleFile = "module.risum" // RisuAI's own: scripts, and once more what the card's book has
)

func fromCHARX(data []byte) (text []byte, beside []Unsupported, err error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: the archive can't be read: %w", ErrNoCard, err)
	}
	found := false
	for _, f := range archive.File {
		switch f.Name {
		case moduleFile:
			beside = append(beside, Unsupported{moduleFile, "scripts of RisuAI, packed in a way of its own; its book is the card's"})
		case cardFile:
			if found { // what stands there first is the card
				continue
			}
			if text, err = unpack(f); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", cardFile, err)
			}
			found = true
		}
	}
	if !found {
		return nil, nil, fmt.Errorf("%w in the archive: it has no %s", ErrNoCard, cardFile)
	}
	return text, beside, nil
}

func unpack(f *zip.File) (text []byte, err error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	text, err = io.ReadAll(io.LimitReader(r, MaxJSON+1)) // whatever size it claims
	if err != nil {
		return nil, err
	}
	return sized(text)
}
