// Package operate is the group of commands by which somebody runs familiars of
// a configuration: init, run, check, health, nodes and doctor.
package operate

import (
	"time"

	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// NewInitCommand returns familiar init.
func NewInitCommand() *cobra.Command {
	return command.New("init", "Ask a few questions and write a first configuration.", &initCommand{Folder: "."})
}

// NewRunCommand returns familiar run. version is the program's, without more.
func NewRunCommand(version string) *cobra.Command {
	return command.New("run", "Connect every account of a configuration and run until stopped.", &runCommand{program: version})
}

// NewCheckCommand returns familiar check.
func NewCheckCommand() *cobra.Command {
	return command.New("check", "Check a configuration: print what is in it, or everything that is wrong with it.", &checkCommand{})
}

// NewHealthCommand returns familiar health.
func NewHealthCommand() *cobra.Command {
	return command.New("health", "Ask a running program whether it answers and which parts are ready.", &healthCommand{Within: 5 * time.Second})
}

// NewBridgeCommand returns familiar bridge and what is below it.
func NewBridgeCommand() *cobra.Command {
	return command.Group("bridge", "Try a program of yours that joins another network over HTTP.",
		command.New("test", "Play familiar's side for a bridge and say what it gets wrong.", &bridgeCommand{Listen: "127.0.0.1:0"}))
}

// NewNodesCommand returns familiar nodes and what is below it.
func NewNodesCommand() *cobra.Command {
	return command.Over(
		command.New("nodes", "List the processes that share a NATS server: host, version, what each has.", &nodesCommand{}),
		command.New("drain", "Have a process give up what it has, and take nothing more.", &drainCommand{}),
		command.New("reload", "Have every process read its configuration again.", &reloadCommand{}),
		command.New("undrain", "Have a process take its share again that was drained.", &undrainCommand{}),
	)
}

// NewDoctorCommand returns familiar doctor. version is what --version prints.
func NewDoctorCommand(version string) *cobra.Command {
	return command.New("doctor", "Look at everything a deployment needs and say what is wrong, or will be.", &doctorCommand{program: version})
}
