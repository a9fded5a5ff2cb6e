package loading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/lab/load"
	"familiar/lab/load/remote"
	"familiar/lab/load/scripted"
	"familiar/lab/load/tally"
)

// Run implements [command.Command].
func (c *Command) Run(ctx context.Context, std command.Streams) (err error) {
	files, err := command.CreateAll(nil, c.JSON, c.Plot)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	if c.Trouble != "" {
		return c.compare(ctx, std, files)
	}
	report, err := c.once(ctx, std, "")
	if err != nil {
		return err
	}
	if err := errors.Join(report.Print(std.Out), write(report, files)); err != nil {
		return err
	}
	return wrong(report.Faults(load.Bars{P99: c.P99, RSS: uint64(c.RSS) << 20, Steady: c.Steady}))
}

// compare runs quietly, with each trouble that is asked for, and quietly again.
func (c *Command) compare(ctx context.Context, std command.Streams, files command.Outputs) error {
	asked := []trouble{c.Trouble}
	if c.Trouble == "all" {
		asked = troubles
	}
	var runs comparison
	var faults []string
	for _, t := range slices.Concat([]trouble{""}, asked, []trouble{""}) {
		debug.FreeOSMemory() // what the run before took
		fmt.Fprintf(std.Err, "trouble in one channel: %q\n", t)
		report, err := c.once(ctx, std, t)
		if err != nil {
			return err
		}
		runs.troubles, runs.reports = append(runs.troubles, t), append(runs.reports, report)
		faults = append(faults, report.Faults(load.Bars{})...)
		if report.Cut {
			break
		}
	}
	if err := runs.print(std.Out); err != nil {
		return err
	}
	if files[0] != nil {
		if err := json.NewEncoder(files.Writer(0)).Encode(runs.reports); err != nil {
			return fmt.Errorf("load: report: %w", err)
		}
	}
	return wrong(append(faults, runs.faults()...))
}

// wrong makes an error of what is wrong.
func wrong(faults []string) error {
	if len(faults) == 0 {
		return nil
	}
	return errors.New("load: " + strings.Join(faults, "; "))
}

func write(r load.Report, files command.Outputs) error {
	if w := files.Writer(0); w != nil && files[0] != nil {
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return fmt.Errorf("load: report: %w", err)
		}
	}
	if files[1] != nil {
		return r.Plot(files.Writer(1))
	}
	return nil
}

// once is one run.
func (c *Command) once(ctx context.Context, std command.Streams, t trouble) (load.Report, error) {
	names := load.Names{Run: "r" + strconv.FormatInt(time.Now().UnixMilli(), 36), Familiar: witness}
	account := tally.New(tally.Options{Channels: c.Channels, Apart: t.apart})
	model, err := serveModel(ctx, c.Model, scripted.Options{
		Names: names, Median: c.ModelMedian, Errors: c.ModelErrors, Hangs: c.ModelErrors / 30, Hung: t.hung,
		Asked: account.Asked, Answered: account.Answered, Hanging: account.Hangs,
	})
	if err != nil {
		return load.Report{}, err
	}
	o := load.Options{
		Plan: t.plan(c.plan()), Names: names, Tally: account, Duration: c.Duration, Warm: c.Warm, Greet: c.Greet, Settle: c.Settle, PIDs: c.PIDs,
		Progress: func(s load.Sample) { fmt.Fprintln(std.Err, s) },
	}
	var report load.Report
	if len(c.URLs) > 0 {
		report, err = c.outside(ctx, o)
	} else {
		report, err = c.inside(ctx, std, o, t, model.url)
	}
	return report, errors.Join(err, model.close())
}

// outside has a familiar that runs elsewhere.
func (c *Command) outside(ctx context.Context, o load.Options) (load.Report, error) {
	token := c.Token
	if name, ok := strings.CutPrefix(token, "env:"); ok {
		token = os.Getenv(name)
	}
	program, err := remote.Open(ctx, remote.Options{URLs: c.URLs, Token: token, Channels: c.Channels, Watch: c.Watch, Names: o.Names, Tally: o.Tally})
	if err != nil {
		return load.Report{}, err
	}
	defer program.Close()
	o.Names, o.Target, o.Speakers = program.Names, program, program.Speakers
	report, err := load.Run(ctx, o)
	if c.Watch < c.Channels {
		report.Notes = append(report.Notes, fmt.Sprintf("decisions were followed in %d of %d channels; lines in the others were not checked", c.Watch, c.Channels))
	}
	return report, err
}

// inside has a familiar in this process.
func (c *Command) inside(ctx context.Context, std command.Streams, o load.Options, t trouble, model string) (_ load.Report, err error) {
	log, closeLog, err := c.log(std.Err)
	if err != nil {
		return load.Report{}, err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	data := c.Data
	if data == "" {
		if data, err = os.MkdirTemp("", "familiar-load-"); err != nil {
			return load.Report{}, fmt.Errorf("load: %w", err)
		}
		defer os.RemoveAll(data)
	}
	who := cast{Model: model, Timeout: 5*c.ModelMedian + 10*time.Second, Partitions: c.Partitions}
	in := &inside{names: o.Names, tally: o.Tally, trouble: t}
	if err := in.start(ctx, c.Journal, data, who, log); err != nil {
		return load.Report{}, err
	}
	profiled, err := profile(c.Prof)
	if err != nil {
		return load.Report{}, errors.Join(err, in.close())
	}
	o.Target = in
	changes := &churn{in: in, cast: who, channels: c.Channels, times: c.Churn, over: c.Duration}
	changing, stop := context.WithCancel(ctx)
	changed := make(chan error, 1)
	go func() { changed <- changes.run(changing) }() // beside the lines
	report, err := load.Run(ctx, o)
	stop()
	err = errors.Join(err, profiled(), <-changed, in.close())
	if c.Churn > 0 {
		report.Notes = append(report.Notes, changes.note())
	}
	return report, err
}

// log is where the familiar's own words go: its troubles are asked for here.
func (c *Command) log(stderr io.Writer) (*slog.Logger, func() error, error) {
	if c.Log == "" && c.Trouble != "" {
		return slog.New(slog.DiscardHandler), func() error { return nil }, nil
	}
	return command.OpenLog(c.Log, stderr)
}
