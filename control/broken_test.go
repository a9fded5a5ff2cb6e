package control

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"
)

// TestHowABodyIsBroken: only one that doesn't come in time may be sent again
// as it is.
func TestHowABodyIsBroken(t *testing.T) {
	const chunked = "Transfer-Encoding: chunked\r\n\r\n"
	const good = `{"id":"1","author":{"id":"u1"},"text":"hi"}`
	for _, tt := range []struct {
		story, sent string
		cut         bool // the client sends no more
		want        int
	}{
		{"it is whole", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(good), good), false, 202},
		{"it is whole, in chunks", chunked + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(good), good), false, 202},
		{"a chunk's length is no number", chunked + "what\r\n{}\r\n0\r\n\r\n", false, 400},
		{"a chunk's length is negative", chunked + "-1\r\n{}\r\n0\r\n\r\n", false, 400},
		{"a chunk's length is too large a number", chunked + "ffffffffffffffffff\r\n{}\r\n", false, 400},
		{"a chunk is longer than it says", chunked + "2\r\n{}{}{}\r\n0\r\n\r\n", false, 400},
		{"a chunk is cut", chunked + "20\r\n{", true, 400},
		{"the last chunk is missing", chunked + "2\r\n{}\r\n", true, 400},
		{"the chunks' end is garbage", chunked + "2\r\n{}\r\n0\r\nno trailer\r\n\r\n", false, 400},
		{"it is cut", "Content-Length: 100\r\n\r\n{", true, 400},
		{"it doesn't come", "Content-Length: 100\r\n\r\n{", false, 408},
		{"its chunk doesn't come", chunked + "20\r\n{", false, 408},
		{"it says it is too long", "Content-Length: 2000\r\n\r\n{", false, 413},
		{"it is too long, in chunks", chunked + fmt.Sprintf("%x\r\n%2000s\r\n0\r\n\r\n", 2000, ""), false, 413},
		{"it is empty", "Content-Length: 0\r\n\r\n", false, 400},
		{"there is none", "\r\n", false, 400},
		{"two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", false, 400},
		{"its length is no number", "Content-Length: many\r\n\r\n{}", false, 400},
		{"an encoding nobody knows", "Transfer-Encoding: gzip\r\n\r\n{}", false, 501},
		{"not valid JSON", "Content-Length: 5\r\n\r\nhello", false, 400},
		{"JSON that ends too early", "Content-Length: 5\r\n\r\n{\"id\"", false, 400},
		{"two objects", "Content-Length: 4\r\n\r\n{}{}", false, 400},
		{"a list", "Content-Length: 2\r\n\r\n[]", false, 400},
		{"null", "Content-Length: 4\r\n\r\nnull", false, 400},
		{"no UTF-8", "Content-Length: 43\r\n\r\n" + `{"id":"1","author":{"id":"u1"},"text":"h` + "\xff" + `"}`, false, 400},
		{"a mark before it", "Content-Length: 5\r\n\r\n\xef\xbb\xbf{}", false, 400},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) {
				o.Listen, o.Body, o.ReadTimeout = "127.0.0.1:0", 1024, 10*time.Minute
				if tt.want == http.StatusRequestTimeout {
					o.ReadTimeout = 50 * time.Millisecond
				}
			})
			address, end := listen(t, r)
			t.Cleanup(end) // after those of the callers
			c := dial(t, address)
			fmt.Fprintf(c, "POST /v1/channels/garden/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s", r.run, tt.sent)
			if tt.cut {
				if err := c.Conn.(*net.TCPConn).CloseWrite(); err != nil {
					t.Fatal(err)
				}
			}
			answer, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != tt.want {
				t.Errorf("got %s, want %d", answer.Status, tt.want)
			}
			if want := tt.want == http.StatusAccepted; want != (len(r.said) == 1) {
				t.Errorf("said %d lines", len(r.said))
			}
		})
	}
}
