// Package diagnosis has what familiar doctor can find: each finding is typed
// facts, a level that follows from them alone, and a sentence made of them. It
// looks at nothing itself: package operate measures, this judges. So every
// judgement can be tried without the machine that would be in that state.
package diagnosis

import (
	"time"

	"familiar/messages"
)

// A Level is how bad a finding is.
type Level string

// The levels. Only Wrong has the command fail.
const (
	Fine    Level = "ok"
	Unknown Level = "unknown" // it could not be found out, or not yet
	Soon    Level = "soon"    // it works, and somebody should look after it
	Wrong   Level = "wrong"   // something doesn't work as configured
)

// A Finding is one thing that was looked at.
type Finding interface {
	Topic() string // one word: what it is about
	Level() Level
	Says() string   // what was found, in a sentence without a full stop
	Remedy() string // what to do about it; "": nothing
}

// Versions are of this program and of what it was built with.
type Versions struct {
	Program string `json:"program"` // as --version prints it
	System  string `json:"system"`  // such as linux/amd64
	NATS    string `json:"nats"`    // the embedded server's
	Server  string `json:"server,omitempty"`
	Format  int    `json:"format"` // the newest form of a store that it reads
	State   int    `json:"state"`  // the newest version of a channel's state that it reads
}

// A Configuration is whether the file can be used.
type Configuration struct {
	File     string   `json:"file"`
	Warnings []string `json:"warnings,omitempty"`
	Error    string   `json:"error,omitempty"`
}

// A Program is whether one runs with the configuration, and how it says it is.
type Program struct {
	Running bool     `json:"running"`          // it left its address, or has the journal
	Owner   string   `json:"owner,omitempty"`  // who has a journal on an outside NATS server
	Asked   bool     `json:"asked"`            // it has a listener
	Answers bool     `json:"answers"`          //
	Ailing  []string `json:"ailing,omitempty"` // parts that aren't ready or don't do all they should, a line each
	Error   string   `json:"error,omitempty"`  // why it doesn't answer
}

// A Node is one of several processes on one NATS, and how it says it is.
type Node struct {
	ID      string   `json:"id"` // as familiar nodes lists it
	Host    string   `json:"host"`
	Version string   `json:"version"`
	Has     int      `json:"has"` // partitions
	Drained bool     `json:"drained,omitempty"`
	Ailing  []string `json:"ailing,omitempty"` // as of [Program]
	Error   string   `json:"error,omitempty"`  // why it doesn't answer
}

// A Division is how many partitions there are for how many processes: each has as many
// as any other, or one more.
type Division struct {
	Partitions int `json:"partitions"` // at least 1
	Processes  int `json:"processes"`  // that take a share; at least 2
	Most       int `json:"most"`       // how many partitions a journal may have
}

// A Store is how the journal stands.
type Store struct {
	Where   string           `json:"where"`
	None    bool             `json:"none,omitempty"` // nothing has run yet
	Format  int              `json:"format,omitempty"`
	State   int              `json:"state,omitempty"`
	Letters uint64           `json:"letters"`          // posts that were given up
	Waiting int              `json:"waiting"`          // posts that wait for their network
	Oldest  messages.Instant `json:"oldest,omitzero"`  // when the oldest of those came
	Losses  int              `json:"losses,omitempty"` // that programs started with all the same
	Holds   int              `json:"holds,omitempty"`  // while there are any, no stream drops what is old
	Refused string           `json:"refused,omitempty"`
	At      time.Time        `json:"-"` // when it was looked at
}

// A Disk is the file system of the data folder.
type Disk struct {
	Folder   string    `json:"folder"`
	Free     int64     `json:"free"`              // bytes
	Reserve  int64     `json:"reserve"`           // below which lines are refused
	Used     int64     `json:"used"`              // by the store; 0 of one elsewhere
	Forecast *Forecast `json:"forecast,omitzero"` // nil: the store isn't here
	Error    string    `json:"error,omitempty"`
}

// Inodes are how many files the file system can still have.
type Inodes struct {
	Free  uint64 `json:"free"`
	Total uint64 `json:"total"`
}

// Files is the limit of open files and connections.
type Files struct {
	Limit uint64 `json:"limit"`
	Open  int    `json:"open,omitempty"` // by the running program; 0: it wasn't looked at
	Need  int    `json:"need"`           // what this configuration can come to
	Mine  bool   `json:"mine,omitempty"` // the limit is this command's: the running program's couldn't be read
}

// Memory is what there is of it.
type Memory struct {
	Limit int64 `json:"limit"`           // bytes: of the control group, else of the machine
	Group bool  `json:"group,omitempty"` // it is a control group's
	Need  int64 `json:"need"`            // bytes that this store and configuration can come to
}

// A Clock is this machine's, against the store.
type Clock struct {
	Now     time.Time     `json:"now"`
	Newest  time.Time     `json:"newest,omitzero"`  // when the newest record was written, as its process counted; zero: there is none
	Follows time.Duration `json:"follows,omitzero"` // how far behind others a process with this clock counts as they do; 0: nobody shares the store, the same clock wrote that
}

// An Offset is this machine's clock against that of a server's answer.
type Offset struct {
	Server string        `json:"server"`
	Ahead  time.Duration `json:"ahead,omitempty"`  // nanoseconds; negative: behind
	Within time.Duration `json:"within,omitempty"` // how exact that is: the answer counts seconds and took its time
	Error  string        `json:"error,omitempty"`
}

// A Listener is whether the address of [control] can be had.
type Listener struct {
	Address string `json:"address"`          // "": there is none
	Ours    bool   `json:"ours,omitempty"`   // the running program has it
	Holder  string `json:"holder,omitempty"` // another that has it, if that can be seen
	Error   string `json:"error,omitempty"`  // why it can't be had
}

// An Account is how one stands on its network.
type Account struct {
	Name    messages.AccountID `json:"name"`
	Network messages.Network   `json:"network"`
	As      string             `json:"as,omitempty"`
	Places  int                `json:"places"`
	Hidden  bool               `json:"hidden,omitempty"`  // its network doesn't say where it is
	Missing []string           `json:"missing,omitempty"` // rights
	Invite  string             `json:"invite,omitempty"`
	Held    bool               `json:"held,omitempty"` // the running program has it, so it wasn't connected
	Error   string             `json:"error,omitempty"`
}

// A Model is what came of asking one.
type Model struct {
	Name   string  `json:"name"`
	Server string  `json:"server"`
	Took   float64 `json:"seconds"`
	Offers string  `json:"offers,omitempty"` // what its server has instead
	Error  string  `json:"error,omitempty"`
}

// Topic implements [Finding].
func (Versions) Topic() string { return "version" }

// Topic implements [Finding].
func (Configuration) Topic() string { return "config" }

// Topic implements [Finding].
func (Program) Topic() string { return "program" }

// Topic implements [Finding].
func (Node) Topic() string { return "node" }

// Topic implements [Finding].
func (Division) Topic() string { return "division" }

// Topic implements [Finding].
func (Store) Topic() string { return "store" }

// Topic implements [Finding].
func (Disk) Topic() string { return "disk" }

// Topic implements [Finding].
func (Inodes) Topic() string { return "inodes" }

// Topic implements [Finding].
func (Files) Topic() string { return "files" }

// Topic implements [Finding].
func (Memory) Topic() string { return "memory" }

// Topic implements [Finding].
func (Clock) Topic() string { return "clock" }

// Topic implements [Finding].
func (Offset) Topic() string { return "offset" }

// Topic implements [Finding].
func (Listener) Topic() string { return "listener" }

// Topic implements [Finding].
func (Account) Topic() string { return "account" }

// Topic implements [Finding].
func (Model) Topic() string { return "model" }

// Worst returns how many findings are wrong.
func Worst(all []Finding) (wrong int) {
	for _, f := range all {
		if f.Level() == Wrong {
			wrong++
		}
	}
	return wrong
}
