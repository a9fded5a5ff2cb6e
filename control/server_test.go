package control

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/messages"
)

// listen serves r at a free port until the returned function is called.
func listen(t *testing.T, r *rig) (address string, end func()) {
	t.Helper()
	if err := r.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Serve(ctx) }()
	return r.listener.Addr().String(), sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
}

func atAnyPort(o *Options) { o.Listen = "127.0.0.1:0" }

func TestTheAddressOpensThePage(t *testing.T) {
	r := newRig(t, atAnyPort)
	if r.Address() != "" {
		t.Error("an address before it listens")
	}
	_, end := listen(t, r)
	defer end()
	page, token, ok := strings.Cut(r.Address(), "#token=")
	if !ok || len(token) != 43 {
		t.Fatalf("got %s", r.Address())
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, page+"v1/channels", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("got %s", resp.Status)
	}
}

func TestASlowRequestIsCutOff(t *testing.T) {
	tests := []struct{ story, sent string }{
		{"its body", "POST /v1/channels/garden/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\n{\"id\""},
		{"a body that is already wrong", "POST /v1/channels/garden/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\n{\"no\":1,"},
		{"its header", "POST /v1/channels/garden/lines HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Listen, o.ReadTimeout = "127.0.0.1:0", 50*time.Millisecond })
			address, end := listen(t, r)
			defer end()
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, tt.sent, r.run)
			in := bufio.NewReader(conn)
			for err == nil { // until the server closes
				_, err = in.ReadString('\n')
			}
			if len(r.said) > 0 || r.requests.InUse() > 0 {
				t.Errorf("said %v, %d under way", r.said, r.requests.InUse())
			}
		})
	}
}

func TestAThousandStreams(t *testing.T) {
	r := newRig(t, atAnyPort)
	address, end := listen(t, r)
	defer end()
	var mu sync.Mutex
	var open []net.Conn
	var all sync.WaitGroup
	statuses := map[string]int{}
	for range 1000 {
		all.Go(func() {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", garden, r.run)
			status, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[strings.Fields(status)[1]]++
			open = append(open, conn)
		})
	}
	all.Wait()
	if statuses["200"] != 256 || statuses["429"] != 744 {
		t.Errorf("got %v, want 256 let in, half of all, and 744 not", statuses)
	}
	if w := r.ask("POST", "/v1/channels/garden/lines", hello); w.Code != http.StatusAccepted {
		t.Errorf("a line meanwhile: got %d", w.Code)
	}
	end()
	for _, conn := range open {
		_ = conn.Close()
	}
	if r.Feed.Watched(channelID("garden", "")) || r.streams.InUse() > 0 {
		t.Error("a stream goes on after the end")
	}
}

func TestRequestsUnderWayAreBounded(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Requests = 1 })
	run, garden := r.keyOf(r.run), r.keyOf("garden")
	if err := r.requests.Acquire(garden, 1); err != nil {
		t.Fatal(err)
	}
	w := r.ask("POST", "/v1/channels/garden/lines", hello)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("another has them all: got %d %v", w.Code, w.Header())
	}
	r.requests.Release(garden, 1)
	if err := r.requests.Acquire(run, 1); err != nil {
		t.Fatal(err)
	}
	w = r.ask("POST", "/v1/channels/garden/lines", hello)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("it has its share: got %d %v", w.Code, w.Header())
	}
	r.requests.Release(run, 1)
	if w := r.ask("POST", "/v1/channels/garden/lines", hello); w.Code != http.StatusAccepted {
		t.Errorf("got %d", w.Code)
	}
}

func TestChannelsAreThoseTheTokenIsFor(t *testing.T) {
	r := newRig(t, func(o *Options) {
		o.Channels = func() []messages.ChannelID { return []messages.ChannelID{channelID("kitchen", ""), "discord/1/2"} }
	})
	r.hear(channelID("garden", "t"), messages.Heard{Line: line("1", "hi")})
	for token, want := range map[string]string{
		"garden": `{"channels":[{"channel":"garden","thread":"t","members":[{"familiar":"aria","person":"aria","name":"Aria","preset":"social","model":"offline"}]}],"next":"","counting":false,"partly":false}`,
		"reader": `"channel":"kitchen"`,
	} {
		w := r.ask("GET", "/v1/channels", "", "Authorization", "Bearer "+token)
		if got := w.Body.String(); !strings.Contains(got, want) || strings.Contains(got, "discord") {
			t.Errorf("%s: got %s, want %s", token, got, want)
		}
	}
}
