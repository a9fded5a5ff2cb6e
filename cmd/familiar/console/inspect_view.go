package console

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"familiar/cmd/familiar/command"
)

// refresh is how often the program is asked how its channels stand, and the
// countdowns move.
const refresh = time.Second

// A board is the terminal view of channels; it implements tea.Model.
type board struct {
	ask func() (overview, error)

	overview
	asked  time.Time // when overview came
	now    time.Time
	err    error // of the last time it was asked
	top    int   // first row shown
	height int   // of the terminal; 0: not known yet
	width  int   // of the terminal; 0: not known yet
}

// What the board is sent beside keys.
type (
	came struct {
		overview
		err error
		at  time.Time
	}
	beat time.Time
)

// watchChannels shows the board until q, Ctrl-C or the end of ctx.
func watchChannels(ctx context.Context, at window, std command.Streams) error {
	first, err := at.channels(ctx) // before the screen changes: a refusal is told as anywhere
	if err != nil {
		return err
	}
	b := board{ask: func() (overview, error) { return at.channels(ctx) }, overview: first, asked: time.Now(), now: time.Now()}
	_, err = tea.NewProgram(b, tea.WithContext(ctx), tea.WithOutput(std.Out)).Run()
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		return nil
	}
	return err
}

// Init implements tea.Model.
func (b board) Init() tea.Cmd { return ticking() }

func ticking() tea.Cmd { return tea.Tick(refresh, func(t time.Time) tea.Msg { return beat(t) }) }

// Update implements tea.Model.
func (b board) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		return b.key(m.String())
	case tea.WindowSizeMsg:
		b.height, b.width = m.Height, m.Width
	case beat:
		b.now = time.Time(m)
		return b, func() tea.Msg {
			s, err := b.ask()
			return came{s, err, time.Now()}
		}
	case came:
		if b.err = m.err; m.err == nil {
			b.overview, b.asked, b.now = m.overview, m.at, m.at
		}
		return b, ticking()
	}
	return b, nil
}

func (b board) key(name string) (tea.Model, tea.Cmd) {
	switch name {
	case "q", "esc", "ctrl+c":
		return b, tea.Quit
	case "up", "k":
		b.top--
	case "down", "j":
		b.top++
	case "pgup":
		b.top -= b.room()
	case "pgdown":
		b.top += b.room()
	}
	b.top = max(0, b.top)
	return b, nil
}

// room is how many rows the terminal has for channels.
func (b board) room() int {
	if b.height == 0 {
		return 1 << 10
	}
	return max(1, b.height-3)
}

// View implements tea.Model.
func (b board) View() tea.View {
	v := tea.NewView(b.text())
	v.AltScreen = true
	return v
}

func (b board) text() string {
	rows := table(b.overview, b.Now.Add(b.now.Sub(b.asked)))
	heading, rows := rows[0], rows[1:]
	from := min(b.top, max(0, len(rows)-b.room()))
	shown := rows[from:min(len(rows), from+b.room())]
	foot := fmt.Sprintf("%s awake, rows %d to %d of %d; q ends", command.Count(len(b.Channels), "channel"), min(from+1, len(rows)), from+len(shown), len(rows))
	if wide := widest(shown, heading); b.width > 0 && wide > b.width {
		foot = fmt.Sprintf("%d of %s fit; %s", b.width, command.Count(wide, "column"), foot)
	}
	if b.err != nil {
		foot = "the program can't be reached; trying again: " + b.err.Error()
	}
	return command.HeadingStyle.Render(heading) + "\n" + strings.Join(shown, "\n") + "\n\n" + command.FaintStyle.Render(foot)
}

// widest is how many columns of the terminal the longest row takes.
func widest(rows []string, heading string) int {
	wide := lipgloss.Width(heading)
	for _, row := range rows {
		wide = max(wide, lipgloss.Width(row))
	}
	return wide
}
