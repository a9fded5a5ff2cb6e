package command

import "charm.land/lipgloss/v2"

// How a view on a terminal sets off what is less or more.
var (
	HeadingStyle = lipgloss.NewStyle().Bold(true)
	FaintStyle   = lipgloss.NewStyle().Faint(true)
)
