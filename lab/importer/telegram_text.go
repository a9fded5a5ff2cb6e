package importer

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// A telegramEntity is a piece of a text with its meaning.
type telegramEntity struct {
	Type string
	Text string
	User loose `json:"user_id"`
}

// A telegramText is a text, written as one or as an array of texts and
// entities.
type telegramText struct {
	text     string
	entities []telegramEntity
}

// UnmarshalJSON is called by encoding/json.
func (t *telegramText) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, &t.text)
	}
	var pieces []telegramPiece
	if err := json.Unmarshal(b, &pieces); err != nil {
		return err
	}
	var text strings.Builder
	for _, p := range pieces {
		text.WriteString(p.Text)
		t.entities = append(t.entities, p.telegramEntity)
	}
	t.text = text.String()
	return nil
}

// A telegramPiece is a plain text or an entity.
type telegramPiece struct{ telegramEntity }

// UnmarshalJSON is called by encoding/json.
func (p *telegramPiece) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &p.Text)
	}
	return json.Unmarshal(b, &p.telegramEntity)
}

// controlMark stands for a control character: Telegram writes it as \xNN, which
// is no JSON. It is no character of Unicode and four bytes long as well, so that
// nothing moves; clean takes it away.
const controlMark = '\U0010FFFF'

// An unescaped is a file with the control mark for each \xNN.
type unescaped struct {
	from  io.Reader
	buf   [64 << 10]byte
	ready []byte // of buf, to be given
	wait  []byte // of buf, after ready: perhaps the start of an escape
	err   error
}

func (u *unescaped) Read(p []byte) (int, error) {
	for len(u.ready) == 0 {
		if u.err != nil && len(u.wait) == 0 {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

// fill reads on and makes ready what can be decided.
func (u *unescaped) fill() {
	have := u.buf[:copy(u.buf[:], u.wait)]
	if u.err == nil {
		var n int
		n, u.err = u.from.Read(u.buf[len(have):])
		have = u.buf[:len(have)+n]
	}
	done := 0
	for done < len(have) {
		i := bytes.IndexByte(have[done:], '\\')
		if i < 0 {
			done = len(have)
			break
		}
		done += i
		escape := have[done:]
		if len(escape) < len(string(controlMark)) && u.err == nil {
			break
		}
		done += min(2, len(escape))
		if len(escape) >= 4 && escape[1] == 'x' && isHex(escape[2]) && isHex(escape[3]) {
			copy(escape, string(controlMark))
			done += 2
		}
	}
	u.ready, u.wait = have[:done], have[done:]
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}
