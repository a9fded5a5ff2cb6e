package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/console/board"
	"familiar/control"
	"familiar/messages"
)

const (
	// redraws is how often a second the screen may change.
	redraws = 10
	// before is from when on the board knows decisions.
	before = 15 * time.Minute
	// answerTime is how long the program may take to answer the board. A command
	// waits 10 s for its channel.
	answerTime = 15 * time.Second
	// mostAnswer bounds what one answer may hold, in bytes.
	mostAnswer = 16 << 20
)

// watchChannels shows the board until Esc, Ctrl-C or the end of ctx.
func watchChannels(ctx context.Context, at window, std command.Streams, look board.Look) error {
	first, err := at.channels(ctx) // before the screen changes: a refusal is told as anywhere
	if err != nil {
		return err
	}
	steers, err := at.steers(ctx)
	if err != nil {
		return err
	}
	m := board.New(board.Program{
		Channels: func() (board.Overview, error) { return at.channels(ctx) },
		Why: func(channel messages.ChannelID, line messages.LineID) ([]control.Reason, error) {
			return at.why(ctx, channel, line)
		},
		Order:   func(o board.Order) ([]control.Verdict, error) { return at.order(ctx, o) },
		Details: func(channel messages.ChannelID) (control.Details, error) { return at.details(ctx, channel) },
	}, first, time.Now())
	m.Look, m.Steers = look, steers
	shown := tea.NewProgram(m, tea.WithContext(ctx), tea.WithOutput(std.Out), tea.WithFPS(redraws))

	following, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { // the stream waits for the program, and the board for keys
		defer close(ended)
		if err := at.decisions(following, shown.Send); err != nil {
			shown.Send(board.Lost{Err: err})
		}
	}()
	_, err = shown.Run()
	stop()
	<-ended
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		return nil
	}
	return err
}

// decisions sends each decision to the board until ctx ends.
func (w window) decisions(ctx context.Context, send func(tea.Msg)) error {
	return w.follow(ctx, make(map[string][]string), before, io.Discard, func(data []byte) error {
		n, err := readDecision(data)
		if err != nil {
			return err
		}
		send(board.Decided{Note: n})
		return nil
	})
}

// channels asks how they stand.
func (w window) channels(ctx context.Context) (o board.Overview, err error) {
	err = w.tool(ctx, "channels", struct{}{}, &o)
	return o, err
}

// why asks why familiars spoke or kept quiet about a line, or without one about
// the newest.
func (w window) why(ctx context.Context, channel messages.ChannelID, line messages.LineID) ([]control.Reason, error) {
	var told struct {
		Reasons []control.Reason `json:"reasons"`
	}
	err := w.tool(ctx, "why", struct {
		Channel messages.ChannelID `json:"channel"`
		Line    messages.LineID    `json:"line,omitempty"`
	}{channel, line}, &told)
	return told.Reasons, err
}

// details asks who reads a channel, and how long it is kept.
func (w window) details(ctx context.Context, channel messages.ChannelID) (told control.Details, err error) {
	err = w.read(ctx, "details", http.MethodGet, "/v1/details?"+url.Values{"channel": {string(channel)}}.Encode(), nil, &told)
	return told, err
}

// order has the program steer a channel's familiars.
func (w window) order(ctx context.Context, o board.Order) ([]control.Verdict, error) {
	var obeyed struct {
		Familiars []control.Verdict `json:"familiars"`
	}
	err := w.tool(ctx, string(o.Command), struct {
		Channel  messages.ChannelID  `json:"channel"`
		Familiar messages.FamiliarID `json:"familiar,omitempty"`
	}{o.Channel, o.Familiar}, &obeyed)
	return obeyed.Familiars, err
}

// tool uses one of the program's tools.
func (w window) tool(ctx context.Context, name string, arguments, into any) error {
	return w.post(ctx, name, "/v1/tools/"+name, arguments, into)
}

// steers reports whether the token may use the tools that change something: MCP
// offers a token what it is for.
func (w window) steers(ctx context.Context) (bool, error) {
	var offered struct {
		Result struct {
			Tools []struct{ Name string } `json:"tools"`
		} `json:"result"`
	}
	err := w.post(ctx, "tools", "/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, &offered)
	return slices.ContainsFunc(offered.Result.Tools, func(t struct{ Name string }) bool { return t.Name == string(messages.Wake) }), err
}

// post sends what is asked as JSON and reads the answer.
func (w window) post(ctx context.Context, what, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return w.read(ctx, what, http.MethodPost, path, text, into)
}

// read sends a request and reads the answer.
func (w window) read(ctx context.Context, what, method, path string, text []byte, into any) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answer, err := w.ask(ctx, method, path, text)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(io.LimitReader(answer.Body, mostAnswer)).Decode(into); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
