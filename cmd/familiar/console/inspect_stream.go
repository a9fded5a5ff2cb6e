package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// again is the pause before a stream that was lost is opened again.
const again = time.Second

// errRefused is an answer that asking again doesn't change.
var errRefused = errors.New("the program refused")

// follow returns each decision to show until ctx ends. A stream that is lost is
// opened again, with what was decided meanwhile; one that is refused, or never
// was, is an error.
func (w window) follow(ctx context.Context, q url.Values, since time.Duration, trouble io.Writer, show func([]byte) error) error {
	opened := false
	for last := time.Now().Add(-since); ; {
		if since > 0 || opened {
			q.Set("since", (time.Since(last) + time.Millisecond).String())
		}
		err := w.stream(ctx, "/v1/decisions?"+q.Encode(), func(data []byte) error {
			opened, last = true, time.Now()
			if data == nil {
				return nil
			}
			return show(data)
		})
		switch {
		case ctx.Err() != nil:
			return nil
		case !opened || errors.Is(err, errRefused):
			return err
		}
		fmt.Fprintln(trouble, "the program can't be reached; trying again")
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(again):
		}
	}
}

// stream opens an event stream and gives the data of each decision to take; of
// an event that only shows that the stream is there, nil.
func (w window) stream(ctx context.Context, path string, take func([]byte) error) error {
	answer, err := w.ask(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	name, lines := "", bufio.NewReader(answer.Body)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("decisions: %w", err)
		}
		line = bytes.TrimRight(line, "\n")
		if event, ok := bytes.CutPrefix(line, []byte("event: ")); ok {
			name = string(event)
		}
		data, ok := bytes.CutPrefix(line, []byte("data: "))
		if !ok {
			continue
		}
		if name != "decision" {
			data = nil
		}
		if err := take(data); err != nil {
			return err
		}
	}
}

// ask asks the running program, and takes anything but 200 for an error. body is
// JSON; nil: none.
func (w window) ask(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, w.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream") // MCP wants both
	}
	request.Header.Set("Authorization", "Bearer "+w.token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reach the program: %w", err)
	}
	if answer.StatusCode == http.StatusOK {
		return answer, nil
	}
	defer answer.Body.Close()
	var said struct{ Error string }
	_ = json.NewDecoder(io.LimitReader(answer.Body, 1<<16)).Decode(&said) // else the status has to do
	if answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusTooManyRequests {
		return nil, fmt.Errorf("the program answered %s: %s", answer.Status, said.Error)
	}
	return nil, fmt.Errorf("%w (%s): %s", errRefused, answer.Status, said.Error)
}
