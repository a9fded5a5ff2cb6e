package crash

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/quote"
)

// asModel in the environment makes the test binary the model's server.
const asModel = "FAMILIAR_CRASH_MODEL"

// startModel starts the model as a process, which ends with the test, and
// gives its address.
func startModel(t *testing.T) string {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), asModel+"=1")
	command.Stderr = os.Stderr
	held, err := command.StdinPipe() // it goes when this does
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		held.Close()
		_ = command.Wait() // it has nothing to tell
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the model did not start: %v", err)
	}
	return strings.TrimSpace(address)
}

// serveModel is the model's process.
func serveModel() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("model: %w", err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	served := make(chan error, 1)
	go func() { served <- http.Serve(listener, server.Func(reply)) }()
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test has gone
	listener.Close()
	<-served
	return nil
}

// reply is what the model says: no to whether it should speak, and else "re"
// with the tokens of all it is to answer. It takes its time and fails now and
// then, as models do.
func reply(r server.Request) server.Answer {
	after := 20*time.Millisecond + rand.N(280*time.Millisecond)
	switch n := rand.IntN(1000); {
	case n < 40:
		return server.Answer{After: after, Status: http.StatusInternalServerError, Body: `{"error":{"message":"trouble"}}`}
	case n < 70:
		return server.Answer{After: after, Status: http.StatusTooManyRequests, Body: `{"error":{"message":"too many"}}`}
	case n < 72: // too late to ask again at once: the turn is tried again after a while
		a := server.Say("re ", "nobody")
		a.After, a.Cut = after, 1
		return a
	}
	a := server.Say("NO_REPLY")
	switch quoted := asked(r.Messages); {
	case r.Verdict:
		a = server.Say(`{"speak": false, "reason": "they talk among themselves"}`)
	case len(quoted) > 0:
		a = server.Say("re ", strings.Join(quoted, " "))
	}
	a.After = after
	return a
}

// asked returns the tokens of the lines that are to be answered.
func asked(said []llm.Message) (quoted []string) {
	for _, m := range said {
		for _, p := range quote.Read(m.Text) {
			if m.Role == llm.User && p.Mark == quote.Current {
				quoted = append(quoted, tokens.FindAllString(p.Text, -1)...)
			}
		}
	}
	return quoted
}
