package main

import (
	"errors"
	"fmt"
	"time"

	"familiar/lab/load/traffic"
)

// loadCommand says many lines to a familiar and reports what became of them.
type loadCommand struct {
	Shape    traffic.Shape `enum:"uniform,fleet" default:"fleet" help:"How lines spread: uniform (the same everywhere, for finding limits) or fleet (as measured: busy and silent channels, sessions, bursts, raids)."`
	Channels int           `default:"1000" help:"In how many channels they are said."`
	Rate     float64       `placeholder:"LINES" help:"Lines a second on average. uniform: 200 by default; a fleet is compressed until it has them."`
	Compress float64       `placeholder:"TIMES" help:"How many times faster than life a fleet talks; by default 50, or as --rate needs."`
	Duration time.Duration `default:"60s" help:"How long lines are said."`
	Warm     time.Duration `default:"0s" help:"The first part of it, whose times are left out."`
	Greet    bool          `help:"First say one line in every channel, so that all are known; with --data, the next run finds them so."`
	Settle   time.Duration `default:"90s" help:"How long decisions and answers may take after that."`
	Seed     uint64        `default:"1" help:"Another number, other lines."`
	Calls    float64       `default:"0.005" help:"Share of the lines that call the familiar, 0 to 1."`

	URL   string `name:"url" placeholder:"URL" help:"A running familiar, such as http://127.0.0.1:7077; without it one runs in this process."`
	Token string `placeholder:"TOKEN" help:"Of --url, with the scopes read and lines; \"env:NAME\" reads it there."`
	PID   int    `name:"pid" placeholder:"N" help:"Process of --url on this machine, whose memory and CPU are measured; by default none is."`
	Watch int    `default:"200" help:"Channels of --url whose decisions are followed, a stream each; in the others lines are only said."`

	Journal    string  `enum:"memory,embedded" default:"embedded" help:"What the familiar in this process keeps its lines in: memory or embedded (files)."`
	Data       string  `placeholder:"FOLDER" help:"Where those files are; by default a folder that is removed afterwards."`
	Partitions int     `default:"${partitions}" help:"Of that journal, as in [journal] partitions; files of an earlier run have theirs for good."`
	Churn      int     `placeholder:"TIMES" help:"Change the configuration in this process so many times meanwhile: familiars and channels come and go. By default it stays."`
	Trouble    trouble `enum:",hang,panic,ratelimit,raid,all" default:"" placeholder:"KIND" help:"Run once quietly and once with trouble in one channel, and compare the others: hang, panic, ratelimit, raid or all."`

	Model       string        `default:"127.0.0.1:0" placeholder:"HOST:PORT" help:"Where the scripted model listens, by default at a free port of this machine; a familiar of --url may use it as kind openai."`
	ModelMedian time.Duration `default:"4s" help:"Half of its answers take longer; none a quarter of it, none more than 5 times."`
	ModelErrors float64       `default:"0.03" help:"Share of the requests it fails, with 500 and 429; one in thirty of these hangs instead."`

	JSON   string        `name:"json" placeholder:"FILE" help:"Write the report there as JSON."`
	Plot   string        `placeholder:"FILE" help:"Draw it there as SVG."`
	P99    time.Duration `name:"p99" placeholder:"TIME" help:"Fail if one decision in a hundred takes longer, such as 50ms."`
	RSS    int           `name:"rss" placeholder:"MIB" help:"Fail if the process takes more memory, MiB."`
	Steady bool          `help:"Fail if memory, goroutines or open files grow after the warm-up, a third of the run."`
	Prof   string        `name:"profile" placeholder:"FOLDER" help:"Write profiles of this process there, for go tool pprof, and flame graphs of its CPU time and allocations."`
	Log    string        `placeholder:"FILE" help:"Write the familiar's own log there; by default warnings go to standard error, with --trouble nowhere."`
}

// Help is shown by familiar load --help.
func (*loadCommand) Help() string {
	return `Says invented lines to a familiar as they fall due, whether it keeps up or not, and keeps account: every line that was
acknowledged has to be decided once, in the order of its channel, and every call answered once. Prints a line each second, and at
the end how long decisions and the parts of a turn took, and what memory, CPU time, goroutines and files it cost. The familiar is in
this process unless --url names one; its model is a scripted one over HTTP that takes 1 to 20 s and fails now and then.
Exits with 1 if a line was lost, doubled or out of order, or a bar was missed. Ctrl-C ends it and prints what it has.`
}

// Validate is called by kong: what one flag alone can't tell.
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
