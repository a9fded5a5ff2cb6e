package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"familiar/cluster/clock"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/telemetry"
)

// runCommand is the long-lived process.
type runCommand struct {
	File    string
	program string // its version
}

// Declare implements [command.Command].
func (c *runCommand) Declare(l *command.Line) {
	command.Optional(l, &c.File, "file", "The configuration; by default familiar.toml in the working directory.")
}

// Help is shown by familiar run --help.
func (*runCommand) Help() string {
	return `Connects every account of the configuration and runs until SIGINT or SIGTERM; then it lets turns in progress
finish and saves every channel. A second signal stops it at once. Everything is journaled in the data folder: if the
program is killed, nothing is lost or said twice. Each decision is a line in the log.

The page's address, including the token that opens it, is printed on standard error. Changes to the configuration,
a card or a secret's file are applied at once, or on SIGHUP; an invalid change is refused and the old configuration stays.

The networks are Discord, Slack, Feishu and Lark, Telegram, Matrix, OneBot (QQ), IRC, the web (a page and an HTTP interface) and the terminal,
which reads standard input and writes standard output. docs/networks says how to get accounts, and examples has a file
for each. After a restart, Slack, Discord, Feishu, Telegram and Matrix deliver what was said in the meantime; it is read but not
answered.

If an account's network is unreachable it keeps trying in the background; if its key was revoked it stops with a line in
the log. The other accounts go on. If none can start, the program exits with code 1.

With an outside NATS server ([journal] url) several processes may be started with one configuration: they divide channels
and accounts among them, and go on with what one had that stops or is not heard of for 6 seconds.`
}

// Run implements [command.Command].
func (c *runCommand) Run(ctx context.Context, std command.Streams) error {
	file, err := command.ConfigFile(c.File)
	if err != nil {
		return err
	}
	loaded, print, err := process.ReadStill(config.Load, file, nil)
	if err != nil {
		return err
	}
	log := logger(loaded.Log, std.Err)
	recorded, err := process.OpenTelemetry(loaded, log)
	if err != nil {
		return err
	}
	log = recorded.Log(log)
	for _, w := range loaded.Warnings {
		log.Warn("configuration", "problem", w.Error())
	}
	token, kept := process.PageToken(loaded, log)
	changes := process.NewReloader(loaded, print, log)
	standing := false // by, before it runs
	s, err := process.NewService(loaded, std, log, process.Cast{
		Observe: func(notes []*messages.Note) { logDecisions(ctx, log, quietLevel(loaded.Log), notes) },
		Open: c.opening(ctx, loaded, recorded, log, func(who string) {
			standing = true
			log.Info("standing by: another process has the journal for itself", "has", who)
		}),
		Page:      token,
		Telemetry: recorded,
	})
	if err != nil && ctx.Err() != nil && (standing || errors.Is(err, context.Canceled)) {
		log.Info("stopped before it was running")
		return nil
	}
	if err != nil {
		return err
	}
	if s.Control != nil {
		take, err := process.LeaveAddress(loaded, s.Control.Address())
		fmt.Fprintln(std.Err, process.PageLine(s.Control.Address(), process.AddressFile(loaded), !kept || err != nil || command.IsTerminal(std.Err)))
		if err != nil {
			log.Warn("familiar inspect needs the address", "err", err)
		} else {
			defer take()
		}
	}
	log.Info("running", "config", file)
	return s.Run(ctx, changes)
}

// opening returns how the journal is opened, and this process made a member where several
// share it. standBy is told who has the journal for itself meanwhile.
func (c *runCommand) opening(ctx context.Context, loaded *config.Config, recorded *telemetry.Telemetry, log *slog.Logger, standBy func(who string)) func(generation func() int) (process.Kept, error) {
	return func(generation func() int) (process.Kept, error) {
		var deployment *process.Deployment
		counts := clock.New(time.Now)
		j, err := command.OpenShared(ctx, loaded, log, generation, counts.Time, standBy, func() bool { return deployment.LeaveLast() })
		if err != nil {
			return process.Kept{}, err
		}
		deployment, err = process.EnterDeployment(ctx, loaded, c.program, recorded, log) // a store that this program can't read is refused by now
		if err != nil {
			return process.Kept{}, errors.Join(err, j.Close())
		}
		kept := process.Kept{
			Journal:    j,
			Clock:      counts,
			Spent:      process.Spent(loaded, j),
			Deployment: deployment,
			Sessions:   j.Pool("discord", ""),
			Marks:      j.Pool("telegram", ""),
			Tokens:     j.Pool("matrix", ""),
		}
		if deployment != nil {
			kept.Remembered = j.Pool("accounts", "")
		}
		return kept, nil
	}
}

// logger writes the program's own log as the configuration says.
func logger(c config.Log, w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		level = slog.LevelInfo // Validate has refused others
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// quietLevel is the level of decisions to keep quiet.
func quietLevel(c config.Log) slog.Level {
	if c.Observed {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// logDecisions writes one line for each decision: those to keep quiet, of which
// there are most, at the level quiet. What a judge says in words of its own may quote
// what was said, and stays out: a log forgets nothing.
func logDecisions(ctx context.Context, log *slog.Logger, quiet slog.Level, notes []*messages.Note) {
	for _, n := range notes {
		level := slog.LevelInfo
		if n.Act == messages.Observe || n.Act == messages.Drop || n.Act == messages.Wait {
			level = quiet
		}
		attrs := append(process.TraceOf(n),
			slog.String("channel", string(n.Channel)), slog.String("familiar", string(n.Familiar)), slog.String("message", string(n.Line)),
			slog.String("act", string(n.Act)), slog.String("rung", string(n.Rung)), slog.String("trigger", string(n.Trigger)), slog.String("reason", because.Written(because.Wordless(n.Reason))),
			slog.Float64("odds", float64(n.Odds)), slog.Float64("bar", float64(n.Bar)))
		if n.Arm != "" {
			attrs = append(attrs, slog.String("arm", string(n.Arm)))
		}
		log.LogAttrs(ctx, level, "decision", attrs...)
	}
}
