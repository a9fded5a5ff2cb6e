package sealed

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestBody(t *testing.T) {
	var room []byte // one for all: what an earlier one left there changes nothing
	text := strings.Repeat("so I went to the shop and they had none of it left. ", 100)
	for _, tt := range []struct {
		story, body string
		form        int
	}{
		{"nothing", "", plainBody},
		{"a small one stays as it is", text[:leastPacked-1], plainBody},
		{"a large one becomes smaller", text, s2Body},
		{"one that can't become smaller stays", "\x00\x8f" + noise(2000), plainBody},
	} {
		written, form := packBody(&room, []byte(tt.body))
		if form != tt.form || form == s2Body && len(written) > len(tt.body)/4 {
			t.Errorf("%s: form %d, %d bytes of %d; want form %d", tt.story, form, len(written), len(tt.body), tt.form)
		}
		if got, err := unpackBody(written, form, 0); err != nil || string(got) != tt.body {
			t.Errorf("%s: unpacked it is another one, %v", tt.story, err)
		}
	}
	for story, err := range map[string]error{
		"cut":                   unpacked([]byte("\x80\x10abc"), s2Body),
		"larger than any":       unpacked(append([]byte("\xff\xff\xff\x7f"), text...), s2Body),
		"not even a length":     unpacked(bytes.Repeat([]byte{0xff}, 20), s2Body),
		"of a form to be known": unpacked([]byte(text), s2Body+1),
	} {
		if err == nil {
			t.Errorf("one that is %s is unpacked", story)
		}
		if damaged := errors.Is(err, ErrBody); damaged == (story == "of a form to be known") {
			t.Errorf("one that is %s: %v", story, err)
		}
	}
}

func unpacked(written []byte, form int) error {
	_, err := unpackBody(written, form, 0)
	return err
}

// noise is text without a pattern.
func noise(n int) string {
	b, x := make([]byte, n), uint64(88172645463325252)
	for i := range b { // xorshift, Marsaglia 2003
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return string(b)
}
