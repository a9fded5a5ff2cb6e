package command

import "charm.land/lipgloss/v2"

// Styles for what is less or more important on a terminal.
var (
	HeadingStyle = lipgloss.NewStyle().Bold(true)
	FaintStyle   = lipgloss.NewStyle().Faint(true)
)
