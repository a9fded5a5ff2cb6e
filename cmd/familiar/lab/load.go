package lab

import (
	"errors"
	"fmt"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal"
	"familiar/lab/load/traffic"
)

// loadCommand says many lines to a familiar and reports what became of them.
type loadCommand struct {
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

	URL   string
	Token string
	PID   int
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

// newLoad returns a load with its defaults.
func newLoad() *loadCommand {
	return &loadCommand{
		Shape: traffic.Fleet, Channels: 1000, Duration: time.Minute, Settle: 90 * time.Second, Seed: 1, Calls: 0.005, Watch: 200,
		Journal: "embedded", Partitions: journal.DefaultPartitions,
		Model: "127.0.0.1:0", ModelMedian: 4 * time.Second, ModelErrors: 0.03,
	}
}

// Declare implements [command.Command].
func (c *loadCommand) Declare(l *command.Line) {
	command.Choice(l, &c.Shape, "--shape", "How lines spread: uniform (the same everywhere, for finding limits) or fleet (as measured: busy and silent channels, sessions, bursts, raids).", "uniform", "fleet")
	command.Whole(l, &c.Channels, "--channels", "In how many channels they are said.")
	command.Number(l, &c.Rate, "--rate LINES", "Lines a second on average. uniform: 200 by default; a fleet is compressed until it has them.")
	command.Number(l, &c.Compress, "--compress TIMES", "How many times faster than life a fleet talks; by default 50, or as --rate needs.")
	command.Duration(l, &c.Duration, "--duration", "How long lines are said.")
	command.Duration(l, &c.Warm, "--warm", "The first part of it, whose times are left out.")
	command.Switch(l, &c.Greet, "--greet", "First say one line in every channel, so that all are known; with --data, the next run finds them so.")
	command.Duration(l, &c.Settle, "--settle", "How long decisions and answers may take after that.")
	command.Seed(l, &c.Seed, "--seed", "Another number, other lines.")
	command.Number(l, &c.Calls, "--calls", "Share of the lines that call the familiar, 0 to 1.")
	command.Text(l, &c.URL, "--url URL", "A running familiar, such as http://127.0.0.1:7077; without it one runs in this process.")
	command.Text(l, &c.Token, "--token TOKEN", "Of --url, with the scopes read and lines; \"env:NAME\" reads it there.")
	command.Whole(l, &c.PID, "--pid N", "Process of --url on this machine, whose memory and CPU are measured; by default none is.")
	command.Whole(l, &c.Watch, "--watch", "Channels of --url whose decisions are followed, a stream each; in the others lines are only said.")
	command.Choice(l, &c.Journal, "--journal", "What the familiar in this process keeps its lines in: memory or embedded (files).", "memory", "embedded")
	command.Text(l, &c.Data, "--data FOLDER", "Where those files are; by default a folder that is removed afterwards.")
	command.Whole(l, &c.Partitions, "--partitions", "Of that journal, as in [journal] partitions; files of an earlier run have theirs for good.")
	command.Whole(l, &c.Churn, "--churn TIMES", "Change the configuration in this process so many times meanwhile: familiars and channels come and go. By default it stays.")
	command.Choice(l, &c.Trouble, "--trouble KIND", "Run once quietly and once with trouble in one channel, and compare the others: hang, panic, ratelimit, raid or all.", "", "hang", "panic", "ratelimit", "raid", "all")
	command.Text(l, &c.Model, "--model HOST:PORT", "Where the scripted model listens, by default at a free port of this machine; a familiar of --url may use it as kind openai.")
	command.Duration(l, &c.ModelMedian, "--model-median", "Half of its answers take longer; none a quarter of it, none more than 5 times.")
	command.Number(l, &c.ModelErrors, "--model-errors", "Share of the requests it fails, with 500 and 429; one in thirty of these hangs instead.")
	command.Text(l, &c.JSON, "--json FILE", "Write the report there as JSON.")
	command.Text(l, &c.Plot, "--plot FILE", "Draw it there as SVG.")
	command.Duration(l, &c.P99, "--p99 TIME", "Fail if one decision in a hundred takes longer, such as 50ms.")
	command.Whole(l, &c.RSS, "--rss MIB", "Fail if the process takes more memory, MiB.")
	command.Switch(l, &c.Steady, "--steady", "Fail if memory, goroutines or open files grow after the warm-up, a third of the run.")
	command.Text(l, &c.Prof, "--profile FOLDER", "Write profiles of this process there, for go tool pprof, and flame graphs of its CPU time and allocations.")
	command.Text(l, &c.Log, "--log FILE", "Write the familiar's own log there; by default warnings go to standard error, with --trouble nowhere.")
}

// Help is shown by familiar load --help.
func (*loadCommand) Help() string {
	return `Says invented lines to a familiar as they fall due, whether it keeps up or not, and keeps account: every line that was
acknowledged has to be decided once, in the order of its channel, and every call answered once. Prints a line each second, and at
the end how long decisions and the parts of a turn took, and what memory, CPU time, goroutines and files it cost. The familiar is in
this process unless --url names one; its model is a scripted one over HTTP that takes 1 to 20 s and fails now and then.
Exits with 1 if a line was lost, doubled or out of order, or a bar was missed. Ctrl-C ends it and prints what it has.`
}

// Validate implements [command.Validator]: what one flag alone can't tell.
func (c *loadCommand) Validate() error {
	switch {
	case c.URL != "" && (c.Churn > 0 || c.Data != "" || c.Trouble != "" || c.Prof != ""):
		return errors.New("--churn, --data, --trouble and --profile are for a familiar in this process, not for --url")
	case c.URL == "" && (c.Token != "" || c.PID != 0):
		return errors.New("--token and --pid belong to --url")
	case c.Trouble != "" && c.Churn > 0:
		return errors.New("--trouble compares runs that differ in nothing else: leave out --churn")
	case c.Duration <= 0 || c.Warm < 0 || c.Warm >= c.Duration:
		return fmt.Errorf("--duration is %v, of which --warm is %v: want more than 0, and less", c.Duration, c.Warm)
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
func (c *loadCommand) plan() traffic.Plan {
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
