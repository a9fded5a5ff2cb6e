package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/control"
	"familiar/internal/sleep"
)

// again is the pause before a stream that was lost is opened again.
const again = time.Second

// errRefused is an answer that asking again doesn't change.
var errRefused = errors.New("the program refused")

// follow returns each decision to show until ctx ends. A stream that is lost is
// opened again, with what was decided meanwhile; one that is refused, or never
// was, is an error.
func (w window) follow(ctx context.Context, q url.Values, since time.Duration, trouble io.Writer, show func([]byte) error) error {
	opened, heard := false, silences{}
	for last := time.Now().Add(-since); ; {
		if since > 0 || opened {
			q.Set("since", (time.Since(last) + time.Millisecond).String())
		}
		err := w.stream(ctx, "/v1/decisions?"+q.Encode(), func(event string, data []byte) error {
			opened, last = true, time.Now()
			switch event {
			case "decision":
				return show(data)
			case "silent":
				return heard.tell(data, trouble)
			default:
				return nil
			}
		})
		switch {
		case ctx.Err() != nil:
			return nil
		case !opened || errors.Is(err, errRefused):
			return err
		}
		fmt.Fprintln(trouble, "the program can't be reached; trying again")
		if !sleep.For(ctx, again) {
			return nil
		}
	}
}

// silences are the processes of a deployment that were told to be silent last, by id.
type silences map[string]control.SilentProcess

// tell says which are silent now, and which are not any more.
func (s silences) tell(event []byte, trouble io.Writer) error {
	var now struct{ Silent []control.SilentProcess }
	if err := json.Unmarshal(event, &now); err != nil {
		return fmt.Errorf("decisions: silent processes: %w", err)
	}
	before := maps.Clone(s)
	clear(s)
	for _, p := range now.Silent {
		if s[p.Process] = p; before[p.Process] != p {
			fmt.Fprintf(trouble, "%s (%s) tells nothing since %s: what it decides is missing\n", command.Printable(p.Host), command.Printable(p.Process), p.Since.Time().Local().Format(time.TimeOnly))
		}
		delete(before, p.Process)
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		fmt.Fprintf(trouble, "%s (%s) is heard again, or others have what it had\n", command.Printable(before[id].Host), command.Printable(id))
	}
	return nil
}

// stream opens an event stream and gives the name and data of each event to take.
func (w window) stream(ctx context.Context, path string, take func(event string, data []byte) error) error {
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
		if err := take(name, data); err != nil {
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
