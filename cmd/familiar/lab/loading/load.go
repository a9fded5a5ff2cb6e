// Package loading is familiar load: it starts a familiar in this process or finds
// one elsewhere, has lab/load say its lines, and reports what became of them. Its
// troubles, its churn and its scripted model are parts of a load alone.
package loading

import (
	"errors"
	"fmt"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/lab/load/traffic"
)

// A Command says many lines to a familiar and reports what became of them.
type Command struct {
	Shape    traffic.Shape
	Channels int
	Rate     float64
	Compress float64
	Duration time.Duration
	Warm     time.Duration
	Greet    bool
	Settle   time.Duration
	Seed     uint64
	Calls    float64

	URLs  []string
	Token string
	PIDs  []int
	Watch int

	Journal    string
	Data       string
	Partitions int
	Churn      int
	Trouble    trouble

	Model       string
	ModelMedian time.Duration
	ModelErrors float64

	JSON   string
	Plot   string
	P99    time.Duration
	RSS    int
	Steady bool
	Prof   string
	Log    string
}

// New returns a load with its defaults.
func New() *Command {
	return &Command{
		Shape: traffic.Fleet, Channels: 1000, Duration: time.Minute, Settle: 90 * time.Second, Seed: 1, Calls: 0.005, Watch: 200,
		Journal: "embedded",
		Model:   "127.0.0.1:0", ModelMedian: 4 * time.Second, ModelErrors: 0.03,
	}
}

// Declare implements [command.Command].
func (c *Command) Declare(l *command.Line) {
	command.Choice(l, &c.Shape, "--shape", "How lines are spread: uniform (the same everywhere, for finding limits) or fleet (as measured: busy and silent channels, sessions, bursts, raids).", "uniform", "fleet")
	command.Whole(l, &c.Channels, "--channels", "How many channels to use.")
	command.Number(l, &c.Rate, "--rate LINES", "Lines a second on average. By default 200 for uniform; a fleet is compressed to reach it.")
	command.Number(l, &c.Compress, "--compress TIMES", "How many times faster than real life a fleet talks; by default 50, or what --rate needs.")
	command.Duration(l, &c.Duration, "--duration", "How long to send lines.")
	command.Duration(l, &c.Warm, "--warm", "The first part of --duration, left out of the measured times.")
	command.Switch(l, &c.Greet, "--greet", "First send one line to every channel, so that all are known; with --data, also to the next run.")
	command.Duration(l, &c.Settle, "--settle", "How long to wait for decisions and answers afterwards.")
	command.Seed(l, &c.Seed, "--seed", "Seed for the invented lines.")
	command.Number(l, &c.Calls, "--calls", "Share of the lines that address the familiar, 0 to 1.")
	command.List(l, &c.URLs, "--url URL", "A running familiar, such as http://127.0.0.1:7077; by default one runs in this process. Repeated for each process of one; they divide the channels.")
	command.Text(l, &c.Token, "--token TOKEN", "A token for --url with the scopes read and lines; \"env:NAME\" reads it from the environment.")
	command.Wholes(l, &c.PIDs, "--pid N", "Process id of --url on this machine, to measure its memory and CPU; by default they are not measured. May be repeated, also for NATS servers.")
	command.Whole(l, &c.Watch, "--watch", "How many channels of --url to follow decisions in, one stream each; the others only receive lines.")
	command.Choice(l, &c.Journal, "--journal", "What the familiar in this process stores its journal in: memory or embedded (files).", "memory", "embedded")
	command.Text(l, &c.Data, "--data FOLDER", "The folder for those files; by default a temporary one.")
	command.Whole(l, &c.Partitions, "--partitions", "The journal's partitions, as in [journal] partitions; 0: as many as existing files have, or a new journal gets.")
	command.Whole(l, &c.Churn, "--churn TIMES", "Change this process's configuration this many times during the run, adding and removing familiars and channels. By default never.")
	command.Choice(l, &c.Trouble, "--trouble KIND", "Run once quietly and once with trouble in one channel, and compare the other channels: hang, panic, ratelimit, raid or all.", "", "hang", "panic", "ratelimit", "raid", "all")
	command.Text(l, &c.Model, "--model HOST:PORT", "Where the scripted model listens, by default a free port of this machine; a familiar at --url can use it as kind openai.")
	command.Duration(l, &c.ModelMedian, "--model-median", "The median time the scripted model takes; answers take from a quarter of it to 5 times as long.")
	command.Number(l, &c.ModelErrors, "--model-errors", "Share of requests the scripted model fails with 500 or 429; one in thirty of these hangs instead.")
	command.Text(l, &c.JSON, "--json FILE", "Write the report to this file, as JSON.")
	command.Text(l, &c.Plot, "--plot FILE", "Plot the report to this file, as SVG.")
	command.Duration(l, &c.P99, "--p99 TIME", "Fail if one decision in a hundred takes longer than this, such as 50ms.")
	command.Whole(l, &c.RSS, "--rss MIB", "Fail if the process takes more memory than this, in MiB.")
	command.Switch(l, &c.Steady, "--steady", "Fail if memory, goroutines or open files grow after the first third of the run.")
	command.Text(l, &c.Prof, "--profile FOLDER", "Write profiles of this process to this folder, for go tool pprof, and flame graphs of its CPU time and allocations.")
	command.Text(l, &c.Log, "--log FILE", "Write the familiar's log to this file; by default warnings go to standard error, or nowhere with --trouble.")
}

// Help is shown by familiar load --help.
func (*Command) Help() string {
	return `Sends invented lines to a familiar on schedule, whether it keeps up or not, and checks that every acknowledged line is
decided on once, in the order of its channel, and that every call is answered once. Prints a line each second, and at the end
how long decisions and the parts of a turn took, and what memory, CPU time, goroutines and files they cost. The familiar runs in
this process unless --url names one; its model is a scripted one over HTTP that takes 1 to 20 s and fails now and then.
Exits with 1 if a line was lost, doubled or out of order, or a limit was exceeded. Ctrl-C stops it and prints the results so far.`
}

// Validate implements [command.Validator]: what one flag alone can't tell.
func (c *Command) Validate() error {
	switch {
	case len(c.URLs) > 0 && (c.Churn > 0 || c.Data != "" || c.Trouble != "" || c.Prof != ""):
		return errors.New("--churn, --data, --trouble and --profile need a familiar in this process: leave out --url")
	case len(c.URLs) == 0 && (c.Token != "" || len(c.PIDs) > 0):
		return errors.New("--token and --pid need --url")
	case c.Trouble != "" && c.Churn > 0:
		return errors.New("--trouble compares runs that must not differ in anything else: leave out --churn")
	case c.Duration <= 0 || c.Warm < 0 || c.Warm >= c.Duration:
		return fmt.Errorf("--duration is %v and --warm is %v: want --duration above 0 and --warm below it", c.Duration, c.Warm)
	case c.Model == "":
		return errors.New("--model is empty: want HOST:PORT, such as 127.0.0.1:0")
	case !(c.ModelErrors >= 0 && c.ModelErrors <= 1):
		return fmt.Errorf("--model-errors is %v: want 0 to 1", c.ModelErrors)
	case c.Churn < 0 || c.Watch < 0 || c.RSS < 0:
		return errors.New("--churn, --watch and --rss can't be negative")
	}
	_, err := traffic.New(traffic.Plan{Shape: c.Shape, Channels: min(c.Channels, 1), Rate: c.plan().Rate, Compress: c.plan().Compress, Calls: c.Calls})
	return err
}

// plan is the traffic that is asked for.
func (c *Command) plan() traffic.Plan {
	p := traffic.Plan{Shape: c.Shape, Channels: c.Channels, Rate: c.Rate, Compress: c.Compress, Calls: c.Calls, Seed: c.Seed}
	switch {
	case p.Rate != 0 || p.Compress != 0:
	case p.Shape == traffic.Uniform:
		p.Rate = 200
	default:
		p.Compress = 50
	}
	return p
}
