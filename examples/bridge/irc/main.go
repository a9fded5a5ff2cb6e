// Command irc is a bridge from a channel of an IRC server to familiar, as an example
// of docs/bridges.md: it uses nothing of familiar's.
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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// An order is what familiar wants done.
type order struct{ ID, Type, Chat, Post, Text string }

type bridge struct {
	familiar, server, nick, channel string

	irc   net.Conn
	lines chan map[string]any // heard and not yet reported
	pongs chan string         // answers of the server that it has done all before
	made  *os.File            // the posts that were begun, and their lines, for the next process
	known map[string]string   // what it says: the line of a post, "" while it may not be there
	run   int64               // tells the lines of this process from another's
	last  atomic.Int64        // number of a line: the server gives them none

	mu      sync.Mutex // those who report and who carry out use it
	session string
}

func main() {
	if len(os.Args) != 6 {
		log.Fatal("usage: irc FAMILIAR SERVER NICK CHANNEL FILE")
	}
	b := &bridge{
		familiar: os.Args[1], server: os.Args[2], nick: os.Args[3], channel: os.Args[4], run: time.Now().UnixMilli(),
		lines: make(chan map[string]any, 1000), pongs: make(chan string, 100), known: map[string]string{},
	}
	var err error
	if b.made, err = os.OpenFile(os.Args[5], os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		log.Fatal(err)
	}
	for in := bufio.NewScanner(b.made); in.Scan(); {
		post, line, _ := strings.Cut(in.Text(), "\t")
		b.known[post] = line
	}
	if b.irc, err = net.Dial("tcp", b.server); err != nil {
		log.Fatal(err)
	}
	b.send("NICK " + b.nick)
	b.send("USER " + b.nick + " 0 * :a bridge")
	joined := make(chan bool)
	go b.listen(joined)
	<-joined
	b.hello("")
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

func (b *bridge) send(command string) {
	if _, err := fmt.Fprintf(b.irc, "%s\r\n", command); err != nil {
		log.Fatal(err) // whoever started it starts it again
	}
}

// listen reads what the server says.
func (b *bridge) listen(joined chan bool) {
	for in := bufio.NewReader(b.irc); ; {
		text, err := in.ReadString('\n')
		if err != nil {
			log.Fatal("irc: ", err)
		}
		from, text, _ := strings.Cut(strings.TrimRight(text, "\r\n"), " ")
		if !strings.HasPrefix(from, ":") { // the server itself
			from, text = "", from+" "+text
		}
		head, said, _ := strings.Cut(text, " :")
		switch words := append(strings.Fields(head), "", ""); words[0] {
		case "PING":
			b.send("PONG :" + said)
		case "PONG":
			b.pongs <- said
		case "001":
			b.send("JOIN " + b.channel)
		case "366": // the end of the channel's names
			close(joined)
		case "433": // the nick is taken, by the process before this one
			time.AfterFunc(200*time.Millisecond, func() { b.send("NICK " + b.nick) })
		case "PRIVMSG":
			nick, _, _ := strings.Cut(from[1:], "!")
			b.lines <- b.line(nick, words[1], strings.ToValidUTF8(said, "\uFFFD"))
		}
	}
}

// line returns what somebody said as familiar takes it.
func (b *bridge) line(nick, to, text string) map[string]any {
	line := map[string]any{"type": "line", "chat": to, "id": b.number(), "author": map[string]any{"id": strings.ToLower(nick), "name": nick}, "text": text}
	if strings.EqualFold(to, b.nick) {
		line["chat"], line["dm"] = nick, true
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, b.nick) }) {
		line["mentions"] = []string{strings.ToLower(b.nick)}
	}
	return line
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
	for late := time.After(20 * time.Second); ; {
		select {
		case done := <-b.pongs:
			if done == line {
				b.note(o.Post, line)
				return map[string]any{"line": line}
			}
		case <-late:
			return map[string]any{"error": "the server doesn't say that it is posted"}
		}
	}
}

// note writes down what is known of a post, for the next process.
func (b *bridge) note(post, line string) {
	b.known[post] = line
	_, err := fmt.Fprintf(b.made, "%s\t%s\n", post, line)
	if err := errors.Join(err, b.made.Sync()); err != nil {
		log.Fatal(err)
	}
}

// hello begins a session in place of one that is over, if nobody has yet.
func (b *bridge) hello(over string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	hi := struct{ Session string }{}
	body := map[string]any{"me": map[string]any{"id": strings.ToLower(b.nick), "name": b.nick}, "can": []string{"proof"}}
	for b.session == over && b.request("POST", "", body, &hi) != http.StatusOK {
		time.Sleep(time.Second)
	}
	if b.session == over {
		b.session = "/" + hi.Session
	}
}

// ask makes a request of the session until it is answered.
func (b *bridge) ask(method, path string, body, into any) {
	for {
		b.mu.Lock()
		session := b.session
		b.mu.Unlock()
		switch b.request(method, session+path, body, into) {
		case http.StatusOK:
			return
		case http.StatusGone:
			if b.hello(session); strings.HasPrefix(path, "/orders/") {
				return // the order is over with its session: familiar asks with find
			}
		default:
			time.Sleep(time.Second)
		}
	}
}

// request makes one request and returns its status, 0 without an answer. What no other
// try helps ends the bridge.
func (b *bridge) request(method, path string, body, into any) int {
	text, _ := json.Marshal(body) // of maps and strings
	r, err := http.NewRequest(method, b.familiar+"/v1/bridge"+path, bytes.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+os.Getenv("BRIDGE_TOKEN"))
	answer, err := (&http.Client{Timeout: 40 * time.Second}).Do(r)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	switch status := answer.StatusCode; {
	case err != nil || status == http.StatusOK && into != nil && json.Unmarshal(said, into) != nil:
		return 0
	case status >= 400 && status < 500 && status != http.StatusGone && status != http.StatusTooManyRequests:
		log.Fatalf("%s %s: %s", method, path, said)
	}
	return answer.StatusCode
}
