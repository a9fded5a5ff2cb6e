//go:build !manual

package command

import "github.com/spf13/cobra"

func forPackagers(*Program) []*cobra.Command { return nil }
