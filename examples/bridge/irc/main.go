// Command irc is a bridge from an IRC channel to familiar, an example of docs/bridges.md.
//
//	BRIDGE_TOKEN=... go run ./examples/bridge/irc http://127.0.0.1:7077 127.0.0.1:6667 Aria '#moths' posts.txt
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type order struct{ ID, Type, Chat, Post, Text string }

type bridge struct {
	familiar, nick, channel string
	irc                     net.Conn
	lines                   chan map[string]any // heard and not yet reported
	pongs                   chan string         // answers of the server that it has done all before
	made                    *os.File            // the posts that were begun, and their lines, for the next process
	known                   map[string]string   // what it says: the line of a post, "" while it may not be there
	run                     int64               // tells the lines of this process from another's
	last                    atomic.Int64        // number of a line: the server gives them none

	mu sync.Mutex // those who report and who carry out share it
	hi struct{ Session string }
}

func main() {
	if len(os.Args) != 6 {
		log.Fatal("usage: irc FAMILIAR SERVER NICK CHANNEL FILE")
	}
	made, err := os.OpenFile(os.Args[5], os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	must(err)
	irc, err := net.Dial("tcp", os.Args[2])
	must(err)
	b := &bridge{
		familiar: os.Args[1], nick: os.Args[3], channel: os.Args[4], irc: irc, made: made, run: time.Now().UnixMilli(),
		lines: make(chan map[string]any, 1000), pongs: make(chan string, 100), known: map[string]string{},
	}
	for in := bufio.NewScanner(b.made); in.Scan(); {
		post, line, _ := strings.Cut(in.Text(), "\t")
		b.known[post] = line
	}
	b.send("NICK " + b.nick + "\r\nUSER " + b.nick + " 0 * :a bridge")
	joined := make(chan bool)
	go b.listen(joined)
	<-joined
	go func() {
		for line := range b.lines {
			b.ask("POST", "/events", map[string]any{"events": []any{line}}, nil)
		}
	}()
	for {
		var got struct{ Orders []order }
		b.ask("GET", "/orders", nil, &got)
		for _, o := range got.Orders {
			b.ask("POST", "/orders/"+o.ID, b.carryOut(o), nil)
		}
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err) // whoever started it starts it again
	}
}

func (b *bridge) send(command string) {
	_, err := fmt.Fprintf(b.irc, "%s\r\n", command)
	must(err)
}

// message is what the server says: by whom, what, to whom or where, and the text.
var message = regexp.MustCompile(`^(?::([^! ]*)\S* )?(\S+)(?: ([^: ]\S*))?(?: [^: ]\S*)*(?: :(.*))?`)

// listen reads what the server says.
func (b *bridge) listen(joined chan bool) {
	in := bufio.NewScanner(b.irc)
	for in.Scan() {
		m := append(message.FindStringSubmatch(in.Text()), "", "", "", "", "")
		switch nick, to, text := m[1], m[3], m[4]; m[2] {
		case "PING":
			b.send("PONG :" + text)
		case "PONG":
			b.pongs <- text
		case "001":
			b.send("JOIN " + b.channel)
		case "366": // the end of the channel's names
			close(joined)
		case "433": // the nick is taken, by the process before this one
			time.AfterFunc(200*time.Millisecond, func() { b.send("NICK " + b.nick) })
		case "PRIVMSG":
			b.lines <- b.line(nick, to, strings.ToValidUTF8(text, "\uFFFD"))
		}
	}
	log.Fatal("irc: ", in.Err())
}

// line returns what somebody said as familiar takes it.
func (b *bridge) line(nick, to, text string) map[string]any {
	dm := strings.EqualFold(to, b.nick)
	if dm {
		to = nick
	}
	called := regexp.MustCompile(`\b`+regexp.QuoteMeta(strings.ToLower(b.nick))+`\b`).FindAllString(strings.ToLower(text), 1)
	return map[string]any{
		"type": "line", "chat": to, "dm": dm, "id": b.number(), "author": map[string]any{"id": strings.ToLower(nick), "name": nick}, "text": text, "mentions": called,
	}
}

func (b *bridge) number() string { return fmt.Sprint(b.run, "-", b.last.Add(1)) }

// carryOut does what an order says and returns the answer.
func (b *bridge) carryOut(o order) any {
	line, begun := b.known[o.Post]
	switch {
	case o.Type == "find" && begun && line == "":
		return map[string]any{"error": "the bridge ended while it posted this", "gone": true}
	case o.Type == "find":
		return map[string]any{"found": begun, "line": line}
	}
	b.note(o.Post, "")
	for _, text := range strings.FieldsFunc(o.Text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		for part := range slices.Chunk([]rune(text), 100) {
			b.send("PRIVMSG " + o.Chat + " :" + string(part))
		}
	}
	line = b.number()
	b.send("PING :" + line) // which it answers once the text is said
	for <-b.pongs != line { // if that never comes, the connection is lost and the bridge ends
	}
	b.note(o.Post, line)
	return map[string]any{"line": line}
}

// note writes down what is known of a post, for the next process.
func (b *bridge) note(post, line string) {
	b.known[post] = line
	_, err := fmt.Fprintf(b.made, "%s\t%s\n", post, line)
	must(errors.Join(err, b.made.Sync()))
}

// hello returns the session, after a hello if there is none but one that is over.
func (b *bridge) hello(over string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	me := map[string]any{"id": strings.ToLower(b.nick), "name": b.nick}
	for b.hi.Session == over && b.request("POST", "", map[string]any{"me": me, "can": []string{"proof"}}, &b.hi) != http.StatusOK {
		<-time.After(time.Second)
	}
	return b.hi.Session
}

// ask makes a request of the session until it is answered.
func (b *bridge) ask(method, path string, body, into any) {
	for ; ; <-time.After(time.Second) {
		switch session := b.hello(""); b.request(method, "/"+session+path, body, into) {
		case http.StatusOK:
			return
		case http.StatusGone:
			if b.hello(session); strings.HasPrefix(path, "/orders/") {
				return // the order is over with its session: familiar asks with find
			}
		}
	}
}

// request returns the status, 0 without an answer. What no other try helps ends the bridge.
func (b *bridge) request(method, path string, body, into any) int {
	text, _ := json.Marshal(body) // of maps and strings
	r, err := http.NewRequest(method, b.familiar+"/v1/bridge"+path, bytes.NewReader(text))
	must(err)
	r.Header.Set("Authorization", "Bearer "+os.Getenv("BRIDGE_TOKEN"))
	answer, err := (&http.Client{Timeout: 40 * time.Second}).Do(r)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	switch status := answer.StatusCode; {
	case status == http.StatusOK && into != nil && json.NewDecoder(answer.Body).Decode(into) != nil:
		return 0
	case status >= 400 && status < 500 && status != http.StatusGone && status != http.StatusTooManyRequests:
		said, _ := io.ReadAll(answer.Body)
		log.Fatalf("%s %s: %s", method, path, said)
	}
	return answer.StatusCode
}
